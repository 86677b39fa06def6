import CModelSpec
import CProtobufC

extension ModelDecoder {
  static func neuralNetwork(
    _ message: Spec__NeuralNetwork, isUpdatable: Bool, at path: ModelPath
  ) throws(ModelError) -> NeuralNetwork {
    let number = unsafe Int(message.arrayinputshapemapping.rawValue)
    guard let mapping = NeuralNetwork.ArrayShapeMapping(rawValue: number) else {
      throw path.field("arrayInputShapeMapping").error(.value, "mapping \(number) does not exist")
    }
    let layers = unsafe try list(message.layers, message.n_layers) {
      (message, index) throws(ModelError) in
      unsafe try layer(message, at: path.element("layers", index))
    }
    var parameters: UpdateParameters?
    if let message = unsafe message.updateparams {
      let path = path.field("updateParams")
      // What cannot be trained may keep unfinished parameters: nobody reads them.
      parameters =
        isUpdatable
        ? unsafe try updateParameters(message.pointee, at: path)
        : unsafe try? updateParameters(message.pointee, at: path)
    }
    return NeuralNetwork(
      layers: layers, arrayInputShapeMapping: mapping, updateParameters: parameters)
  }

  static func neuralNetworkClassifier(
    _ message: Spec__NeuralNetwork, isUpdatable: Bool, at path: ModelPath
  ) throws(ModelError) -> NeuralNetworkClassifier {
    let labels: ClassLabels
    switch unsafe message.class_labels_case {
    case SPEC__NEURAL_NETWORK__CLASS_LABELS_STRING_CLASS_LABELS:
      labels = unsafe classLabels(message.stringclasslabels)
    case SPEC__NEURAL_NETWORK__CLASS_LABELS_INT64_CLASS_LABELS:
      labels = unsafe classLabels(message.int64classlabels)
    default: throw noLabels(at: path)
    }
    return NeuralNetworkClassifier(
      network: unsafe try neuralNetwork(message, isUpdatable: isUpdatable, at: path),
      labels: labels, labelProbabilityLayerName: unsafe text(message.labelprobabilitylayername))
  }

  private static func layer(
    _ message: Spec__NeuralNetworkLayer, at path: ModelPath
  ) throws(ModelError) -> NeuralNetworkLayer {
    NeuralNetworkLayer(
      name: unsafe text(message.name), inputs: unsafe texts(message.input, message.n_input),
      outputs: unsafe texts(message.output, message.n_output),
      isUpdatable: unsafe message.isupdatable != 0,
      kind: unsafe try layerKind(message, at: path))
  }

  private static func layerKind(
    _ message: Spec__NeuralNetworkLayer, at path: ModelPath
  ) throws(ModelError) -> LayerKind {
    let others = unsafe unknownFieldNumbers(message.base)
    let type = unsafe message.layer_case
    let kinds = Set(others.filter { LayerKindNames.known[$0] != nil })
    guard kinds.count + (type == SPEC__NEURAL_NETWORK_LAYER__LAYER__NOT_SET ? 0 : 1) < 2 else {
      throw path.error(.structure, "the layer is of two kinds at once")
    }
    switch type {
    case SPEC__NEURAL_NETWORK_LAYER__LAYER__NOT_SET:
      guard let other = kinds.first ?? others.first(where: { $0 >= LayerKindNames.firstNumber })
      else { throw path.error(.structure, "the layer does not say what it computes") }
      return .unsupported(name: LayerKindNames.name(other), number: other)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_ACTIVATION:
      return .activation(
        unsafe try activation(message.activation.pointee, at: path.field("activation")))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_INNER_PRODUCT:
      return .innerProduct(
        unsafe try innerProduct(message.innerproduct.pointee, at: path.field("innerProduct")))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_UNARY:
      return .unary(unsafe try unary(message.unary.pointee, at: path.field("unary")))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_ADD:
      return .add(alpha: unsafe message.add.pointee.alpha)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_MULTIPLY:
      return .multiply(alpha: unsafe message.multiply.pointee.alpha)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_CONCAT:
      return .concat(sequence: unsafe message.concat.pointee.sequenceconcat != 0)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_SLICE:
      return .slice(unsafe try slice(message.slice.pointee, at: path.field("slice")))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_SOFTMAX: return .softmax
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_SOFTMAX_ND:
      return .softmaxND(axis: unsafe message.softmaxnd.pointee.axis)
    default:
      let number = Int(type.rawValue)
      let path = path.field(LayerKindNames.name(number))
      if let kind = unsafe elementLayer(message, number) { return kind }
      if let kind = unsafe try shapeLayer(message, at: path) { return kind }
      if let kind = unsafe try familyLayer(message, number, at: path) { return kind }
      return .unsupported(name: LayerKindNames.name(number), number: number)
    }
  }

  private static func innerProduct(
    _ message: Spec__InnerProductLayerParams, at path: ModelPath
  ) throws(ModelError) -> InnerProduct {
    let inputs = unsafe message.inputchannels
    let outputs = unsafe message.outputchannels
    let (count, overflow) = inputs.multipliedReportingOverflow(by: outputs)
    guard !overflow, let count = Int(exactly: count), let rows = Int(exactly: outputs) else {
      throw path.error(.shape, "a matrix of \(outputs) × \(inputs) weights is too large")
    }
    var bias: WeightParameters?
    if unsafe message.hasbias != 0 {
      let path = path.field("bias")
      guard let values = unsafe message.bias else {
        throw path.error(.shape, "hasBias is set, but there is no bias")
      }
      bias = unsafe try weights(values.pointee, count: rows, rows: rows, at: path)
    }
    let weightsPath = path.field("weights")
    guard let values = unsafe message.weights else {
      throw weightsPath.error(.shape, "the layer has no weights")
    }
    return InnerProduct(
      inputChannels: inputs, outputChannels: outputs,
      weights: unsafe try weights(values.pointee, count: count, rows: rows, at: weightsPath),
      bias: bias, int8DynamicQuantize: unsafe message.int8dynamicquantize != 0)
  }

  static func activation(
    _ message: Spec__ActivationParams, at path: ModelPath
  ) throws(ModelError) -> Activation {
    switch unsafe message.nonlinearity_type_case {
    case SPEC__ACTIVATION_PARAMS__NONLINEARITY_TYPE_LINEAR:
      let function = unsafe message.linear.pointee
      return .linear(alpha: unsafe function.alpha, beta: unsafe function.beta)
    case SPEC__ACTIVATION_PARAMS__NONLINEARITY_TYPE_RE_LU: return .relu
    case SPEC__ACTIVATION_PARAMS__NONLINEARITY_TYPE_LEAKY_RE_LU:
      return .leakyReLU(alpha: unsafe message.leakyrelu.pointee.alpha)
    case SPEC__ACTIVATION_PARAMS__NONLINEARITY_TYPE_THRESHOLDED_RE_LU:
      return .thresholdedReLU(alpha: unsafe message.thresholdedrelu.pointee.alpha)
    case SPEC__ACTIVATION_PARAMS__NONLINEARITY_TYPE_PRE_LU:
      return .prelu(
        alpha: unsafe try slopes(
          message.prelu.pointee.alpha, at: path.field("PReLU").field("alpha")))
    case SPEC__ACTIVATION_PARAMS__NONLINEARITY_TYPE_TANH: return .tanh
    case SPEC__ACTIVATION_PARAMS__NONLINEARITY_TYPE_SCALED_TANH:
      let function = unsafe message.scaledtanh.pointee
      return .scaledTanh(alpha: unsafe function.alpha, beta: unsafe function.beta)
    case SPEC__ACTIVATION_PARAMS__NONLINEARITY_TYPE_SIGMOID: return .sigmoid
    case SPEC__ACTIVATION_PARAMS__NONLINEARITY_TYPE_SIGMOID_HARD:
      let function = unsafe message.sigmoidhard.pointee
      return .sigmoidHard(alpha: unsafe function.alpha, beta: unsafe function.beta)
    case SPEC__ACTIVATION_PARAMS__NONLINEARITY_TYPE_ELU:
      return .elu(alpha: unsafe message.elu.pointee.alpha)
    case SPEC__ACTIVATION_PARAMS__NONLINEARITY_TYPE_SOFTSIGN: return .softsign
    case SPEC__ACTIVATION_PARAMS__NONLINEARITY_TYPE_SOFTPLUS: return .softplus
    case SPEC__ACTIVATION_PARAMS__NONLINEARITY_TYPE_PARAMETRIC_SOFTPLUS:
      let function = unsafe message.parametricsoftplus.pointee
      let path = path.field("parametricSoftplus")
      return .parametricSoftplus(
        alpha: unsafe try slopes(function.alpha, at: path.field("alpha")),
        beta: unsafe try slopes(function.beta, at: path.field("beta")))
    default: throw path.error(.structure, "the activation does not say which function it is")
    }
  }

  private static func slopes(
    _ pointer: UnsafeMutablePointer<Spec__WeightParams>?, at path: ModelPath
  ) throws(ModelError) -> WeightParameters {
    guard let message = unsafe pointer else {
      throw path.error(.shape, "the activation's parameters are missing")
    }
    return unsafe try weights(message.pointee, count: nil, rows: 1, at: path)
  }

  private static func unary(
    _ message: Spec__UnaryFunctionLayerParams, at path: ModelPath
  ) throws(ModelError) -> Unary {
    let number = unsafe Int(message.type.rawValue)
    guard let operation = Unary.Operation(rawValue: number) else {
      throw path.field("type").error(.value, "function \(number) does not exist")
    }
    return Unary(
      operation: operation, alpha: unsafe message.alpha, epsilon: unsafe message.epsilon,
      shift: unsafe message.shift, scale: unsafe message.scale)
  }

  private static func slice(
    _ message: Spec__SliceLayerParams, at path: ModelPath
  ) throws(ModelError) -> Slice {
    let number = unsafe Int(message.axis.rawValue)
    guard let axis = Slice.Axis(rawValue: number) else {
      throw path.field("axis").error(.value, "axis \(number) does not exist")
    }
    return Slice(
      start: unsafe message.startindex, end: unsafe message.endindex,
      stride: unsafe message.stride, axis: axis)
  }
}
