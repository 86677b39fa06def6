/// The type of a feature.
package enum FeatureType: Sendable, Equatable {
  case int64
  case double
  case string
  case multiArray(ArrayFeatureType)
  case dictionary(DictionaryKeyType)
  case sequence(SequenceElementType, size: SizeRange)
  case image(width: Int64, height: Int64)
  case state(ArrayFeatureType)
}

/// What the keys of a dictionary feature are; its values are always Double.
package enum DictionaryKeyType: Sendable, Equatable {
  case int64, string
}

/// What the elements of a sequence feature are.
package enum SequenceElementType: Sendable, Equatable {
  case int64, string
}

/// Shape and element type of a MultiArray feature.
package struct ArrayFeatureType: Sendable, Equatable {
  /// The numbers are Core ML's own.
  package enum DataType: Int32, Sendable {
    case float16 = 65552
    case float32 = 65568
    case double = 65600
    case int8 = 131080
    case int32 = 131104
  }

  /// Which shapes are allowed besides the default one.
  package enum Flexibility: Sendable, Equatable {
    case none
    case enumerated([[Int64]])
    case ranges([SizeRange])
  }

  /// The value that stands for an absent optional input.
  package enum DefaultValue: Sendable, Equatable {
    case int32(Int32)
    case float(Float)
    case double(Double)
  }

  package var shape: [Int64]
  package var dataType: DataType
  package var flexibility: Flexibility
  package var defaultValue: DefaultValue?

  package init(
    shape: [Int64], dataType: DataType, flexibility: Flexibility = .none,
    defaultValue: DefaultValue? = nil
  ) {
    self.shape = shape
    self.dataType = dataType
    self.flexibility = flexibility
    self.defaultValue = defaultValue
  }
}

/// Least and greatest size of a dimension; no upper bound is nil.
package struct SizeRange: Sendable, Equatable {
  package var lowerBound: UInt64
  package var upperBound: Int64?

  package init(lowerBound: UInt64, upperBound: Int64? = nil) {
    self.lowerBound = lowerBound
    self.upperBound = upperBound
  }
}
