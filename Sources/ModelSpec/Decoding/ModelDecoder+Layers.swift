import CModelSpec
import CProtobufC

extension ModelDecoder {
  /// A layer that computes each number from one number of each of its inputs; nil if it is another.
  static func elementLayer(_ message: Spec__NeuralNetworkLayer, _ number: Int) -> LayerKind? {
    if let function = ElementFunction(rawValue: number) { return .function(function) }
    if let operation = BroadcastOperation(rawValue: number) { return .broadcast(operation) }
    if let combination = Combination(rawValue: number) { return .combine(combination) }
    if let comparison = Comparison(rawValue: number) {
      let alpha: Float
      switch comparison {
      case .equal: unsafe alpha = message.equal.pointee.alpha
      case .notEqual: unsafe alpha = message.notequal.pointee.alpha
      case .lessThan: unsafe alpha = message.lessthan.pointee.alpha
      case .lessEqual: unsafe alpha = message.lessequal.pointee.alpha
      case .greaterThan: unsafe alpha = message.greaterthan.pointee.alpha
      case .greaterEqual: unsafe alpha = message.greaterequal.pointee.alpha
      }
      return .compare(comparison, alpha: alpha)
    }
    switch unsafe message.layer_case {
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_COPY: return .copy
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_CLIP:
      return .clip(
        minimum: unsafe message.clip.pointee.minval, maximum: unsafe message.clip.pointee.maxval)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_CLAMPED_RE_LU:
      return .clampedReLU(
        alpha: unsafe message.clampedrelu.pointee.alpha,
        beta: unsafe message.clampedrelu.pointee.beta)
    default: return nil
    }
  }

  /// A layer with a shape, axes or a mode; nil if it is another.
  static func shapeLayer(
    _ message: Spec__NeuralNetworkLayer, at path: ModelPath
  ) throws(ModelError) -> LayerKind? {
    switch unsafe message.layer_case {
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_GELU:
      let mode = unsafe Int(message.gelu.pointee.mode)
      guard let function = GELU(rawValue: mode) else {
        throw path.field("mode").error(.value, "mode \(mode) does not exist")
      }
      return .gelu(function)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_DOT:
      return .dot(cosineSimilarity: unsafe message.dot.pointee.cosinesimilarity != 0)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_FLATTEN:
      return .flatten(
        channelLast: try isChannelLast(unsafe message.flatten.pointee.mode, at: path))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_RESHAPE:
      let reshape = unsafe message.reshape.pointee
      return .reshape(
        shape: unsafe numbers(reshape.targetshape, reshape.n_targetshape),
        channelLast: try isChannelLast(unsafe reshape.mode, at: path))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_RESHAPE_STATIC:
      return .reshapeStatic(shape: unsafe signedAxes(message.reshapestatic))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_RANK_PRESERVING_RESHAPE:
      return .rankPreservingReshape(shape: unsafe signedAxes(message.rankpreservingreshape))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_SQUEEZE:
      let squeeze = unsafe message.squeeze.pointee
      return .squeeze(
        axes: unsafe numbers(squeeze.axes, squeeze.n_axes), all: unsafe squeeze.squeezeall != 0)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_EXPAND_DIMS:
      return .expandDims(axes: unsafe signedAxes(message.expanddims))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_FLATTEN_TO2_D:
      return .flattenTo2D(axis: unsafe message.flattento2d.pointee.axis)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_PERMUTE:
      let permute = unsafe message.permute.pointee
      return .permute(axes: unsafe numbers(permute.axes, permute.n_axes))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_TRANSPOSE:
      let transpose = unsafe message.transpose.pointee
      return .transpose(axes: unsafe numbers(transpose.axes, transpose.n_axes))
    default: return unsafe try channelLayer(message, at: path)
    }
  }

  /// A layer with numbers for each channel or element; nil if it is another.
  private static func channelLayer(
    _ message: Spec__NeuralNetworkLayer, at path: ModelPath
  ) throws(ModelError) -> LayerKind? {
    switch unsafe message.layer_case {
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_BATCHNORM:
      let norm = unsafe message.batchnorm.pointee
      let count = unsafe Int(clamping: norm.channels)
      return .batchnorm(
        BatchNormalization(
          channels: unsafe norm.channels,
          computesMeanAndVariance: unsafe norm.computemeanvar != 0,
          isPerInstance: unsafe norm.instancenormalization != 0, epsilon: unsafe norm.epsilon,
          gamma: unsafe try optionalWeights(norm.gamma, count, at: path.field("gamma")),
          beta: unsafe try optionalWeights(norm.beta, count, at: path.field("beta")),
          mean: unsafe try optionalWeights(norm.mean, count, at: path.field("mean")),
          variance: unsafe try optionalWeights(norm.variance, count, at: path.field("variance"))))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_SCALE:
      let scale = unsafe message.scale.pointee
      return .scale(
        unsafe try shaped(
          numbers(scale.shapescale, scale.n_shapescale), scale.scale, at: path.field("scale")),
        bias: unsafe scale.hasbias == 0
          ? nil
          : try shaped(
            numbers(scale.shapebias, scale.n_shapebias), scale.bias, at: path.field("bias")))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_BIAS:
      let bias = unsafe message.bias.pointee
      return .bias(
        unsafe try shaped(numbers(bias.shape, bias.n_shape), bias.bias, at: path.field("bias")))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_LOAD_CONSTANT:
      let constant = unsafe message.loadconstant.pointee
      return .loadConstant(
        unsafe try shaped(
          numbers(constant.shape, constant.n_shape), constant.data, at: path.field("data")))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_LOAD_CONSTANT_ND:
      let constant = unsafe message.loadconstantnd.pointee
      return .loadConstantND(
        unsafe try shaped(
          numbers(constant.shape, constant.n_shape), constant.data, at: path.field("data")))
    default: return nil
    }
  }

  private static func isChannelLast(_ mode: Int32, at path: ModelPath) throws(ModelError) -> Bool {
    guard (0...1).contains(mode) else {
      throw path.field("mode").error(.value, "mode \(mode) does not exist")
    }
    return mode == 1
  }

  private static func signedAxes(
    _ pointer: UnsafeMutablePointer<Spec__SignedAxesLayerParams>
  ) -> [Int64] {
    unsafe numbers(pointer.pointee.values, pointer.pointee.n_values)
  }

  static func optionalWeights(
    _ pointer: UnsafeMutablePointer<Spec__WeightParams>?, _ count: Int, at path: ModelPath
  ) throws(ModelError) -> WeightParameters? {
    guard let message = unsafe pointer else { return nil }
    return unsafe try weights(message.pointee, count: count, rows: 1, at: path)
  }

  private static func shaped(
    _ shape: [UInt64], _ pointer: UnsafeMutablePointer<Spec__WeightParams>?, at path: ModelPath
  ) throws(ModelError) -> ShapedWeights {
    var count = 1
    for size in shape {
      guard let size = Int(exactly: size), let product = count.multiplied(by: size) else {
        throw path.error(.shape, "numbers of the shape \(shape) are too many")
      }
      count = product
    }
    guard let values = unsafe try optionalWeights(pointer, count, at: path) else {
      throw path.error(.shape, "the layer's numbers are missing")
    }
    return ShapedWeights(shape: shape, values: values)
  }
}
