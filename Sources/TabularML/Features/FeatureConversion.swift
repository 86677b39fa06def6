import Foundation

/// Turns what a caller puts into a dictionary or an array into feature values.
enum FeatureConversion {
  /// The value of a feature, from anything that Core ML takes for one.
  ///
  /// Numbers keep their kind: whole-number types become `.int64`, floating-point types `.double`.
  static func value(_ any: Any) throws -> MLFeatureValue {
    switch any {
    case let value as MLFeatureValue: return value
    case let array as MLMultiArray: return MLFeatureValue(multiArray: array)
    case let sequence as MLSequence: return MLFeatureValue(sequence: sequence)
    case let text as any StringProtocol: return MLFeatureValue(string: String(text))
    case let number as NSNumber: return try value(number)
    case let number as any BinaryInteger: return try value(integer: number)
    case let number as any BinaryFloatingPoint: return MLFeatureValue(double: Double(number))
    case let dictionary as [AnyHashable: Any]: return MLFeatureValue(try content(dictionary))
    case let array as [Any]: return MLFeatureValue(sequence: try sequence(array))
    default:
      throw MLModelError(
        .featureType, "A value of type \(type(of: any)) cannot be the value of a feature.")
    }
  }

  /// Numbers by text or by integer.
  static func dictionary(_ values: [AnyHashable: NSNumber]) throws -> MLFeatureValue.Content {
    try content(values)
  }

  private static func value(_ number: NSNumber) throws -> MLFeatureValue {
    if isFloatingPoint(number) { return MLFeatureValue(double: number.doubleValue) }
    guard let integer = int64(number) else {
      throw MLModelError(.featureType, "\(number) does not fit into an Int64.")
    }
    return MLFeatureValue(int64: integer)
  }

  /// The integer of a number; nil for a floating-point type, and beyond 64 bits.
  private static func int64(_ number: NSNumber) -> Int64? {
    guard !isFloatingPoint(number) else { return nil }
    // An unsigned number that is too large comes back with a sign.
    return number.int64Value >= 0 || number.doubleValue < 0 ? number.int64Value : nil
  }

  private static func value(integer: any BinaryInteger) throws -> MLFeatureValue {
    guard let number = Int64(exactly: integer) else {
      throw MLModelError(.featureType, "\(integer) does not fit into an Int64.")
    }
    return MLFeatureValue(int64: number)
  }

  private static func isFloatingPoint(_ number: NSNumber) -> Bool {
    let code = unsafe number.objCType.pointee
    return code == CChar(UInt8(ascii: "d")) || code == CChar(UInt8(ascii: "f"))
  }

  private static func content(_ values: [AnyHashable: Any]) throws -> MLFeatureValue.Content {
    var byInteger: [Int64: Double] = [:]
    var byText: [String: Double] = [:]
    for (key, value) in values {
      guard let number = (value as? NSNumber)?.doubleValue else {
        throw MLModelError(
          .featureType, "The value of '\(key)' in a dictionary feature must be a number.")
      }
      if let text = key.base as? String {
        byText[text] = number
      } else if let integer = (key.base as? NSNumber).flatMap(int64) {
        byInteger[integer] = number
      }
    }
    if byText.count == values.count { return .stringDictionary(byText) }
    if byInteger.count == values.count { return .int64Dictionary(byInteger) }
    throw MLModelError(
      .featureType, "The keys of a dictionary feature must be all texts or all integers.")
  }

  private static func sequence(_ values: [Any]) throws -> MLSequence {
    let texts = values.compactMap { $0 as? String }
    if texts.count == values.count { return MLSequence(strings: texts) }
    let numbers = values.compactMap { $0 as? NSNumber }.filter { int64($0) != nil }
    if numbers.count == values.count { return MLSequence(int64s: numbers) }
    throw MLModelError(
      .featureType, "The elements of a sequence feature must be all texts or all integers.")
  }
}
