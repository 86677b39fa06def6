import ModelSpec

extension Network {
  /// Compiles a network whose inputs have these names and, for one row, these declared shapes.
  ///
  /// A scalar input has the shape `[]` and becomes a blob of one element.
  init(
    _ network: NeuralNetwork, inputs: [(name: String, shape: [Int])], path: String
  ) throws(ModelError) {
    var compiler = NetworkCompiler(mapping: network.arrayInputShapeMapping, path: path)
    for input in inputs {
      let declared = input.shape.isEmpty && compiler.mapping == .exact ? [1] : input.shape
      guard let shape = BlobShape(declared, mapping: compiler.mapping) else {
        throw ModelError(
          .shape, at: path, "the input '\(input.name)' has the impossible shape \(input.shape)")
      }
      _ = try compiler.add(blob: input.name, shape)
    }
    for (index, layer) in network.layers.enumerated() {
      compiler.path = "\(path).layers[\(index)]"
      try compiler.add(layer)
    }
    layers = compiler.layers
    parameters = compiler.parameters
    parameterLayers = compiler.parameterLayers
    shapes = compiler.shapes
    blobs = compiler.blobs
    mapping = compiler.mapping
  }
}

/// Works out shapes and numbers layer by layer.
struct NetworkCompiler {
  let mapping: NeuralNetwork.ArrayShapeMapping
  var path: String
  var layers: [any CompiledLayer] = []
  var parameters: [DenseParameters] = []
  var parameterLayers: [Network.ParameterLayer] = []
  var shapes: [BlobShape] = []
  var blobs: [String: Int] = [:]
  /// The blobs that are the same for every row.
  var constants: [Int: [Float]] = [:]
  /// What the present layer of a family is called, for errors.
  var kindName = ""
  /// How many layers were computed at once.
  var foldings = 0
  /// Numbers that one row needs so far: elements of blobs, and of tables of their places.
  private var spent = 0

  init(mapping: NeuralNetwork.ArrayShapeMapping, path: String) {
    self.mapping = mapping
    self.path = path
  }

  mutating func add(blob name: String, _ shape: BlobShape) throws(ModelError) -> Int {
    let blob = try add(hidden: shape)
    blobs[name] = blob
    return blob
  }

  /// Adds a blob that has no name.
  mutating func add(hidden shape: BlobShape) throws(ModelError) -> Int {
    guard shape.count > 0 else {
      throw error(.shape, "a blob of the shape \(shape.dimensions) has no numbers")
    }
    try spend(shape.count)
    shapes.append(shape)
    return shapes.count - 1
  }

  mutating func add(_ layer: NeuralNetworkLayer) throws(ModelError) {
    var inputs: [Int] = []
    for name in layer.inputs {
      guard let blob = blobs[name] else {
        throw error(.structure, "the layer '\(layer.name)' reads '\(name)', which nothing makes")
      }
      inputs.append(blob)
    }
    guard let output = layer.outputs.first else {
      throw error(.structure, "the layer '\(layer.name)' has no output")
    }
    for output in layer.outputs where blobs[output] != nil {
      throw error(.structure, "the layer '\(layer.name)' makes '\(output)' a second time")
    }
    let before = layers.count
    defer { foldConstants(from: before) }
    if layer.kind.isOfFamily {
      try layer.kind.checkFamily(inputs.count, layer.outputs.count, at: path)
      try addFamily(layer, inputs)
      return
    }
    guard layer.outputs.count == 1 else {
      throw error(.structure, "the layer '\(layer.name)' needs one output")
    }
    guard let first = inputs.first else {
      try addConstant(layer, output)
      return
    }
    switch layer.kind {
    case .innerProduct(let product): try add(product, layer, first)
    case .activation(let activation): try add(activation, first, output)
    case .unary(let unary):
      let blob = try add(blob: output, shapes[first])
      layers.append(UnaryLayer(unary, input: first, output: blob))
    case .add(let alpha): try add(.sum, alpha, inputs, output)
    case .multiply(let alpha): try add(.product, alpha, inputs, output)
    case .concat(let sequence): try concat(sequence: sequence, inputs, output)
    case .slice(let slice): try add(slice, first, output)
    case .softmax:
      guard shapes[first].rank >= 3 else {
        throw error(
          .shape, "a softmax needs three dimensions, its input is \(shapes[first].dimensions)",
          in: "softmax", hint: "softmaxND takes blobs of any rank")
      }
      try softmax(axis: shapes[first].channelAxis, first, output)
    case .softmaxND(let axis):
      try softmax(
        axis: try self.axis(axis, of: shapes[first], in: "softmaxND.axis"), first, output)
    case .batchnorm(let norm): try add(norm, first, output)
    case .scale(let scale, let bias): try addAffine(scale, bias, "scale", first, output)
    case .bias(let bias): try addAffine(nil, bias, "bias", first, output)
    case .copy: try copy(first, output, shapes[first].dimensions)
    case .flatten, .reshape, .reshapeStatic, .rankPreservingReshape, .squeeze, .expandDims,
      .flattenTo2D:
      try reshape(layer.kind, first, output)
    case .permute(let axes): try permute(axes, first, output)
    case .transpose(let axes):
      try transpose(axes.map { Int(clamping: $0) }, first, output, in: "transpose.axes")
    case .dot(let cosineSimilarity): try dot(cosineSimilarity, inputs, output)
    case .combine, .broadcast, .compare: try combine(layer.kind, inputs, output)
    case .function(let function): try map(.function(function), first, output)
    case .clip(let minimum, let maximum):
      try map(.clip(minimum: minimum, maximum: maximum), first, output)
    case .clampedReLU(let alpha, let beta):
      try map(.clampedReLU(alpha: alpha, beta: beta), first, output)
    case .gelu(let function): try map(.gelu(function), first, output)
    case .loadConstant, .loadConstantND:
      throw error(.structure, "the constant '\(layer.name)' has an input")
    case .unsupported(let name, let number):
      throw error(
        .unsupportedLayer, "the layer '\(layer.name)' is \(name.withArticle) (field \(number))",
        hint: "runpredict runs networks of dense layers, activations and arithmetic")
    case .reduction, .normalization, .embedding, .batchedMatmul, .part, .order, .index, .shaping,
      .recurrent:
      try addFamily(layer, inputs)
    }
  }

  /// Stops before a network that is small on disk fills the memory.
  mutating func spend(_ count: Int) throws(ModelError) {
    spent += count
    guard spent <= PlanBuilder.largestArray else {
      throw error(.shape, "the network needs more memory for a row than is allowed")
    }
  }

  /// An error of the present layer; `part` is the field of the layer that is wrong.
  func error(
    _ reason: ModelError.Reason, _ message: String, in part: String? = nil, hint: String? = nil
  ) -> ModelError {
    ModelError(reason, at: part.map { "\(path).\($0)" } ?? path, message, hint: hint)
  }

  /// A shape that a layer makes, if it is possible.
  func shape(_ dimensions: [Int]) throws(ModelError) -> BlobShape {
    guard let shape = BlobShape(dimensions) else {
      throw error(.shape, "the layer makes the impossible shape \(dimensions)")
    }
    return shape
  }

  private mutating func add(
    _ operation: BroadcastLayer.Operation, _ alpha: Float, _ inputs: [Int], _ output: String
  ) throws(ModelError) {
    if inputs.count == 1 {
      let line: ActivationLayer.Function =
        operation == .sum ? .linear(alpha: 1, beta: alpha) : .linear(alpha: alpha, beta: 0)
      let blob = try add(blob: output, shapes[inputs[0]])
      layers.append(ActivationLayer(function: line, input: inputs[0], output: blob))
      return
    }
    let (blob, indices) = try stretch(
      inputs, to: output, in: operation == .sum ? "add" : "multiply")
    layers.append(
      BroadcastLayer(operation: operation, inputs: inputs, output: blob, indices: indices))
  }

  /// Adds a blob of the shape over which all inputs can be stretched.
  ///
  /// Also gives for each input the element that stands at each of the blob's; none if it is the same.
  mutating func stretch(
    _ inputs: [Int], to output: String, in field: String
  ) throws(ModelError) -> (blob: Int, indices: [[Int]]) {
    var stretched = shapes[inputs[0]]
    for input in inputs.dropFirst() {
      guard let wider = stretched.broadcast(shapes[input]) else {
        throw error(
          .shape,
          "the shapes \(stretched.dimensions) and \(shapes[input].dimensions) do not go together",
          in: field)
      }
      stretched = wider
    }
    let blob = try add(blob: output, stretched)
    var indices: [[Int]] = []
    for input in inputs {
      if shapes[input].count == stretched.count {
        indices.append([])
      } else {
        try spend(stretched.count)
        indices.append(shapes[input].indices(stretchedTo: stretched))
      }
    }
    return (blob, indices)
  }

  private mutating func concat(
    sequence: Bool, _ inputs: [Int], _ output: String
  ) throws(ModelError) {
    let rank = shapes[inputs[0]].rank
    let axis = rank - (sequence ? 5 : 3)
    guard axis >= 0 else {
      throw error(
        .shape, "blobs of rank \(rank) cannot be joined along that axis", in: "concat")
    }
    try join(inputs, along: axis, to: output, in: "concat")
  }

  /// Adds blobs side by side along an axis.
  mutating func join(
    _ inputs: [Int], along axis: Int, to output: String, in field: String
  ) throws(ModelError) {
    let first = shapes[inputs[0]]
    var joined = first.dimensions
    joined[axis] = 0
    for input in inputs {
      var dimensions = shapes[input].dimensions
      guard dimensions.count == first.rank else {
        throw error(.shape, "blobs of different rank cannot be joined", in: field)
      }
      joined[axis] += dimensions[axis]
      dimensions[axis] = first.dimensions[axis]
      guard dimensions == first.dimensions else {
        throw error(
          .shape, "the shapes \(first.dimensions) and \(dimensions) cannot be joined", in: field)
      }
    }
    let blob = try add(blob: output, try shape(joined))
    layers.append(
      ConcatLayer(
        inputs: inputs, output: blob,
        runs: inputs.map { shapes[$0].dimensions[axis] * shapes[$0].stride(axis) },
        turns: joined[..<axis].reduce(1, *)))
  }

  private mutating func add(
    _ slice: Slice, _ input: Int, _ output: String
  ) throws(ModelError) {
    let shape = shapes[input]
    let axis = shape.rank - 3 + slice.axis.rawValue
    guard shape.rank >= 3 else {
      throw error(.shape, "a blob of rank \(shape.rank) has no such axis to slice", in: "slice")
    }
    let length = shape.dimensions[axis]
    func position(_ index: Int64) -> Int {
      let index = Int(clamping: index)
      return min(max(index < 0 ? index + length : index, 0), length)
    }
    let start = position(slice.start)
    let end = position(slice.end)
    guard slice.stride > 0, start < end else {
      throw error(
        .value,
        "the slice \(slice.start) ..< \(slice.end) by \(slice.stride) of \(length) is empty",
        in: "slice")
    }
    try spend(shape.count)
    let chosen = Array(stride(from: start, to: end, by: min(length, Int(clamping: slice.stride))))
    let inner = shape.stride(axis)
    let outer = shape.dimensions[..<axis].reduce(1, *)
    var indices: [Int] = []
    for turn in 0..<outer {
      for position in chosen {
        for element in 0..<inner { indices.append((turn * length + position) * inner + element) }
      }
    }
    var dimensions = shape.dimensions
    dimensions[axis] = chosen.count
    let blob = try add(blob: output, try self.shape(dimensions))
    layers.append(SliceLayer(input: input, output: blob, indices: indices))
  }
}
