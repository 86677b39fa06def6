/// `model.espresso.weights`: numbered blobs of numbers, every second of them filler.
struct CompiledWeights {
  private let name: String
  private let bytes: [UInt8]
  /// Where each blob lies.
  private var ranges: [UInt64: Range<Int>] = [:]

  init(_ part: String, of folder: BundleFolder) throws(ModelError) {
    var reader = try PartReader(part, of: folder)
    name = reader.name
    bytes = reader.bytes
    var sizes: [(index: UInt64, size: UInt64)] = []
    for _ in 0..<(try reader.count(elementSize: 16)) {
      sizes.append((try reader.number(), try reader.number()))
    }
    var start = reader.position
    for (index, size) in sizes {
      guard size <= UInt64(bytes.count - start) else {
        throw reader.damaged("blob \(index) of \(size) bytes does not lie in the file", at: start)
      }
      guard ranges.updateValue(start..<start + Int(size), forKey: index) == nil else {
        throw reader.damaged("there are two blobs with the number \(index)", at: start)
      }
      start += Int(size)
    }
    guard start == bytes.count else {
      throw reader.unknown("there is more behind the last blob", at: start)
    }
  }

  /// The first `count` numbers of a blob, behind which there may be zeros where `isPadded`.
  ///
  /// A blob is given once: no bundle was seen in which two layers share one.
  mutating func values(
    _ index: JSONPart, count: Int, isPadded: Bool = false
  ) throws(ModelError) -> [Float] {
    guard let range = ranges.removeValue(forKey: UInt64(try index.count())) else {
      throw ModelError(
        .bundle, at: index.path, "there is no such blob in \(name), or it is another layer's")
    }
    let (size, overflow) = count.multipliedReportingOverflow(by: 4)
    let isWhole = !overflow && (isPadded ? range.count >= size : range.count == size)
    guard isWhole, bytes[range].dropFirst(size).allSatisfy({ $0 == 0 }) else {
      throw index.unknown(
        "\(count) numbers are needed, the blob in \(name) has \(range.count) bytes of an unknown layout"
      )
    }
    return (0..<count).map { element in
      let start = range.lowerBound + 4 * element
      let bits = bytes[start..<start + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return Float(bitPattern: bits)
    }
  }
}
