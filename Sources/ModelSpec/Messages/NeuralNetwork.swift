/// Layers over named blobs, in the order of evaluation.
package struct NeuralNetwork: Sendable, Equatable {
  /// How a MultiArray input becomes a blob.
  package enum ArrayShapeMapping: Int, Sendable {
    /// Every blob is [Seq, Batch, C, H, W].
    case rank5 = 0
    /// A blob has the declared shape.
    case exact = 1
  }

  package var layers: [NeuralNetworkLayer]
  package var arrayInputShapeMapping: ArrayShapeMapping
  package var updateParameters: UpdateParameters?

  package init(
    layers: [NeuralNetworkLayer], arrayInputShapeMapping: ArrayShapeMapping = .rank5,
    updateParameters: UpdateParameters? = nil
  ) {
    self.layers = layers
    self.arrayInputShapeMapping = arrayInputShapeMapping
    self.updateParameters = updateParameters
  }
}

/// A network whose numbers are the probabilities of classes.
package struct NeuralNetworkClassifier: Sendable, Equatable {
  package var network: NeuralNetwork
  package var labels: ClassLabels
  /// The blob with a number for each label; empty stands for the last layer's output.
  package var labelProbabilityLayerName: String

  package init(
    network: NeuralNetwork, labels: ClassLabels, labelProbabilityLayerName: String = ""
  ) {
    self.network = network
    self.labels = labels
    self.labelProbabilityLayerName = labelProbabilityLayerName
  }

  /// The blob with the probabilities.
  package var probabilities: String {
    labelProbabilityLayerName.isEmpty
      ? network.layers.last?.outputs.first ?? "" : labelProbabilityLayerName
  }
}

/// One layer: what it computes, from which blobs to which.
package struct NeuralNetworkLayer: Sendable, Equatable {
  package var name: String
  package var inputs: [String]
  package var outputs: [String]
  package var isUpdatable: Bool
  package var kind: LayerKind

  package init(
    name: String, inputs: [String], outputs: [String], isUpdatable: Bool = false, kind: LayerKind
  ) {
    self.name = name
    self.inputs = inputs
    self.outputs = outputs
    self.isUpdatable = isUpdatable
    self.kind = kind
  }
}

/// The layers that can be run here, and the name of any other.
package enum LayerKind: Sendable, Equatable {
  case innerProduct(InnerProduct)
  case activation(Activation)
  case unary(Unary)
  /// One input: x + alpha; several: their broadcast sum.
  case add(alpha: Float)
  /// One input: alpha * x; several: their broadcast product.
  case multiply(alpha: Float)
  /// Along the channel axis, or along the sequence axis.
  case concat(sequence: Bool)
  case slice(Slice)
  /// Over the channels of a blob of three or more dimensions.
  case softmax
  /// Over one axis; a negative one counts from the end.
  case softmaxND(axis: Int64)
  case batchnorm(BatchNormalization)
  case scale(ShapedWeights, bias: ShapedWeights?)
  case bias(ShapedWeights)
  case loadConstant(ShapedWeights)
  case loadConstantND(ShapedWeights)
  case copy
  case flatten(channelLast: Bool)
  case reshape(shape: [Int64], channelLast: Bool)
  case reshapeStatic(shape: [Int64])
  /// 0 stands for the size as it is, -1 for what is left.
  case rankPreservingReshape(shape: [Int64])
  case squeeze(axes: [Int64], all: Bool)
  case expandDims(axes: [Int64])
  case flattenTo2D(axis: Int64)
  /// Of the axes sequence, channel, height and width.
  case permute(axes: [UInt64])
  case transpose(axes: [UInt64])
  case dot(cosineSimilarity: Bool)
  case combine(Combination)
  case function(ElementFunction)
  case broadcast(BroadcastOperation)
  /// One input is compared with alpha.
  case compare(Comparison, alpha: Float)
  case clip(minimum: Float, maximum: Float)
  /// `min(beta, x < 0 ? alpha * x : x)`
  case clampedReLU(alpha: Float, beta: Float)
  case gelu(GELU)
  case reduction(Reduction)
  case normalization(Normalization)
  case embedding(Embedding)
  case batchedMatmul(BatchedMatmul)
  case part(PartLayer)
  case order(OrderLayer)
  case index(IndexLayer)
  case shaping(ShapingLayer)
  case recurrent(Recurrent)
  /// A valid layer that is not supported; `number` is its field in the layer message.
  case unsupported(name: String, number: Int)
}

/// `y = W x + b`, with W of shape [outputChannels, inputChannels] in row-major order.
package struct InnerProduct: Sendable, Equatable {
  package var inputChannels: UInt64
  package var outputChannels: UInt64
  package var weights: WeightParameters
  /// nil without a bias.
  package var bias: WeightParameters?
  package var int8DynamicQuantize: Bool

  package init(
    inputChannels: UInt64, outputChannels: UInt64, weights: WeightParameters,
    bias: WeightParameters?, int8DynamicQuantize: Bool = false
  ) {
    self.inputChannels = inputChannels
    self.outputChannels = outputChannels
    self.weights = weights
    self.bias = bias
    self.int8DynamicQuantize = int8DynamicQuantize
  }
}

/// The function of an activation layer.
package enum Activation: Sendable, Equatable {
  case linear(alpha: Float, beta: Float)
  case relu
  case leakyReLU(alpha: Float)
  case thresholdedReLU(alpha: Float)
  /// One alpha per channel, or one for all.
  case prelu(alpha: WeightParameters)
  case tanh
  case scaledTanh(alpha: Float, beta: Float)
  case sigmoid
  case sigmoidHard(alpha: Float, beta: Float)
  case elu(alpha: Float)
  case softsign
  case softplus
  case parametricSoftplus(alpha: WeightParameters, beta: WeightParameters)
}

/// A function of one number, applied to `scale * x + shift`.
package struct Unary: Sendable, Equatable {
  package enum Operation: Int, Sendable {
    case sqrt = 0, rsqrt, inverse, power, exp, log, abs, threshold
  }

  package var operation: Operation
  package var alpha: Float
  /// As in the message: 0 stands for 1e-6.
  package var epsilon: Float
  package var shift: Float
  /// As in the message: 0 stands for 1.
  package var scale: Float

  package init(
    operation: Operation, alpha: Float = 0, epsilon: Float = 0, shift: Float = 0, scale: Float = 0
  ) {
    self.operation = operation
    self.alpha = alpha
    self.epsilon = epsilon
    self.shift = shift
    self.scale = scale
  }
}

/// Elements `start ..< end` along one axis, every `stride`-th; negative indexes count from the end.
package struct Slice: Sendable, Equatable {
  package enum Axis: Int, Sendable {
    case channel = 0, height, width
  }

  package var start: Int64
  package var end: Int64
  package var stride: UInt64
  package var axis: Axis

  package init(start: Int64, end: Int64, stride: UInt64 = 1, axis: Axis = .channel) {
    self.start = start
    self.end = end
    self.stride = stride
    self.axis = axis
  }
}
