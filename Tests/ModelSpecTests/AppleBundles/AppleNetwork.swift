@testable import ModelSpec

/// Writes the files `model.espresso.*` for networks of dense layers, ReLU, softmax, flatten and concat.
struct AppleNetwork {
  private(set) var weights: [UInt8]
  let net: String
  let shape: String

  init(_ network: NeuralNetwork) {
    var layers: [String] = []
    var blobs: [[UInt8]] = []
    var lengths: [String: Int] = [:]
    func blob(_ values: [Float], padding: Int = 0) -> Int {
      blobs.append([UInt8](repeating: 0, count: 12))
      var writer = PartWriter()
      for value in values { writer.number(value.bitPattern) }
      writer.append([UInt8](repeating: 0, count: padding))
      blobs.append(writer.bytes)
      return blobs.count - 1
    }
    for layer in network.layers {
      var members = [
        #""name": "\#(layer.name)", "bottom": "\#(layer.inputs.joined(separator: ","))""#,
        #""top": "\#(layer.outputs.joined(separator: ","))""#,
      ]
      var length = layer.inputs.map { lengths[$0] ?? 1 }.reduce(0, +)
      switch layer.kind {
      case .innerProduct(let product):
        lengths[layer.inputs[0]] = Int(product.inputChannels)
        length = Int(product.outputChannels)
        members.append(
          #""type": "inner_product", "nB": \#(product.inputChannels), "nC": \#(length)"#)
        members.append(#""has_relu": 0, "has_tanh": 0, "has_prelu": 0, "weights": {}"#)
        members.append(#""blob_weights": \#(blob(product.weights.values))"#)
        members.append(#""has_biases": \#(product.bias == nil ? 0 : 1)"#)
        if let bias = product.bias {
          members.append(#""blob_biases": \#(blob(bias.values, padding: 12 * length))"#)
        }
      case .activation(.relu): members.append(#""type": "activation", "mode": 0"#)
      case .softmax: members.append(#""type": "softmax", "C": 2"#)
      case .flatten: members.append(#""type": "flatten""#)
      case .concat: members.append(#""type": "concat""#)
      default: members.append(#""type": "\#(layer.kind.name)""#)
      }
      for output in layer.outputs { lengths[output] = length }
      layers.append("{\(members.joined(separator: ", "))}")
    }
    net =
      #"{"storage": "model.espresso.weights", "properties": {}, "format_version": 200, "layers": [\#(layers.joined(separator: ",\n"))]}"#
    let shapes = lengths.sorted { $0.key < $1.key }.map {
      #""\#($0)": {"n": 1, "k": \#($1), "h": 1, "w": 1}"#
    }
    shape = #"{"layer_shapes": {\#(shapes.joined(separator: ", "))}}"#
    var writer = PartWriter()
    writer.number(UInt64(blobs.count))
    for (index, blob) in blobs.enumerated() {
      writer.number(UInt64(index))
      writer.number(UInt64(blob.count))
    }
    weights = writer.bytes + blobs.flatMap { $0 }
  }
}
