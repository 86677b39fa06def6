import CModelSpec
import CProtobufC

extension UnpackedModel {
  /// The model that the indexes of stages lead to, through nested pipelines.
  func stage(
    _ indexes: [Int], _ path: inout ModelPath
  ) throws(ModelError) -> UnsafeMutablePointer<Spec__Model> {
    var model = unsafe message
    for index in indexes {
      let pipeline: UnsafeMutablePointer<Spec__Pipeline>?
      switch unsafe model.pointee.type_case {
      case SPEC__MODEL__TYPE_PIPELINE:
        path = path.field("pipeline")
        unsafe pipeline = model.pointee.pipeline
      case SPEC__MODEL__TYPE_PIPELINE_REGRESSOR:
        path = path.field("pipelineRegressor").field("pipeline")
        unsafe pipeline = model.pointee.pipelineregressor.pointee.pipeline
      case SPEC__MODEL__TYPE_PIPELINE_CLASSIFIER:
        path = path.field("pipelineClassifier").field("pipeline")
        unsafe pipeline = model.pointee.pipelineclassifier.pointee.pipeline
      default:
        unsafe pipeline = nil
      }
      path = path.element("models", index)
      guard let stages = unsafe pipeline?.pointee, index >= 0, unsafe index < stages.n_models,
        let stage = unsafe stages.models[index]
      else { throw path.error(.update, "there is no such stage to change") }
      unsafe model = stage
    }
    return unsafe model
  }
}
