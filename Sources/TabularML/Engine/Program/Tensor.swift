import ModelSpec

/// A value of a program while it is compiled: known already, or a blob of every row.
struct Tensor: Sendable {
  enum Storage: Sendable {
    case blob(Int)
    /// Elements as they lie in a blob: integers as bit patterns, truth as 0 or 1.
    case constant([Float])
    case texts([String])
    /// Values of the tensor's type and shape; nil for those that nothing was written to.
    case list([Tensor?])
  }

  enum Kind: Sendable {
    case float, integer, bool, text
  }

  var dataType: Program.DataType
  var shape: BlobShape
  var storage: Storage
  var extent = Extent.known

  var kind: Kind {
    switch dataType {
    case .bool: .bool
    case .string: .text
    default: dataType.isFloat ? .float : .integer
    }
  }

  var dimensions: [Int] { shape.dimensions }
  var rank: Int { shape.rank }
  var count: Int { shape.count }

  /// The elements, when they are known.
  var constant: [Float]? {
    guard case .constant(let elements) = storage else { return nil }
    return elements
  }
}

extension Program.DataType {
  /// The type that operations and attributes call by this name.
  init?(named name: String) {
    guard let type = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = type
  }

  /// What fits into an integer type of at most 32 bits.
  var integerRange: ClosedRange<Int32>? {
    switch self {
    case .int32, .int64, .uint64, .uint32: Int32.min...Int32.max
    case .int16: -32768...32767
    case .uint16: 0...65535
    case .int8: -128...127
    case .uint8: 0...255
    default: nil
    }
  }
}

extension Program.Constant {
  /// The elements as they lie in a blob; nil for texts.
  var blobElements: [Float]? {
    switch elements {
    case .floats(let values): values
    case .ints(let values): values.map(Float.init(integer:))
    case .longInts(let values): values.map { Float(integer: Int32(clamping: $0)) }
    case .bools(let values): values.map { $0 ? 1 : 0 }
    case .strings: nil
    }
  }
}
