/// `model.espresso.net` and `.shape`: the layers of a network in JSON.
struct CompiledNetwork {
  private let net: JSONPart
  private let shapes: JSONPart
  private var weights: CompiledWeights
  /// The names of the layers that can be updated.
  private let updatable: Set<String>

  init(_ folder: BundleFolder, updatable: Set<String>) throws(ModelError) {
    net = try JSONPart("model.espresso.net", of: folder)
    for key in net.keys {
      let member = try net.required(key)
      switch key {
      case "layers": break
      case "storage":
        guard try member.text() == "model.espresso.weights" else {
          throw member.unknown("the weights lie in another file than model.espresso.weights")
        }
      case "format_version":
        guard try member.count() == 200 else {
          throw member.unknown("of the versions of this format only 200 is known")
        }
      default:
        guard [.object([:]), .list([])].contains(member.value) else {
          throw member.unknown("what '\(key)' says is not known")
        }
      }
    }
    shapes = try JSONPart("model.espresso.shape", of: folder).required("layer_shapes")
    weights = try CompiledWeights("model.espresso.weights", of: folder)
    self.updatable = updatable
  }

  mutating func layers() throws(ModelError) -> [NeuralNetworkLayer] {
    var layers: [NeuralNetworkLayer] = []
    for layer in try net.required("layers").list() {
      switch try layer.required("type").text() {
      case "inner_product": layers += try innerProduct(layer)
      case "activation": layers.append(try activation(layer))
      case "softmax": layers.append(try softmax(layer))
      case "flatten": layers.append(try flatten(layer))
      case "concat": layers.append(try concat(layer))
      case let other:
        throw try layer.required("type").unknown(
          "how Apple's compiler lays out a layer of the type '\(other.prefix(60))' is not known")
      }
    }
    let missing = updatable.subtracting(layers.map(\.name))
    if let name = missing.min() {
      throw ModelError(.bundle, at: net.path, "there is no layer '\(name)', which can be updated")
    }
    return layers
  }

  /// `y = W x + b`, and the activation that the compiler has drawn into it.
  private mutating func innerProduct(_ layer: JSONPart) throws(ModelError) -> [NeuralNetworkLayer] {
    try check(
      layer, known: ["nB", "nC", "weights", "blob_weights", "blob_biases"],
      switches: ["has_biases", "has_relu", "has_tanh", "has_prelu"])
    if let unused = layer.member("weights"), unused.value != .object([:]) {
      throw unused.unknown("what 'weights' says is not known")
    }
    let (inputs, outputs) = (
      try layer.required("nB").count(), try layer.required("nC").count()
    )
    for (key, expected) in [("bottom", inputs), ("top", outputs)] {
      for blob in try blobs(layer, key) {
        let size = try elementCount(of: blob)
        guard size == expected else {
          throw ModelError(
            .bundle, at: layer.path,
            "the layer has \(expected) numbers at its \(key), the shape of '\(blob)' \(size)")
        }
      }
    }
    let (count, overflow) = inputs.multipliedReportingOverflow(by: outputs)
    guard !overflow else { throw layer.unknown("\(inputs) × \(outputs) weights are too many") }
    let name = try layer.required("name").text()
    let isUpdatable = updatable.contains(name)
    let bias: WeightParameters? =
      if try layer.required("has_biases").count() == 0 {
        nil
      } else {
        WeightParameters(
          try weights.values(layer.required("blob_biases"), count: outputs, isPadded: true),
          isUpdatable: isUpdatable)
      }
    let product = InnerProduct(
      inputChannels: UInt64(inputs), outputChannels: UInt64(outputs),
      weights: WeightParameters(
        try weights.values(layer.required("blob_weights"), count: count), isUpdatable: isUpdatable),
      bias: bias)
    var made = NeuralNetworkLayer(
      name: name, inputs: try blobs(layer, "bottom"), outputs: try blobs(layer, "top"),
      isUpdatable: isUpdatable, kind: .innerProduct(product))
    guard let (function, suffix) = try fusedActivation(layer) else { return [made] }
    // The name of the blob between the two is not kept; this one is as good and nobody else's.
    let between = "\(name)__before_\(suffix)"
    let activation = NeuralNetworkLayer(
      name: "\(name)__\(suffix)", inputs: [between], outputs: made.outputs,
      kind: .activation(function))
    made.outputs = [between]
    return [made, activation]
  }

  private func fusedActivation(
    _ layer: JSONPart
  ) throws(ModelError) -> (function: Activation, name: String)? {
    if let prelu = layer.member("has_prelu"), try prelu.count() != 0 {
      throw prelu.unknown("where the slopes of a fused PReLU lie is not known")
    }
    let isReLU =
      try layer.member("has_relu").map { part throws(ModelError) in try part.count() } == 1
    let isTanh =
      try layer.member("has_tanh").map { part throws(ModelError) in try part.count() } == 1
    switch (isReLU, isTanh) {
    case (false, false): return nil
    case (true, false): return (.relu, "relu")
    case (false, true): return (.tanh, "tanh")
    case (true, true): throw layer.unknown("of two fused activations the order is not known")
    }
  }

  private func activation(_ layer: JSONPart) throws(ModelError) -> NeuralNetworkLayer {
    try check(layer, known: ["mode"])
    let mode = try layer.required("mode")
    guard try mode.count() == 0 else {
      throw mode.unknown("of the modes of an activation only 0, ReLU, is known")
    }
    return try plain(layer, .activation(.relu))
  }

  /// Over the channels; other axes were not seen.
  private func softmax(_ layer: JSONPart) throws(ModelError) -> NeuralNetworkLayer {
    try check(layer, known: ["C"])
    for blob in try blobs(layer, "bottom") { _ = try vectorLength(of: blob, in: layer) }
    let axis = try layer.required("C")
    guard try axis.count() == 2 else {
      throw axis.unknown("of the axes of softmax only 2, the channels, is known")
    }
    return try plain(layer, .softmax)
  }

  /// Of a vector, where all orders of flattening are the same.
  private func flatten(_ layer: JSONPart) throws(ModelError) -> NeuralNetworkLayer {
    try check(layer, known: ["mode"])
    for blob in try blobs(layer, "bottom") { _ = try vectorLength(of: blob, in: layer) }
    return try plain(layer, .flatten(channelLast: false))
  }

  /// Of vectors, which can only be laid end to end; the lengths have to say so.
  private func concat(_ layer: JSONPart) throws(ModelError) -> NeuralNetworkLayer {
    try check(layer, known: [])
    let made = try plain(layer, .concat(sequence: false))
    var sum = 0
    for blob in made.inputs {
      let (next, overflow) = sum.addingReportingOverflow(try vectorLength(of: blob, in: layer))
      guard !overflow else { throw layer.unknown("the blobs are too large") }
      sum = next
    }
    guard made.outputs.count == 1, try vectorLength(of: made.outputs[0], in: layer) == sum else {
      throw layer.unknown("the length of the result is not the sum of the lengths")
    }
    return made
  }

  private func plain(_ layer: JSONPart, _ kind: LayerKind) throws(ModelError) -> NeuralNetworkLayer
  {
    NeuralNetworkLayer(
      name: try layer.required("name").text(), inputs: try blobs(layer, "bottom"),
      outputs: try blobs(layer, "top"), kind: kind)
  }

  /// Names with commas between them.
  private func blobs(_ layer: JSONPart, _ key: String) throws(ModelError) -> [String] {
    try layer.required(key).text().split(separator: ",", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// Refuses a layer that says more than what is known of its type.
  private func check(
    _ layer: JSONPart, known: Set<String>, switches: [String] = []
  ) throws(ModelError) {
    for key in layer.keys where !known.contains(key) && !switches.contains(key) {
      let member = try layer.required(key)
      switch key {
      case "name", "type", "bottom", "top": continue
      case "attributes" where member.keys == ["is_output"]: continue
      default: throw member.unknown("what '\(key)' says is not known")
      }
    }
    for key in switches {
      guard let member = layer.member(key) else { continue }
      guard try member.count() < 2 else { throw member.unknown("this is known as 0 and 1 only") }
    }
    for blob in try blobs(layer, "bottom") + blobs(layer, "top") { try checkShape(of: blob) }
  }

  /// A shape with more than the five sizes means another way to see the blob.
  private func checkShape(of blob: String) throws(ModelError) {
    let shape = try shapes.required(blob)
    for key in shape.keys where !["n", "k", "h", "w", "seq"].contains(key) {
      throw try shape.required(key).unknown("what '\(key)' says of a blob is not known")
    }
  }

  /// Elements of a blob that is one row of a table.
  private func elementCount(of blob: String) throws(ModelError) -> Int {
    let shape = try shapes.required(blob)
    var product = 1
    for key in shape.keys {
      let size = try shape.required(key)
      if ["n", "seq"].contains(key) {
        guard try size.count() == 1 else { throw size.unknown("sequences are not known") }
      } else {
        let (next, overflow) = product.multipliedReportingOverflow(by: try size.count())
        guard !overflow else { throw size.unknown("the blob is too large") }
        product = next
      }
    }
    return product
  }

  private func vectorLength(of blob: String, in layer: JSONPart) throws(ModelError) -> Int {
    let shape = try shapes.required(blob)
    for key in shape.keys where key != "k" {
      guard try shape.required(key).count() == 1 else {
        throw layer.unknown(
          "the order of the elements of '\(blob)', which is no vector, is not known")
      }
    }
    return try shape.required("k").count()
  }
}
