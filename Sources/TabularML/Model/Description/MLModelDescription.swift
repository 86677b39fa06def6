public import Foundation
package import ModelSpec

/// What a model takes, what it gives, and what its author says about it.
public final class MLModelDescription: NSObject, Sendable {
  let model: ModelDescription
  let parameterDescriptions: [MLParameterDescription]
  private let labels: ClassLabels?

  /// Whether the model can be fine-tuned with an update task.
  public let isUpdatable: Bool

  /// The interface of a model.
  package init(_ model: Model) {
    self.model = model.description
    isUpdatable = model.isUpdatable
    labels = model.classLabels
    parameterDescriptions = model.isUpdatable ? UpdateParameterList.of(model) : []
  }

  /// The inputs by name.
  public var inputDescriptionsByName: [String: MLFeatureDescription] { Self.byName(model.inputs) }

  /// The outputs by name.
  public var outputDescriptionsByName: [String: MLFeatureDescription] {
    Self.byName(model.outputs)
  }

  /// What each row of an update's training data has, by name; empty unless the model is updatable.
  public var trainingInputDescriptionsByName: [String: MLFeatureDescription] {
    Self.byName(model.trainingInputs)
  }

  /// What the model remembers between predictions; the models that can be run here remember nothing.
  public var stateDescriptionsByName: [String: MLFeatureDescription] { [:] }

  /// The parameters that an update can change; empty unless the model is updatable.
  public var parameterDescriptionsByKey: [MLParameterKey: MLParameterDescription] {
    Dictionary(parameterDescriptions.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The output that is the prediction proper; nil where the model names none.
  public var predictedFeatureName: String? {
    model.predictedFeatureName.isEmpty ? nil : model.predictedFeatureName
  }

  /// The output that has the probability of each class; nil where the model names none.
  public var predictedProbabilitiesName: String? {
    model.predictedProbabilitiesName.isEmpty ? nil : model.predictedProbabilitiesName
  }

  /// The classes of a classifier, texts or `Int64`s; nil for other models.
  public var classLabels: [Any]? {
    switch labels {
    case .strings(let texts): texts
    case .int64s(let numbers): numbers
    case nil: nil
    }
  }

  /// What the author says about the model; all five keys are always there.
  public var metadata: [MLModelMetadataKey: Any] {
    let metadata = model.metadata
    return [
      .description: metadata.shortDescription, .versionString: metadata.versionString,
      .author: metadata.author, .license: metadata.license,
      .creatorDefinedKey: metadata.userDefined,
    ]
  }

  /// Everything above as a text, in the layout that macOS 15 prints.
  public override var description: String { DescriptionText.of(self) }

  /// The same text, with so many class labels and the number of the others.
  package func text(labelLimit: Int) -> String {
    DescriptionText.of(self, labelLimit: labelLimit)
  }

  private static func byName(
    _ features: [FeatureDescription]
  ) -> [String: MLFeatureDescription] {
    Dictionary(
      features.map { ($0.name, MLFeatureDescription($0)) },
      uniquingKeysWith: { first, _ in first })
  }
}
