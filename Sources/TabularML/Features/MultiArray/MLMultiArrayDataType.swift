import Foundation

/// The type of the numbers in a multi-array.
///
/// The raw values are Core ML's own, which are those of the model file.
public enum MLMultiArrayDataType: Int, Sendable {
  /// 64-bit floating point.
  case double = 65600
  /// 32-bit floating point.
  case float32 = 65568
  /// 16-bit floating point.
  case float16 = 65552
  /// 32-bit integers.
  case int32 = 131104
  /// 8-bit integers.
  case int8 = 131080

  /// Another name for ``double``.
  public static var float64: MLMultiArrayDataType { .double }
  /// Another name for ``float32``.
  public static var float: MLMultiArrayDataType { .float32 }
}

extension MLMultiArrayDataType {
  /// The size of one number in bytes.
  var byteCount: Int {
    switch self {
    case .double: 8
    case .float32, .int32: 4
    case .float16: 2
    case .int8: 1
    }
  }

  /// The type's name as descriptions print it.
  var name: String {
    switch self {
    case .double: "Double"
    case .float32: "Float32"
    case .float16: "Float16"
    case .int32: "Int32"
    case .int8: "Int8"
    }
  }
}

/// A number that a multi-array can store; no other types than those of this library are meant to be.
public protocol MLShapedArrayScalar: BitwiseCopyable, Sendable {
  /// The data type of a multi-array of such numbers.
  static var multiArrayDataType: MLMultiArrayDataType { get }
}

extension Double: MLShapedArrayScalar {
  /// Always `double`.
  public static var multiArrayDataType: MLMultiArrayDataType { .double }
}

extension Float: MLShapedArrayScalar {
  /// Always `float32`.
  public static var multiArrayDataType: MLMultiArrayDataType { .float32 }
}

extension Float16: MLShapedArrayScalar {
  /// Always `float16`.
  public static var multiArrayDataType: MLMultiArrayDataType { .float16 }
}

extension Int32: MLShapedArrayScalar {
  /// Always `int32`.
  public static var multiArrayDataType: MLMultiArrayDataType { .int32 }
}

extension Int8: MLShapedArrayScalar {
  /// Always `int8`.
  public static var multiArrayDataType: MLMultiArrayDataType { .int8 }
}

extension MLShapedArrayScalar {
  /// The number of an array, converted; what the type cannot hold becomes the nearest that it can.
  static func from(_ number: NSNumber) -> Self {
    let value = number.doubleValue
    let converted: any MLShapedArrayScalar =
      switch multiArrayDataType {
      case .double: value
      case .float32: Float(value)
      case .float16: Float16(value)
      case .int32: Int32(clamping: value)
      case .int8: Int8(clamping: value)
      }
    guard let result = converted as? Self else {
      preconditionFailure("\(Self.self) is no number of a multi-array")
    }
    return result
  }

  /// Whether two numbers are equal, as numbers are: NaN is not equal to itself.
  func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (let left as Double, let right as Double): left == right
    case (let left as Float, let right as Float): left == right
    case (let left as Float16, let right as Float16): left == right
    case (let left as Int32, let right as Int32): left == right
    case (let left as Int8, let right as Int8): left == right
    default: false
    }
  }
}

extension FixedWidthInteger {
  /// The whole number nearest to zero from this one; NaN becomes 0.
  init(clamping value: Double) {
    if value.isNaN {
      self = 0
    } else if value <= Double(Self.min) {
      self = .min
    } else {
      self = value >= Double(Self.max) ? .max : Self(value)
    }
  }
}
