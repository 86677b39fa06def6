import ModelSpec

extension NetworkCompiler {
  /// Adds a layer of one of the families.
  mutating func addFamily(_ layer: NeuralNetworkLayer, _ inputs: [Int]) throws(ModelError) {
    kindName = layer.kind.name
    switch layer.kind {
    case .reduction(let reduction): try add(reduction, layer, inputs)
    case .normalization(let normalization): try add(normalization, layer, inputs)
    case .embedding(let embedding): try add(embedding, layer, inputs)
    case .batchedMatmul(let product): try add(product, layer, inputs)
    case .part(let part): try add(part, layer, inputs)
    case .order(let order): try add(order, layer, inputs)
    case .index(let index): try add(index, layer, inputs)
    case .shaping(let shaping): try add(shaping, layer, inputs)
    case .recurrent(let recurrent): try add(recurrent, layer, inputs)
    default: return
    }
  }

  /// Adds a layer given by a function of a row.
  mutating func add(
    _ inputs: [Int], _ output: String, _ dimensions: [Int],
    _ compute: @escaping @Sendable (InputRow, inout OutputRow) -> Void
  ) throws(ModelError) {
    let blob = try add(blob: output, try shape(dimensions))
    layers.append(FunctionLayer(inputs: inputs, output: blob, compute: compute))
  }

  /// Adds a blob that is the same for every row.
  mutating func add(
    constant values: [Float], _ dimensions: [Int], _ output: String
  ) throws(ModelError) {
    let blob = try add(blob: output, try shape(dimensions))
    layers.append(ConstantLayer(output: blob, values: values))
    constants[blob] = values
  }

  /// Adds some elements of a blob in a new order; where an index is -1, `filler` stands.
  mutating func add(
    _ indices: [Int], of input: Int, _ dimensions: [Int], filler: Float? = nil, _ output: String
  ) throws(ModelError) {
    try spend(indices.count)
    guard let filler else {
      let blob = try add(blob: output, try shape(dimensions))
      layers.append(SliceLayer(input: input, output: blob, indices: indices))
      return
    }
    try add([input], output, dimensions) { x, y in
      for (element, index) in indices.enumerated() { y[element] = index < 0 ? filler : x[index] }
    }
  }

  /// The elements at the chosen places of each axis; -1 where one of the places is.
  func indices(_ shape: BlobShape, _ places: [[Int]]) throws(ModelError) -> [Int] {
    let count = try self.shape(places.map(\.count)).count
    guard count <= NetworkCompiler.largestTable else {
      throw error(.shape, "a layer that picks \(count) numbers needs too much memory")
    }
    var indices = [0]
    for (axis, places) in places.enumerated() {
      let step = shape.stride(axis)
      indices = indices.flatMap { index in
        places.map { index < 0 || $0 < 0 ? -1 : index + $0 * step }
      }
    }
    return indices
  }

  /// All places of every axis.
  func allPlaces(_ shape: BlobShape) -> [[Int]] { shape.dimensions.map { Array(0..<$0) } }

  /// The elements with the given axes running slowest, in this order.
  func indices(_ shape: BlobShape, inOrderOf axes: [Int]) -> [Int] {
    var indices = [0]
    for axis in axes {
      let step = shape.stride(axis)
      indices = indices.flatMap { index in
        (0..<shape.dimensions[axis]).map { index + $0 * step }
      }
    }
    return indices
  }

  /// The whole numbers of a blob that is the same for every row.
  func constantNumbers(_ blob: Int, _ what: String) throws(ModelError) -> [Int] {
    guard let values = constants[blob] else {
      throw error(
        .unsupportedLayer, "\(what) may not differ from row to row", in: kindName,
        hint: "runpredict runs such a layer when the numbers are constants of the model")
    }
    var numbers: [Int] = []
    for value in values {
      guard let number = Int(exactly: value) else {
        throw error(.value, "\(what) should be whole numbers, found \(value)", in: kindName)
      }
      numbers.append(number)
    }
    return numbers
  }

  /// Computes at once what does not depend on a row.
  mutating func foldConstants(from first: Int) {
    for index in first..<layers.count {
      let layer = layers[index]
      guard !layer.inputs.isEmpty, layer.parameters == nil, foldings < NetworkCompiler.mostFoldings,
        layer.inputs.allSatisfy({ constants[$0] != nil }),
        (layer.inputs + [layer.output]).allSatisfy({
          shapes[$0].count <= NetworkCompiler.largestFolding
        })
      else { continue }
      foldings += 1
      var widths = Array(repeating: 0, count: shapes.count)
      for blob in layer.inputs + [layer.output] { widths[blob] = shapes[blob].count }
      var blobs = Blobs(widths: widths)
      blobs.reserve(1)
      for blob in layer.inputs { blobs.put(constants[blob] ?? [], blob) }
      layer.forward(1, &blobs, [])
      let values = blobs[layer.output]
      constants[layer.output] = values
      layers[index] = ConstantLayer(output: layer.output, values: values)
    }
  }

  /// Enough for the arithmetic of shapes that converters leave in a model.
  private static let mostFoldings = 1000
  private static let largestFolding = 1024
  /// More places than a row of a table ever needs.
  private static let largestTable = 1 << 22
}
