import CModelSpec
import CProtobufC

extension ModelDecoder {
  static func updateParameters(
    _ message: Spec__NetworkUpdateParameters, at path: ModelPath
  ) throws(ModelError) -> UpdateParameters {
    let losses = unsafe try list(message.losslayers, message.n_losslayers) {
      (loss, index) throws(ModelError) in
      unsafe try lossLayer(loss, at: path.element("lossLayers", index))
    }
    return UpdateParameters(
      losses: losses,
      optimizer: unsafe try optimizer(message.optimizer, at: path.field("optimizer")),
      epochs: unsafe try int64(message.epochs, at: path.field("epochs")),
      shuffle: unsafe message.shuffle.map { unsafe $0.pointee.defaultvalue != 0 },
      seed: unsafe message.seed == nil
        ? nil : unsafe try int64(message.seed, at: path.field("seed")))
  }

  private static func lossLayer(
    _ message: Spec__LossLayer, at path: ModelPath
  ) throws(ModelError) -> LossLayer {
    let kind: LossLayer.Kind
    let ends: Spec__LossInputs
    switch unsafe message.loss_layer_type_case {
    case SPEC__LOSS_LAYER__LOSS_LAYER_TYPE_CATEGORICAL_CROSS_ENTROPY_LOSS_LAYER:
      kind = .categoricalCrossEntropy
      unsafe ends = message.categoricalcrossentropylosslayer.pointee
    case SPEC__LOSS_LAYER__LOSS_LAYER_TYPE_MEAN_SQUARED_ERROR_LOSS_LAYER:
      kind = .meanSquaredError
      unsafe ends = message.meansquarederrorlosslayer.pointee
    default: throw path.error(.update, "the loss does not say how it is measured")
    }
    return LossLayer(
      name: unsafe text(message.name), kind: kind, input: unsafe text(ends.input),
      target: unsafe text(ends.target))
  }

  private static func optimizer(
    _ pointer: UnsafeMutablePointer<Spec__Optimizer>?, at path: ModelPath
  ) throws(ModelError) -> Optimizer {
    switch unsafe pointer?.pointee.optimizer_type_case {
    case SPEC__OPTIMIZER__OPTIMIZER_TYPE_SGD_OPTIMIZER:
      guard let message = unsafe pointer?.pointee.sgdoptimizer.pointee else { break }
      let path = path.field("sgdOptimizer")
      return .sgd(
        learningRate: unsafe try double(message.learningrate, at: path.field("learningRate")),
        miniBatchSize: unsafe try int64(message.minibatchsize, at: path.field("miniBatchSize")),
        momentum: unsafe message.momentum == nil
          ? nil : unsafe try double(message.momentum, at: path.field("momentum")))
    case SPEC__OPTIMIZER__OPTIMIZER_TYPE_ADAM_OPTIMIZER:
      guard let message = unsafe pointer?.pointee.adamoptimizer.pointee else { break }
      let path = path.field("adamOptimizer")
      return .adam(
        learningRate: unsafe try double(message.learningrate, at: path.field("learningRate")),
        miniBatchSize: unsafe try int64(message.minibatchsize, at: path.field("miniBatchSize")),
        beta1: unsafe try double(message.beta1, at: path.field("beta1")),
        beta2: unsafe try double(message.beta2, at: path.field("beta2")),
        eps: unsafe try double(message.eps, at: path.field("eps")))
    default: break
    }
    throw path.error(.update, "the model is updatable, but has no optimizer")
  }

  private static func double(
    _ pointer: UnsafeMutablePointer<Spec__DoubleParameter>?, at path: ModelPath
  ) throws(ModelError) -> DoubleParameter {
    guard let message = unsafe pointer?.pointee else {
      throw path.error(.update, "the optimizer needs this parameter, and it is missing")
    }
    var allowed: ClosedRange<Double>?
    if unsafe message.allowed_values_case == SPEC__DOUBLE_PARAMETER__ALLOWED_VALUES_RANGE {
      let range = unsafe message.range.pointee
      guard unsafe range.minvalue <= range.maxvalue else {
        throw path.error(.update, "the range of allowed values is empty")
      }
      allowed = unsafe range.minvalue...range.maxvalue
    }
    return DoubleParameter(unsafe message.defaultvalue, range: allowed)
  }

  static func int64(
    _ pointer: UnsafeMutablePointer<Spec__Int64Parameter>?, at path: ModelPath
  ) throws(ModelError) -> Int64Parameter {
    guard let message = unsafe pointer?.pointee else {
      throw path.error(.update, "training needs this parameter, and it is missing")
    }
    var allowed: Int64Parameter.Allowed?
    switch unsafe message.allowed_values_case {
    case SPEC__INT64_PARAMETER__ALLOWED_VALUES_RANGE:
      let range = unsafe message.range.pointee
      guard unsafe range.minvalue <= range.maxvalue else {
        throw path.error(.update, "the range of allowed values is empty")
      }
      allowed = unsafe .range(range.minvalue...range.maxvalue)
    case SPEC__INT64_PARAMETER__ALLOWED_VALUES_SET:
      let set = unsafe message.set.pointee
      allowed = unsafe .set(numbers(set.values, set.n_values))
    default: break
    }
    return Int64Parameter(unsafe message.defaultvalue, allowed: allowed)
  }
}
