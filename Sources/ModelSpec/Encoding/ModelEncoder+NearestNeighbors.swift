extension ModelEncoder {
  static func write(_ classifier: KNearestNeighborsClassifier, to writer: inout WireWriter) {
    writer.message(1) { writer in
      let width = Int(classifier.dimensions)
      writer.int(1, Int64(width))
      for sample in 0..<classifier.sampleCount {
        writer.message(2) {
          $0.floats(1, Array(classifier.samples[sample * width..<(sample + 1) * width]))
        }
      }
      switch classifier.index {
      case .linear: writer.message(100) { _ in }
      case .singleKdTree(let leafSize): writer.message(110) { $0.int(1, Int64(leafSize)) }
      }
      writer.message(200) { _ in }
    }
    writer.message(3) { write(classifier.numberOfNeighbors, to: &$0) }
    write(classifier.labels, to: &writer)
    switch classifier.defaultLabel {
    case .strings(let labels): if let label = labels.first { writer.presentText(110, label) }
    case .int64s(let labels): if let label = labels.first { writer.presentInt(111, label) }
    case nil: break
    }
    writer.message(classifier.weighting == .uniform ? 200 : 210) { _ in }
  }
}
