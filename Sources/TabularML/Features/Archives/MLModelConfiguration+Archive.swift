public import Foundation

extension MLModelConfiguration: NSSecureCoding {
  struct Parts: Codable {
    var computeUnits: Int
    var functionName: String?
    var modelDisplayName: String?
    var allowsLowPrecision: Bool
    var reshapeFrequency: Int
    var specializationStrategy: Int
    var readings: [String: String]
    var parameters: [Parameter]?
  }

  struct Parameter: Codable {
    var key: MLKey.Parts
    var value: MLFeatureValue.Parts
  }

  var parts: Parts {
    Parts(
      computeUnits: computeUnits.rawValue, functionName: functionName,
      modelDisplayName: modelDisplayName, allowsLowPrecision: allowLowPrecisionAccumulationOnGPU,
      reshapeFrequency: optimizationHints.reshapeFrequency.rawValue,
      specializationStrategy: optimizationHints.specializationStrategy.rawValue,
      readings: readings,
      parameters: parameters?.compactMap { key, value in
        // A parameter is a number, a text or a multi-array, as a feature's value is.
        (try? FeatureConversion.value(value)).map { Parameter(key: key.parts, value: $0.parts) }
      })
  }

  convenience init?(parts: Parts) {
    guard let units = MLComputeUnits(rawValue: parts.computeUnits),
      let frequency = MLOptimizationHints.ReshapeFrequency(rawValue: parts.reshapeFrequency),
      let strategy = MLOptimizationHints.SpecializationStrategy(
        rawValue: parts.specializationStrategy)
    else { return nil }
    self.init()
    computeUnits = units
    functionName = parts.functionName
    modelDisplayName = parts.modelDisplayName
    allowLowPrecisionAccumulationOnGPU = parts.allowsLowPrecision
    optimizationHints.reshapeFrequency = frequency
    optimizationHints.specializationStrategy = strategy
    readings = parts.readings
    guard let list = parts.parameters else { return }
    var values: [MLParameterKey: Any] = [:]
    for parameter in list {
      guard let value = MLFeatureValue(parts: parameter.value)?.parameterValue else { return nil }
      values[MLParameterKey(name: parameter.key.name, scope: parameter.key.scope)] = value
    }
    parameters = values
  }

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Writes all settings into an archive.
  public func encode(with coder: NSCoder) { coder.encode(parts: parts) }

  /// Reads a configuration from an archive; nil when it is damaged.
  public convenience init?(coder: NSCoder) {
    guard let parts = coder.decodeParts(Parts.self) else { return nil }
    self.init(parts: parts)
  }
}

extension MLFeatureValue {
  /// The value as that of a parameter.
  fileprivate var parameterValue: Any? {
    switch content {
    case .int64(let value): NSNumber(value: value)
    case .double(let value): NSNumber(value: value)
    case .string(let value): value
    case .multiArray(let array): array
    case .int64Dictionary, .stringDictionary, .sequence, .undefined: nil
    }
  }
}
