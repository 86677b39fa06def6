extension Program {
  /// What the elements of a tensor are; the numbers are Core ML's own.
  package enum DataType: Int32, Sendable, CaseIterable {
    case bool = 1, string = 2
    case float16 = 10, float32 = 11, float64 = 12, bfloat16 = 13
    case int8 = 21, int16 = 22, int32 = 23, int64 = 24, int4 = 25
    case uint8 = 31, uint16 = 32, uint32 = 33, uint64 = 34, uint4 = 35, uint2 = 36, uint1 = 37
    case uint6 = 38, uint3 = 39
    case float8E4M3FN = 40, float8E5M2 = 41

    /// The name that operations and textual programs use.
    package var name: String {
      switch self {
      case .float16: "fp16"
      case .float32: "fp32"
      case .float64: "fp64"
      case .bfloat16: "bf16"
      case .float8E4M3FN: "fp8e4m3fn"
      case .float8E5M2: "fp8e5m2"
      default: "\(self)"
      }
    }

    /// Bits of one element where elements lie side by side; nil for texts.
    package var bits: Int? {
      switch self {
      case .string: nil
      case .uint1: 1
      case .uint2: 2
      case .uint3: 3
      case .int4, .uint4: 4
      case .uint6: 6
      case .bool, .int8, .uint8, .float8E4M3FN, .float8E5M2: 8
      case .float16, .bfloat16, .int16, .uint16: 16
      case .float32, .int32, .uint32: 32
      case .float64, .int64, .uint64: 64
      }
    }

    package var isFloat: Bool {
      switch self {
      case .float16, .float32, .float64, .bfloat16, .float8E4M3FN, .float8E5M2: true
      default: false
      }
    }
  }

  /// Element type and shape; a dimension that is known only when the model runs is nil.
  package struct TensorType: Sendable, Equatable {
    package var dataType: DataType
    package var dimensions: [Int?]

    package init(_ dataType: DataType, _ dimensions: [Int?] = []) {
      self.dataType = dataType
      self.dimensions = dimensions
    }
  }

  package indirect enum ValueType: Sendable, Equatable {
    case tensor(TensorType)
    /// A length that is known only when the model runs is nil.
    case list(ValueType, length: Int?)
    case tuple([ValueType])
    case dictionary(key: ValueType, value: ValueType)
    case state(ValueType)
  }

  /// A constant and its type.
  package struct Value: Sendable, Equatable {
    package indirect enum Contents: Sendable, Equatable {
      case tensor(TensorContents)
      case tuple([Value])
      case list([Value])
      case dictionary([Pair])
      case blob(Blob)
    }

    package struct Pair: Sendable, Equatable {
      package var key: Value
      package var value: Value

      package init(key: Value, value: Value) {
        self.key = key
        self.value = value
      }
    }

    package var type: ValueType
    package var contents: Contents

    package init(type: ValueType, contents: Contents) {
      self.type = type
      self.contents = contents
    }

    /// The text of a constant that is one, such as the attribute `name`.
    package var text: String? {
      guard case .tensor(.strings(let texts)) = contents, texts.count == 1 else { return nil }
      return texts[0]
    }
  }

  /// The elements of a tensor as the message holds them, in C order.
  package enum TensorContents: Sendable, Equatable {
    case floats([Float])
    case ints([Int32])
    case bools([Bool])
    case strings([String])
    case longInts([Int64])
    case doubles([Double])
    /// Elements of any other type, the low byte first.
    case bytes([UInt8])
  }

  /// Elements that lie in a file of the package.
  package struct Blob: Sendable, Equatable {
    /// As the program says it, such as `@model_path/weights/weight.bin`.
    package var fileName: String
    /// Where the file describes the elements; the elements themselves follow somewhere behind.
    package var offset: UInt64
    /// nil when the model came without its files.
    package var file: WeightFile?

    package init(fileName: String, offset: UInt64, file: WeightFile? = nil) {
      self.fileName = fileName
      self.offset = offset
      self.file = file
    }
  }
}
