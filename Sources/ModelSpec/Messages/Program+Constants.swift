extension Program {
  /// A constant with its elements as numbers or texts.
  package struct Constant: Sendable, Equatable {
    package enum Elements: Sendable, Equatable {
      case floats([Float])
      /// Of every integer type with at most 32 bits but `uint32`.
      case ints([Int32])
      case longInts([Int64])
      case bools([Bool])
      case strings([String])

      package var count: Int {
        switch self {
        case .floats(let values): values.count
        case .ints(let values): values.count
        case .longInts(let values): values.count
        case .bools(let values): values.count
        case .strings(let values): values.count
        }
      }
    }

    package var dataType: DataType
    package var shape: [Int]
    package var elements: Elements

    package init(_ dataType: DataType, shape: [Int], _ elements: Elements) {
      self.dataType = dataType
      self.shape = shape
      self.elements = elements
    }
  }

  /// More elements than a constant of a program over tables has.
  static let largestConstant = 1 << 28
}

extension Program.Value {
  /// Type and shape of a tensor whose shape is known.
  func tensorShape(at path: ModelPath) throws(ModelError) -> (Program.DataType, [Int], count: Int) {
    guard case .tensor(let type) = self.type else {
      throw path.error(.type, "the constant should be a tensor")
    }
    var shape: [Int] = []
    var count = 1
    for dimension in type.dimensions {
      guard let dimension, let product = count.multiplied(by: dimension),
        product <= Program.largestConstant
      else {
        throw path.error(
          .shape,
          "a constant cannot have the shape [\(type.dimensions.map { $0.map(String.init) ?? "?" }.joined(separator: ", "))]"
        )
      }
      shape.append(dimension)
      count = product
    }
    return (type.dataType, shape, count)
  }

  /// Checks that the content is what the type says, without reading more of it than that needs.
  func check(at path: ModelPath) throws(ModelError) {
    switch (type, contents) {
    case (.tensor, .tensor(let contents)):
      let (dataType, _, count) = try tensorShape(at: path)
      guard contents.holds(dataType) else {
        throw path.error(
          .type, "a constant of the type \(dataType.name) cannot be written as \(contents.name)")
      }
      let expected = contents.isBytes ? dataType.byteCount(count) : count
      guard contents.count == expected else {
        throw path.error(
          .shape,
          "a constant of \(count) elements of \(dataType.name) has \(contents.count) \(contents.name)"
        )
      }
    case (.tensor, .blob(let blob)):
      let (dataType, _, count) = try tensorShape(at: path)
      _ = try blob.locate(dataType, count: count, at: path)
    case (.list(let element, let length), .list(let values)):
      guard length == nil || length == values.count else {
        throw path.error(.shape, "a list of \(length ?? 0) values has \(values.count)")
      }
      for (index, value) in values.enumerated() {
        let path = path.element("list", index)
        guard value.type == element else {
          throw path.error(.type, "the value has another type than the list")
        }
        try value.check(at: path)
      }
    case (.tuple(let types), .tuple(let values)):
      guard types == values.map(\.type) else {
        throw path.error(.type, "the values of the tuple have other types than it says")
      }
      for (index, value) in values.enumerated() {
        try value.check(at: path.element("tuple", index))
      }
    case (.dictionary(let key, let value), .dictionary(let pairs)):
      for (index, pair) in pairs.enumerated() {
        let path = path.element("dictionary", index)
        guard pair.key.type == key, pair.value.type == value else {
          throw path.error(.type, "the entry has other types than the dictionary")
        }
        try pair.key.check(at: path)
        try pair.value.check(at: path)
      }
    default:
      throw path.error(.type, "the constant's content is not of its type")
    }
  }

  /// The elements of a tensor, or of a list of scalars.
  package func constant(at path: String) throws(ModelError) -> Program.Constant {
    try constant(at: ModelPath(text: path))
  }

  private func constant(at path: ModelPath) throws(ModelError) -> Program.Constant {
    switch contents {
    case .list(let values):
      return try list(values, at: path)
    case .tensor(let contents):
      try check(at: path)
      let (dataType, shape, count) = try tensorShape(at: path)
      let elements = ElementReader(dataType, count: count).elements(contents)
      return Program.Constant(dataType, shape: shape, elements)
    case .blob(let blob):
      let (dataType, shape, count) = try tensorShape(at: path)
      let found = try blob.locate(dataType, count: count, at: path)
      let elements = ElementReader(dataType, count: count).elements(
        .bytes(try found.file.bytes(found.data)))
      return Program.Constant(dataType, shape: shape, elements)
    case .tuple, .dictionary:
      throw path.error(.type, "the constant should be a tensor")
    }
  }

  /// Scalars of one type, as the labels of a classifier are written.
  private func list(
    _ values: [Program.Value], at path: ModelPath
  ) throws(ModelError) -> Program.Constant {
    var texts: [String] = []
    var numbers: [Int64] = []
    for (index, value) in values.enumerated() {
      let path = path.element("list", index)
      switch try value.constant(at: path).elements {
      case .strings(let values) where values.count == 1: texts += values
      case .longInts(let values) where values.count == 1: numbers += values
      case .ints(let values) where values.count == 1: numbers += values.map(Int64.init)
      default: throw path.error(.type, "a list should hold texts or integers")
      }
    }
    guard texts.isEmpty || numbers.isEmpty else {
      throw path.error(.type, "a list should hold texts or integers, not both")
    }
    return numbers.isEmpty
      ? Program.Constant(.string, shape: [texts.count], .strings(texts))
      : Program.Constant(.int64, shape: [numbers.count], .longInts(numbers))
  }
}

extension Program.Blob {
  func locate(
    _ dataType: Program.DataType, count: Int, at path: ModelPath
  ) throws(ModelError) -> WeightBlob {
    guard let file else {
      throw path.error(
        .weights,
        "the program needs the weight file '\(fileName)', which a single file does not have",
        hint: "give the .mlpackage that the model is part of")
    }
    return try WeightBlob(file, at: offset, dataType, count: count, path)
  }
}

extension Program.TensorContents {
  var isBytes: Bool { if case .bytes = self { true } else { false } }

  var count: Int {
    switch self {
    case .floats(let values): values.count
    case .ints(let values): values.count
    case .bools(let values): values.count
    case .strings(let values): values.count
    case .longInts(let values): values.count
    case .doubles(let values): values.count
    case .bytes(let values): values.count
    }
  }

  /// The name of the field that holds the elements.
  var name: String {
    switch self {
    case .floats: "floats"
    case .ints: "ints"
    case .bools: "bools"
    case .strings: "strings"
    case .longInts: "longInts"
    case .doubles: "doubles"
    case .bytes: "bytes"
    }
  }

  func holds(_ dataType: Program.DataType) -> Bool {
    switch (self, dataType) {
    case (.floats, .float32), (.doubles, .float64), (.bools, .bool), (.strings, .string),
      (.longInts, .int64), (.longInts, .uint64), (.longInts, .uint32), (.bytes, _):
      !(isBytes && dataType == .string)
    case (.ints, .int32), (.ints, .int16), (.ints, .int8), (.ints, .uint16), (.ints, .uint8),
      (.ints, .int4), (.ints, .uint1), (.ints, .uint2), (.ints, .uint3), (.ints, .uint4),
      (.ints, .uint6):
      true
    default: false
    }
  }
}
