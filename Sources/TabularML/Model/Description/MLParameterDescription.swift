public import Foundation

/// A parameter of a model that can be changed: its default value and what else it may be.
public final class MLParameterDescription: NSObject, @unchecked Sendable {
  /// The key under which a configuration changes the parameter.
  public let key: MLParameterKey
  /// The value that the model has without a change.
  public let defaultValue: Any
  /// The numbers that are allowed; nil when the parameter is no number.
  public let numericConstraint: MLNumericConstraint?

  init(key: MLParameterKey, defaultValue: Any, numericConstraint: MLNumericConstraint? = nil) {
    self.key = key
    self.defaultValue = defaultValue
    self.numericConstraint = numericConstraint
  }

  /// Key, default value and allowed values, such as `epochs : 10 [1, 100]`.
  public override var description: String {
    "\(key) : \(defaultText)\(numericConstraint.map { " \($0)" } ?? "")"
  }

  private var defaultText: String {
    guard let number = defaultValue as? NSNumber else { return "\(defaultValue)" }
    return key == .shuffle ? "\(number.boolValue)" : number.plainText
  }
}

/// The numbers that a parameter may have.
public final class MLNumericConstraint: NSObject, @unchecked Sendable {
  /// The least number.
  public let minNumber: NSNumber
  /// The greatest number.
  public let maxNumber: NSNumber
  /// The only numbers, when not every number in the range is allowed.
  public let enumeratedNumbers: Set<NSNumber>?

  init(minNumber: NSNumber, maxNumber: NSNumber, enumeratedNumbers: Set<NSNumber>? = nil) {
    self.minNumber = minNumber
    self.maxNumber = maxNumber
    self.enumeratedNumbers = enumeratedNumbers
  }

  /// The range in brackets or the set in braces.
  public override var description: String {
    guard let enumeratedNumbers else { return "[\(minNumber.plainText), \(maxNumber.plainText)]" }
    let numbers = enumeratedNumbers.sorted { $0.compare($1) == .orderedAscending }
    return "{\(numbers.map(\.plainText).joined(separator: ", "))}"
  }
}

extension NSNumber {
  /// The number without the `.0` that only Linux writes after a whole one.
  var plainText: String {
    stringValue.hasSuffix(".0") ? String(stringValue.dropLast(2)) : stringValue
  }
}

extension MLNumericConstraint {
  /// Whether a number is allowed.
  package func allows(_ number: NSNumber) -> Bool {
    if let enumeratedNumbers { return enumeratedNumbers.contains(number) }
    return number.compare(minNumber) != .orderedAscending
      && number.compare(maxNumber) != .orderedDescending
  }
}
