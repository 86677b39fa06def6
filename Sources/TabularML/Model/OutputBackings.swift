import Foundation

extension MLModelDescription {
  /// The multi-arrays among the objects that stand ready for outputs; names of no output are left out.
  func checked(_ backings: [String: Any]) throws(MLModelError) -> [String: MLMultiArray] {
    var arrays: [String: MLMultiArray] = [:]
    for (name, output) in outputDescriptionsByName.sorted(by: { $0.key < $1.key }) {
      guard let backing = backings[name] else { continue }
      guard let array = backing as? MLMultiArray,
        output.isAllowedValue(MLFeatureValue(multiArray: array))
      else {
        throw MLModelError(
          .featureType, "The output backing of '\(name)' cannot be its value: it is \(output).")
      }
      arrays[name] = array
    }
    return arrays
  }
}

extension MLDictionaryFeatureProvider {
  /// The values of an answer, of which those with a multi-array of their shape are moved into it.
  convenience init(
    _ answer: any MLFeatureProvider, into backings: [String: MLMultiArray]
  ) throws {
    var values: [String: MLFeatureValue] = [:]
    for name in answer.featureNames {
      let value = answer.featureValue(for: name)
      values[name] = value
      if let array = value?.multiArrayValue, let backing = backings[name],
        array.dimensions == backing.dimensions
      {
        array.transfer(to: backing)
        values[name] = MLFeatureValue(multiArray: backing)
      }
    }
    try self.init(dictionary: values)
  }
}
