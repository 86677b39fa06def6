import CModelSpec
import CProtobufC

/// Serialized bytes of a model → plain Swift values.
///
/// What a Swift value cannot express (a type that is not set, an enumeration case that does not exist)
/// is refused here; whether the values fit together is the validator's question.
package enum ModelDecoder {
  package static func decode(
    _ bytes: [UInt8], limits: DecodingLimits = DecodingLimits(), weights: WeightFolder? = nil
  ) throws(ModelError) -> Model {
    let unpacked = try UnpackedModel(bytes, limits: limits)
    return unsafe try model(unpacked.message.pointee, weights: weights, at: .root)
  }

  /// `weights` is where the files lie that programs name.
  static func model(
    _ message: Spec__Model, weights: WeightFolder?, at path: ModelPath
  ) throws(ModelError) -> Model {
    let version = unsafe message.specificationversion
    try checkVersion(version, at: path.field("specificationVersion"))
    let descriptionPath = path.field("description")
    guard let description = unsafe message.description else {
      throw descriptionPath.error(.interface, "the model has no description of its features")
    }
    let isUpdatable = unsafe message.isupdatable != 0
    let decoded = unsafe try modelDescription(description.pointee, at: descriptionPath)
    let kind = unsafe try kind(message, isUpdatable: isUpdatable, weights: weights, at: path)
    if unsafe description.pointee.n_state > 0 {
      guard case .mlProgram = kind else {
        throw descriptionPath.field("state").error(.interface, "only a program can keep state")
      }
      throw descriptionPath.field("state").error(
        .unsupportedOperation, "the program keeps state between predictions")
    }
    if !decoded.functions.isEmpty {
      guard case .mlProgram = kind else {
        throw descriptionPath.field("functions").error(
          .interface, "only a program can have functions")
      }
    }
    let model = Model(
      specificationVersion: version, description: decoded, isUpdatable: isUpdatable, kind: kind)
    return decoded.functions.isEmpty ? model : try model.choosingFunction(at: path)
  }

  private static func kind(
    _ message: Spec__Model, isUpdatable: Bool, weights: WeightFolder?, at path: ModelPath
  ) throws(ModelError) -> ModelKind {
    let others = unsafe unknownFieldNumbers(message.base)
    let type = unsafe message.type_case
    let kinds = Set(others.filter { ModelKindNames.known[$0] != nil })
    guard kinds.count + (type == SPEC__MODEL__TYPE__NOT_SET ? 0 : 1) < 2 else {
      throw path.field("Type").error(.structure, "the model is of two kinds at once")
    }
    switch type {
    case SPEC__MODEL__TYPE__NOT_SET:
      guard let other = kinds.first ?? others.first(where: { $0 >= ModelKindNames.firstNumber })
      else {
        throw path.field("Type").error(
          .structure, "there is an interface, but no model of any kind (Type) behind it")
      }
      return .unsupported(name: ModelKindNames.name(other), number: other)
    case SPEC__MODEL__TYPE_PIPELINE, SPEC__MODEL__TYPE_PIPELINE_REGRESSOR,
      SPEC__MODEL__TYPE_PIPELINE_CLASSIFIER:
      return unsafe try pipelineKind(message, weights: weights, at: path)
    case SPEC__MODEL__TYPE_NEURAL_NETWORK_REGRESSOR:
      return .neuralNetworkRegressor(
        unsafe try neuralNetwork(
          message.neuralnetworkregressor.pointee, isUpdatable: isUpdatable,
          at: path.field("neuralNetworkRegressor")))
    case SPEC__MODEL__TYPE_NEURAL_NETWORK_CLASSIFIER:
      return .neuralNetworkClassifier(
        unsafe try neuralNetworkClassifier(
          message.neuralnetworkclassifier.pointee, isUpdatable: isUpdatable,
          at: path.field("neuralNetworkClassifier")))
    case SPEC__MODEL__TYPE_NEURAL_NETWORK:
      return .neuralNetwork(
        unsafe try neuralNetwork(
          message.neuralnetwork.pointee, isUpdatable: isUpdatable,
          at: path.field("neuralNetwork")))
    case SPEC__MODEL__TYPE_ML_PROGRAM:
      return .mlProgram(
        unsafe try program(
          message.mlprogram.pointee, weights: weights, at: path.field("mlProgram")))
    default:
      let name = ModelKindNames.name(Int(type.rawValue))
      guard let kind = unsafe try classicKind(message, at: path.field(name)) else {
        throw path.field("Type").error(.structure, "the model is of no kind that exists")
      }
      return kind
    }
  }

  private static func pipelineKind(
    _ message: Spec__Model, weights: WeightFolder?, at path: ModelPath
  ) throws(ModelError) -> ModelKind {
    let kind: (Pipeline) -> ModelKind
    let stages: UnsafeMutablePointer<Spec__Pipeline>?
    let name: String
    switch unsafe message.type_case {
    case SPEC__MODEL__TYPE_PIPELINE_REGRESSOR:
      (kind, name) = (ModelKind.pipelineRegressor, "pipelineRegressor")
      unsafe stages = message.pipelineregressor.pointee.pipeline
    case SPEC__MODEL__TYPE_PIPELINE_CLASSIFIER:
      (kind, name) = (ModelKind.pipelineClassifier, "pipelineClassifier")
      unsafe stages = message.pipelineclassifier.pointee.pipeline
    default:
      return .pipeline(
        unsafe try pipeline(
          message.pipeline.pointee, weights: weights, at: path.field("pipeline")))
    }
    let path = path.field(name).field("pipeline")
    guard let stages = unsafe stages else {
      throw path.error(.structure, "the pipeline has no stages")
    }
    return kind(unsafe try pipeline(stages.pointee, weights: weights, at: path))
  }

  private static func pipeline(
    _ message: Spec__Pipeline, weights: WeightFolder?, at path: ModelPath
  ) throws(ModelError) -> Pipeline {
    Pipeline(
      models: unsafe try list(message.models, message.n_models) {
        (stage, index) throws(ModelError) in
        unsafe try model(stage, weights: weights, at: path.element("models", index))
      },
      names: unsafe texts(message.names, message.n_names))
  }
}
