import CModelSpec
import CProtobufC

/// Families of layers with learned numbers.
extension ModelDecoder {
  static func normalization(
    _ message: Spec__NeuralNetworkLayer, at path: ModelPath
  ) throws(ModelError) -> Normalization? {
    switch unsafe message.layer_case {
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_MVN:
      let norm = unsafe message.mvn.pointee
      return .meanVariance(
        acrossChannels: unsafe norm.acrosschannels != 0,
        variance: unsafe norm.normalizevariance != 0, epsilon: unsafe norm.epsilon)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_L2NORMALIZE:
      return .l2(epsilon: unsafe message.l2normalize.pointee.epsilon)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_LRN:
      let norm = unsafe message.lrn.pointee
      return .localResponse(
        alpha: unsafe norm.alpha, beta: unsafe norm.beta, size: unsafe norm.localsize,
        k: unsafe norm.k)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_LAYER_NORMALIZATION:
      let norm = unsafe message.layernormalization.pointee
      let shape = unsafe numbers(norm.normalizedshape, norm.n_normalizedshape)
      let sizes = shape.map { UInt64(clamping: $0) }
      return .layer(
        shape: shape, epsilon: unsafe norm.eps,
        gamma: unsafe try learned(norm.gamma, sizes, at: path.field("gamma")),
        beta: unsafe try learned(norm.beta, sizes, at: path.field("beta")))
    default: return nil
    }
  }

  static func matrixLayer(
    _ message: Spec__NeuralNetworkLayer, at path: ModelPath
  ) throws(ModelError) -> LayerKind? {
    switch unsafe message.layer_case {
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_EMBEDDING:
      let layer = unsafe message.embedding.pointee
      return .embedding(
        unsafe try embedding(
          layer.inputdim, layer.outputchannels, layer.weights,
          layer.hasbias != 0 ? layer.bias : nil, hasBias: layer.hasbias != 0, isND: false,
          at: path))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_EMBEDDING_ND:
      let layer = unsafe message.embeddingnd.pointee
      return .embedding(
        unsafe try embedding(
          layer.vocabsize, layer.embeddingsize, layer.weights,
          layer.hasbias != 0 ? layer.bias : nil, hasBias: layer.hasbias != 0, isND: true, at: path)
      )
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_BATCHED_MATMUL:
      let layer = unsafe message.batchedmatmul.pointee
      let (rows, columns) = unsafe (
        layer.weightmatrixfirstdimension, layer.weightmatrixseconddimension
      )
      return .batchedMatmul(
        BatchedMatmul(
          transposesFirst: unsafe layer.transposea != 0,
          transposesSecond: unsafe layer.transposeb != 0, rows: rows, columns: columns,
          weights: unsafe try learned(
            layer.weights, [columns, rows], at: path.field("weights")),
          bias: unsafe layer.hasbias == 0
            ? nil : try needed(layer.bias, [columns], at: path.field("bias")),
          int8DynamicQuantize: unsafe layer.int8dynamicquantize != 0))
    default: return nil
    }
  }

  private static func embedding(
    _ inputs: UInt64, _ outputs: UInt64, _ weights: UnsafeMutablePointer<Spec__WeightParams>?,
    _ bias: UnsafeMutablePointer<Spec__WeightParams>?, hasBias: Bool, isND: Bool,
    at path: ModelPath
  ) throws(ModelError) -> Embedding {
    Embedding(
      inputs: inputs, outputs: outputs,
      weights: unsafe try needed(weights, [outputs, inputs], at: path.field("weights")),
      bias: hasBias ? unsafe try needed(bias, [outputs], at: path.field("bias")) : nil,
      isND: isND)
  }

  /// Numbers of a certain shape, whose first dimension is that of the output channels; nil if absent.
  static func learned(
    _ pointer: UnsafeMutablePointer<Spec__WeightParams>?, _ shape: [UInt64], at path: ModelPath
  ) throws(ModelError) -> WeightParameters? {
    guard let message = unsafe pointer else { return nil }
    var count = 1
    for size in shape {
      guard let size = Int(exactly: size), let product = count.multiplied(by: size) else {
        throw path.error(.shape, "numbers of the shape \(shape) are too many")
      }
      count = product
    }
    let rows = shape.first.map { Int(clamping: $0) } ?? 1
    return unsafe try weights(message.pointee, count: count, rows: rows, at: path)
  }

  private static func needed(
    _ pointer: UnsafeMutablePointer<Spec__WeightParams>?, _ shape: [UInt64], at path: ModelPath
  ) throws(ModelError) -> WeightParameters {
    guard let values = unsafe try learned(pointer, shape, at: path) else {
      throw path.error(.shape, "the numbers are missing")
    }
    return values
  }

  static func recurrent(
    _ message: Spec__NeuralNetworkLayer, at path: ModelPath
  ) throws(ModelError) -> Recurrent? {
    switch unsafe message.layer_case {
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_SIMPLE_RECURRENT:
      let layer = unsafe message.simplerecurrent.pointee
      let (inputs, outputs) = unsafe (layer.inputvectorsize, layer.outputvectorsize)
      guard let function = unsafe layer.activation else {
        throw path.field("activation").error(.shape, "there are 0 activations, not 1")
      }
      return Recurrent(
        cell: .simple, inputSize: inputs, outputSize: outputs,
        directions: [
          Recurrent.Direction(
            weights: unsafe [
              try needed(layer.weightmatrix, [outputs, inputs], at: path.field("weightMatrix"))
            ],
            recursions: unsafe [
              try needed(
                layer.recursionmatrix, [outputs, outputs], at: path.field("recursionMatrix"))
            ],
            biases: unsafe layer.hasbiasvector == 0
              ? [] : [try needed(layer.biasvector, [outputs], at: path.field("biasVector"))],
            activations: unsafe [
              try activation(function.pointee, at: path.field("activation"))
            ])
        ], givesSequence: unsafe layer.sequenceoutput != 0,
        reversesInput: unsafe layer.reverseinput != 0)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_GRU:
      let layer = unsafe message.gru.pointee
      let (inputs, outputs) = unsafe (layer.inputvectorsize, layer.outputvectorsize)
      let names = ["updateGate", "resetGate", "outputGate"]
      return Recurrent(
        cell: .gru, inputSize: inputs, outputSize: outputs,
        directions: [
          Recurrent.Direction(
            weights: unsafe try all(
              names, "WeightMatrix",
              [
                layer.updategateweightmatrix, layer.resetgateweightmatrix,
                layer.outputgateweightmatrix,
              ], [outputs, inputs], at: path),
            recursions: unsafe try all(
              names, "RecursionMatrix",
              [
                layer.updategaterecursionmatrix, layer.resetgaterecursionmatrix,
                layer.outputgaterecursionmatrix,
              ], [outputs, outputs], at: path),
            biases: unsafe layer.hasbiasvectors == 0
              ? []
              : try all(
                names, "BiasVector",
                [
                  layer.updategatebiasvector, layer.resetgatebiasvector,
                  layer.outputgatebiasvector,
                ], [outputs], at: path),
            activations: unsafe try activations(
              layer.activations, layer.n_activations, at: path, "activations"))
        ], givesSequence: unsafe layer.sequenceoutput != 0,
        reversesInput: unsafe layer.reverseinput != 0)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_UNI_DIRECTIONAL_LSTM:
      let layer = unsafe message.unidirectionallstm.pointee
      guard let weights = unsafe layer.weightparams else {
        throw path.field("weightParams").error(.shape, "the layer has no weights")
      }
      var result = unsafe try lstm(
        .lstm, layer.inputvectorsize, layer.outputvectorsize, layer.params)
      unsafe result.reversesInput = layer.reverseinput != 0
      let functions = unsafe try activations(
        layer.activations, layer.n_activations, at: path, "activations")
      unsafe result.directions = [
        try direction(
          weights.pointee, layer.params, [layer.inputvectorsize, layer.outputvectorsize],
          functions, at: path.field("weightParams"))
      ]
      return result
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_BI_DIRECTIONAL_LSTM:
      let layer = unsafe message.bidirectionallstm.pointee
      var result = unsafe try lstm(
        .bidirectionalLSTM, layer.inputvectorsize, layer.outputvectorsize, layer.params)
      let functions = unsafe [
        try activations(
          layer.activationsforwardlstm, layer.n_activationsforwardlstm, at: path,
          "activationsForwardLSTM"),
        try activations(
          layer.activationsbackwardlstm, layer.n_activationsbackwardlstm, at: path,
          "activationsBackwardLSTM"),
      ]
      result.directions = unsafe try list(layer.weightparams, layer.n_weightparams) {
        (weights, index) throws(ModelError) in
        unsafe try direction(
          weights, layer.params, [layer.inputvectorsize, layer.outputvectorsize],
          index < 2 ? functions[index] : [], at: path.element("weightParams", index))
      }
      return result
    default: return nil
    }
  }

  private static func lstm(
    _ cell: Recurrent.Cell, _ inputs: UInt64, _ outputs: UInt64,
    _ parameters: UnsafeMutablePointer<Spec__LSTMParams>?
  ) throws(ModelError) -> Recurrent {
    var result = Recurrent(cell: cell, inputSize: inputs, outputSize: outputs, directions: [])
    guard let parameters = unsafe parameters?.pointee else { return result }
    unsafe result.givesSequence = parameters.sequenceoutput != 0
    unsafe result.addsForgetBias = parameters.forgetbias != 0
    unsafe result.couplesGates = parameters.coupledinputandforgetgate != 0
    unsafe result.cellClip = parameters.cellclipthreshold
    return result
  }

  private static func direction(
    _ weights: Spec__LSTMWeightParams, _ parameters: UnsafeMutablePointer<Spec__LSTMParams>?,
    _ sizes: [UInt64], _ activations: [Activation], at path: ModelPath
  ) throws(ModelError) -> Recurrent.Direction {
    let (inputs, outputs) = (sizes[0], sizes[1])
    let names = ["inputGate", "forgetGate", "blockInput", "outputGate"]
    let hasBiases = unsafe (parameters?.pointee.hasbiasvectors ?? 0) != 0
    let hasPeepholes = unsafe (parameters?.pointee.haspeepholevectors ?? 0) != 0
    return Recurrent.Direction(
      weights: unsafe try all(
        names, "WeightMatrix",
        [
          weights.inputgateweightmatrix, weights.forgetgateweightmatrix,
          weights.blockinputweightmatrix, weights.outputgateweightmatrix,
        ], [outputs, inputs], at: path),
      recursions: unsafe try all(
        names, "RecursionMatrix",
        [
          weights.inputgaterecursionmatrix, weights.forgetgaterecursionmatrix,
          weights.blockinputrecursionmatrix, weights.outputgaterecursionmatrix,
        ], [outputs, outputs], at: path),
      biases: !hasBiases
        ? []
        : unsafe try all(
          names, "BiasVector",
          [
            weights.inputgatebiasvector, weights.forgetgatebiasvector,
            weights.blockinputbiasvector, weights.outputgatebiasvector,
          ], [outputs], at: path),
      peepholes: !hasPeepholes
        ? []
        : unsafe try all(
          ["inputGate", "forgetGate", "outputGate"], "PeepholeVector",
          [
            weights.inputgatepeepholevector, weights.forgetgatepeepholevector,
            weights.outputgatepeepholevector,
          ], [outputs], at: path), activations: activations)
  }

  /// The numbers of all gates.
  private static func all(
    _ gates: [String], _ part: String, _ pointers: [UnsafeMutablePointer<Spec__WeightParams>?],
    _ shape: [UInt64], at path: ModelPath
  ) throws(ModelError) -> [WeightParameters] {
    var values: [WeightParameters] = []
    for (index, gate) in gates.enumerated() {
      values.append(unsafe try needed(pointers[index], shape, at: path.field(gate + part)))
    }
    return values
  }

  private static func activations(
    _ pointer: UnsafeMutablePointer<UnsafeMutablePointer<Spec__ActivationParams>?>?, _ count: Int,
    at path: ModelPath, _ field: String
  ) throws(ModelError) -> [Activation] {
    unsafe try list(pointer, count) { (message, index) throws(ModelError) in
      unsafe try activation(message, at: path.element(field, index))
    }
  }
}
