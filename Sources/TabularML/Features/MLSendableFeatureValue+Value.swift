/// A shaped array of some type of numbers.
protocol SendableNumbers: Sendable {
  /// A copy as a multi-array.
  var multiArray: MLMultiArray { get }

  /// Whether type, shape and numbers are equal.
  func isSame(as other: any SendableNumbers) -> Bool
}

extension MLShapedArray: SendableNumbers {
  var multiArray: MLMultiArray { MLMultiArray(self) }

  func isSame(as other: any SendableNumbers) -> Bool { other as? MLShapedArray<Scalar> == self }
}

extension MLMultiArray {
  /// A copy as a shaped array.
  fileprivate var sendable: MLSendableFeatureValue {
    switch dataType {
    case .double: MLSendableFeatureValue(MLShapedArray<Double>(self))
    case .float32: MLSendableFeatureValue(MLShapedArray<Float>(self))
    case .float16: MLSendableFeatureValue(MLShapedArray<Float16>(self))
    case .int32: MLSendableFeatureValue(MLShapedArray<Int32>(self))
    case .int8: MLSendableFeatureValue(MLShapedArray<Int8>(self))
    }
  }
}

extension MLSendableFeatureValue {
  /// Creates a copy of a value; nil of a sequence of integers, for which there is no form.
  ///
  /// - Parameter value: Any value.
  public init?(_ value: MLFeatureValue) {
    switch value.content {
    case .int64(let value): self.init(Int(value))
    case .double(let value): self.init(value)
    case .string(let value): self.init(value)
    case .multiArray(let array): self = array.sendable
    case .int64Dictionary(let values):
      self.init(Dictionary(uniqueKeysWithValues: values.map { (Int($0), $1) }))
    case .stringDictionary(let values): self.init(values)
    case .sequence(let sequence):
      guard sequence.type == .string else { return nil }
      self.init(sequence.stringValues)
    case .undefined(let type): self.init(undefined: type)
    }
  }

  /// Whether type and content are equal; not-a-number equals nothing.
  public static func == (left: MLSendableFeatureValue, right: MLSendableFeatureValue) -> Bool {
    guard left.type == right.type else { return false }
    return switch (left.content, right.content) {
    case (.integer(let a), .integer(let b)): a == b
    case (.float16(let a), .float16(let b)): a == b
    case (.float(let a), .float(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.strings(let a), .strings(let b)): a == b
    case (.stringDictionary(let a), .stringDictionary(let b)): a == b
    case (.integerDictionary(let a), .integerDictionary(let b)): a == b
    case (.array(let a), .array(let b)): a.isSame(as: b)
    case (.undefined, .undefined): true
    default: false
    }
  }
}

extension MLSendableFeatureValue: CustomDebugStringConvertible {
  /// Type and content, as ``MLFeatureValue`` describes them.
  public var debugDescription: String { MLFeatureValue(self).description }
}

extension MLFeatureValue {
  /// Creates a value from one that came from another task or thread.
  ///
  /// - Parameter value: Any value; numbers of less precision become Doubles.
  public convenience init(_ value: MLSendableFeatureValue) {
    switch value.content {
    case .integer(let value): self.init(int64: Int64(value))
    case .float16(let value): self.init(double: Double(value))
    case .float(let value): self.init(double: Double(value))
    case .double(let value): self.init(double: value)
    case .string(let value): self.init(string: value)
    case .strings(let values): self.init(sequence: MLSequence(strings: values))
    case .stringDictionary(let values): self.init(.stringDictionary(values))
    case .integerDictionary(let values):
      self.init(
        .int64Dictionary(
          Dictionary(uniqueKeysWithValues: values.map { (Int64($0), $1) })))
    case .array(let array): self.init(multiArray: array.multiArray)
    case .undefined: self.init(undefined: value.type)
    }
  }
}
