import CModelSpec
import CProtobufC

extension UnpackedModel {
  /// Adds samples and their labels to those of a nearest-neighbour classifier.
  func add(_ new: NewSamples) throws(ModelError) {
    var path = ModelPath.root
    let model = unsafe try stage(new.stage, &path)
    path = path.field("kNearestNeighborsClassifier")
    guard unsafe model.pointee.type_case == SPEC__MODEL__TYPE_K_NEAREST_NEIGHBORS_CLASSIFIER,
      let classifier = unsafe model.pointee.knearestneighborsclassifier,
      let index = unsafe classifier.pointee.nearestneighborsindex
    else { throw path.error(.update, "there are no samples here to add to") }
    let width = unsafe Int(index.pointee.numberofdimensions)
    guard width > 0, new.labels.count.multiplied(by: width) == new.values.count else {
      throw path.error(
        .shape, "\(new.values.count) numbers for \(new.labels.count) samples of \(width)")
    }
    unsafe try Self.add(new.labels, to: classifier, at: path)
    let samples = Self.message { writer in
      for start in stride(from: 0, to: new.values.count, by: width) {
        writer.message(2) { $0.floats(1, Array(new.values[start..<start + width])) }
      }
    }
    guard
      let merged = unsafe Self.merged(
        index, samples, spec__nearest_neighbors_index__get_packed_size,
        spec__nearest_neighbors_index__pack, spec__nearest_neighbors_index__unpack)
    else { throw path.error(.unreadable, "there is no memory for more samples") }
    unsafe classifier.pointee.nearestneighborsindex = merged
    unsafe spec__nearest_neighbors_index__free_unpacked(index, nil)
    if let neighbors = new.numberOfNeighbors {
      unsafe classifier.pointee.numberofneighbors?.pointee.defaultvalue = neighbors
    }
  }

  private static func add(
    _ labels: ClassLabels, to classifier: UnsafeMutablePointer<Spec__KNearestNeighborsClassifier>,
    at path: ModelPath
  ) throws(ModelError) {
    let texts = SPEC__KNEAREST_NEIGHBORS_CLASSIFIER__CLASS_LABELS_STRING_CLASS_LABELS
    let integers = SPEC__KNEAREST_NEIGHBORS_CLASSIFIER__CLASS_LABELS_INT64_CLASS_LABELS
    let none = SPEC__KNEAREST_NEIGHBORS_CLASSIFIER__CLASS_LABELS__NOT_SET
    let isEmpty = unsafe classifier.pointee.class_labels_case == none
    switch labels {
    case .strings(let labels):
      guard unsafe isEmpty || classifier.pointee.class_labels_case == texts else {
        throw path.error(.type, "the class labels are no texts")
      }
      let old = unsafe isEmpty ? nil : classifier.pointee.stringclasslabels
      guard
        let merged = unsafe Self.merged(
          old, message { $0.texts(1, labels) }, spec__string_vector__get_packed_size,
          spec__string_vector__pack, spec__string_vector__unpack)
      else { throw path.error(.unreadable, "there is no memory for more labels") }
      unsafe classifier.pointee.stringclasslabels = merged
      unsafe classifier.pointee.class_labels_case = texts
      if let old = unsafe old { unsafe spec__string_vector__free_unpacked(old, nil) }
    case .int64s(let labels):
      guard unsafe isEmpty || classifier.pointee.class_labels_case == integers else {
        throw path.error(.type, "the class labels are no integers")
      }
      let old = unsafe isEmpty ? nil : classifier.pointee.int64classlabels
      guard
        let merged = unsafe Self.merged(
          old, message { $0.ints(1, labels) }, spec__int64_vector__get_packed_size,
          spec__int64_vector__pack, spec__int64_vector__unpack)
      else { throw path.error(.unreadable, "there is no memory for more labels") }
      unsafe classifier.pointee.int64classlabels = merged
      unsafe classifier.pointee.class_labels_case = integers
      if let old = unsafe old { unsafe spec__int64_vector__free_unpacked(old, nil) }
    }
  }

  private static func message(_ write: (inout WireWriter) -> Void) -> [UInt8] {
    var writer = WireWriter()
    write(&writer)
    return writer.bytes
  }

  /// A message with more content, as protobuf puts two together: bytes after bytes, so that what is
  /// repeated becomes longer and what is not understood stays.
  private static func merged<Message>(
    _ old: UnsafeMutablePointer<Message>?, _ more: [UInt8],
    _ packedSize: (UnsafePointer<Message>?) -> Int,
    _ pack: (UnsafePointer<Message>?, UnsafeMutablePointer<UInt8>?) -> Int,
    _ unpack: (UnsafeMutablePointer<ProtobufCAllocator>?, Int, UnsafePointer<UInt8>?) ->
      UnsafeMutablePointer<Message>?
  ) -> UnsafeMutablePointer<Message>? {
    var bytes: [UInt8] = []
    if let old = unsafe old {
      let count = unsafe packedSize(old)
      unsafe bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
        if let start = buffer.baseAddress { unsafe written = pack(old, start) }
      }
    }
    bytes += more
    return unsafe unpack(nil, bytes.count, bytes)
  }
}
