/// Elements in a file of weights: a header of 64 bytes that says what they are and where they lie.
struct WeightBlob {
  static let alignment = 64
  private static let headerSize = 64
  private static let sentinel: UInt64 = 0xDEAD_BEEF
  private static let fileVersion: UInt64 = 2

  let file: WeightFile
  let data: Range<Int>

  /// Reads and checks the header at an offset for so many elements of a type.
  init(
    _ file: WeightFile, at offset: UInt64, _ dataType: Program.DataType, count: Int,
    _ path: ModelPath
  ) throws(ModelError) {
    func fault(_ message: String) -> ModelError {
      path.error(.weights, "\(message) (\(file.name), offset \(offset))")
    }
    guard file.size >= Self.headerSize,
      try Self.number(file.bytes(4..<8)) == Self.fileVersion
    else { throw fault("this is no file of weights, or one of another version") }
    guard let start = Int(exactly: offset), start.isMultiple(of: Self.alignment), start > 0 else {
      throw fault("no weights begin there: offsets are multiples of \(Self.alignment)")
    }
    guard start <= file.size - Self.headerSize else {
      throw fault("the weights would begin behind the end of the file")
    }
    let header = try file.bytes(start..<start + Self.headerSize)
    guard Self.number(header[0..<4]) == Self.sentinel else {
      throw fault("no weights begin there: their mark is missing")
    }
    guard let code = dataType.blobCode, Self.number(header[4..<8]) == code else {
      throw fault(
        "the weights are of the type \(Self.typeName(Self.number(header[4..<8]))), and the program takes \(dataType.name)"
      )
    }
    let size = Self.number(header[8..<16])
    guard let expected = dataType.byteCount(count), size == UInt64(expected) else {
      throw fault("there are \(size) bytes of weights for \(count) elements of \(dataType.name)")
    }
    let dataOffset = Self.number(header[16..<24])
    guard let from = Int(exactly: dataOffset), from.isMultiple(of: Self.alignment),
      from >= Self.headerSize, from <= file.size, expected <= file.size - from
    else { throw fault("the weights would lie at \(dataOffset), not whole inside of the file") }
    self.file = file
    data = from..<from + expected
  }

  private static func number(_ bytes: some Collection<UInt8>) -> UInt64 {
    bytes.enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) }
  }

  private static func typeName(_ code: UInt64) -> String {
    Program.DataType.allCases.first { $0.blobCode == code }?.name ?? "number \(code)"
  }
}

extension Program.DataType {
  /// The number of the type in files of weights; nil for one that does not lie there.
  var blobCode: UInt64? {
    switch self {
    case .float16: 1
    case .float32: 2
    case .uint8: 3
    case .int8: 4
    case .bfloat16: 5
    case .int16: 6
    case .uint16: 7
    case .int4: 8
    case .uint1: 9
    case .uint2: 10
    case .uint4: 11
    case .uint3: 12
    case .uint6: 13
    case .int32: 14
    case .uint32: 15
    case .float8E4M3FN: 16
    case .float8E5M2: 17
    case .bool, .string, .float64, .int64, .uint64: nil
    }
  }

  /// Bytes that so many elements take; small ones lie side by side in a byte.
  func byteCount(_ count: Int) -> Int? {
    guard let bits, let total = count.multiplied(by: bits) else { return nil }
    return total / 8 + (total % 8 == 0 ? 0 : 1)
  }
}
