import Laps
import ModelSpec

/// The seven features of a lap, and whether a model asks for them.
enum RunFeatures {
  static let names = Laps.Feature.allCases.filter { $0 != .duration }.map(\.rawValue)

  /// Whether laps can answer all that the model needs, so that a table is read as a lap file.
  static func areInputs(of model: Model) -> Bool {
    areInputs(model.description.inputs)
  }

  /// Whether laps can answer all that is required of some features.
  static func areInputs(_ inputs: [FeatureDescription]) -> Bool {
    let required = inputs.filter { !$0.isOptional }
    return !inputs.isEmpty && (required.isEmpty ? inputs : required).allSatisfy(isAnswered)
  }

  private static func isAnswered(_ input: FeatureDescription) -> Bool {
    guard names.contains(input.name) else { return false }
    return switch input.type {
    case .string: input.name == "course"
    case .double, .int64: input.name != "course"
    default: false
    }
  }
}
