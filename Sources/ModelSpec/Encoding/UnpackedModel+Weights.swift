import CModelSpec
import CProtobufC
import Glibc

extension UnpackedModel {
  /// Puts new numbers in the place of a layer's own.
  func replace(_ new: LayerWeights) throws(ModelError) {
    var path = ModelPath.root
    let layer = unsafe try layer(new, &path)
    guard unsafe layer.pointee.layer_case == SPEC__NEURAL_NETWORK_LAYER__LAYER_INNER_PRODUCT,
      let product = unsafe layer.pointee.innerproduct
    else { throw path.error(.update, "only the weights of an innerProduct can be replaced") }
    path = path.field("innerProduct")
    let columns = unsafe Int(exactly: product.pointee.inputchannels) ?? 0
    let rows = unsafe Int(exactly: product.pointee.outputchannels) ?? 0
    unsafe try Self.replace(
      product.pointee.weights, with: new.weights, count: columns.multiplied(by: rows),
      at: path.field("weights"))
    if let bias = new.bias {
      unsafe try Self.replace(
        product.pointee.bias, with: bias, count: rows, at: path.field("bias"))
    }
  }

  private func layer(
    _ new: LayerWeights, _ path: inout ModelPath
  ) throws(ModelError) -> UnsafeMutablePointer<Spec__NeuralNetworkLayer> {
    let model = unsafe try stage(new.stage, &path)
    let network: UnsafeMutablePointer<Spec__NeuralNetwork>?
    switch unsafe model.pointee.type_case {
    case SPEC__MODEL__TYPE_NEURAL_NETWORK:
      path = path.field("neuralNetwork")
      unsafe network = model.pointee.neuralnetwork
    case SPEC__MODEL__TYPE_NEURAL_NETWORK_REGRESSOR:
      path = path.field("neuralNetworkRegressor")
      unsafe network = model.pointee.neuralnetworkregressor
    case SPEC__MODEL__TYPE_NEURAL_NETWORK_CLASSIFIER:
      path = path.field("neuralNetworkClassifier")
      unsafe network = model.pointee.neuralnetworkclassifier
    default:
      unsafe network = nil
    }
    guard let network = unsafe network?.pointee else {
      throw path.error(.update, "there is no network here to replace weights in")
    }
    let count = unsafe network.n_layers
    for index in 0..<count {
      guard let layer = unsafe network.layers[index] else { continue }
      if unsafe text(layer.pointee.name) == new.layer {
        path = path.element("layers", index)
        return unsafe layer
      }
    }
    throw path.field("layers").error(.update, "there is no layer named '\(new.layer)'")
  }

  private static func replace(
    _ pointer: UnsafeMutablePointer<Spec__WeightParams>?, with values: [Float], count: Int?,
    at path: ModelPath
  ) throws(ModelError) {
    guard let message = unsafe pointer else {
      throw path.error(.update, "the layer has no such numbers to replace")
    }
    guard unsafe message.pointee.quantization == nil else {
      throw path.error(.update, "quantized weights cannot be replaced")
    }
    guard values.count == count, !values.isEmpty else {
      throw path.error(
        .shape, "\(values.count) new weights for \(count.map(String.init) ?? "too many")")
    }
    guard let memory = unsafe malloc(values.count * MemoryLayout<Float>.stride) else {
      throw path.error(.unreadable, "there is no memory for \(values.count) weights")
    }
    let floats = unsafe memory.bindMemory(to: Float.self, capacity: values.count)
    for (index, value) in values.enumerated() { unsafe floats[index] = value }
    // protobuf-c frees with the message what stands in it, and allocated the old numbers the same way.
    unsafe free(message.pointee.floatvalue)
    unsafe message.pointee.floatvalue = floats
    unsafe message.pointee.n_floatvalue = values.count
    unsafe free(message.pointee.float16value.data)
    unsafe message.pointee.float16value = ProtobufCBinaryData(len: 0, data: nil)
  }
}
