import Foundation

extension TrainingOverrides {
  /// Parameters by Core ML's keys; numbers of any type are taken.
  init(_ values: [MLParameterKey: Any]) throws(MLModelError) {
    self.init()
    // A dictionary has no order of its own: of several errors always the same one is thrown.
    for (key, value) in values.sorted(by: { $0.key.description < $1.key.description }) {
      switch key {
      case .learningRate: learningRate = try Self.double(value, key)
      case .momentum: momentum = try Self.double(value, key)
      case .beta1: beta1 = try Self.double(value, key)
      case .beta2: beta2 = try Self.double(value, key)
      case .eps: eps = try Self.double(value, key)
      case .miniBatchSize: miniBatchSize = try Self.integer(value, key)
      case .epochs: epochs = try Self.integer(value, key)
      case .seed: seed = try Self.integer(value, key)
      case .numberOfNeighbors: numberOfNeighbors = try Self.integer(value, key)
      case .shuffle:
        guard let flag = value as? Bool ?? (value as? NSNumber)?.boolValue else {
          throw Self.error(key, value, "true or false")
        }
        shuffle = flag
      default:
        throw MLModelError(.parameters, "'\(key)' is not a parameter of an update.")
      }
    }
  }

  private static func double(_ value: Any, _ key: MLParameterKey) throws(MLModelError) -> Double {
    if let number = value as? any BinaryFloatingPoint { return Double(number) }
    guard let number = value as? NSNumber else { throw error(key, value, "a number") }
    return number.doubleValue
  }

  private static func integer(_ value: Any, _ key: MLParameterKey) throws(MLModelError) -> Int64 {
    if let number = value as? any BinaryInteger, let integer = Int64(exactly: number) {
      return integer
    }
    guard let number = value as? NSNumber, number.doubleValue == number.doubleValue.rounded(),
      number.doubleValue.magnitude < 0x1p63
    else { throw error(key, value, "a whole number") }
    return number.int64Value
  }

  private static func error(
    _ key: MLParameterKey, _ value: Any, _ expected: String
  ) -> MLModelError {
    MLModelError(.parameters, "The parameter \(key) must be \(expected), found \(value).")
  }
}
