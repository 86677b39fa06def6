import ModelSpec

extension NetworkCompiler {
  /// Adds a look-up; a number without a vector gives not-a-number.
  mutating func add(
    _ embedding: Embedding, _ layer: NeuralNetworkLayer, _ inputs: [Int]
  ) throws(ModelError) {
    let shape = shapes[inputs[0]]
    let vector = shape.rank >= 4 && !embedding.isND ? 3 : 1
    guard shape.rank >= vector, shape.dimensions.suffix(vector).allSatisfy({ $0 == 1 }) else {
      throw error(
        .shape, "one number is looked up at a time, the input is \(shape.dimensions)",
        in: layer.kind.name)
    }
    let (columns, rows) = (Int(clamping: embedding.inputs), Int(clamping: embedding.outputs))
    let weights = embedding.weights.values
    let bias = embedding.bias?.values
    guard elementCount([columns, rows]) == weights.count, bias.map({ $0.count == rows }) ?? true
    else { throw error(.shape, "there are \(weights.count) weights", in: layer.kind.name) }
    let dimensions =
      Array(shape.dimensions.dropLast(vector)) + [rows] + Array(repeating: 1, count: vector - 1)
    let count = shape.count
    try add(inputs, layer.outputs[0], dimensions) { x, y in
      for element in 0..<count {
        let column = Int(exactly: x[element]).flatMap { (0..<columns).contains($0) ? $0 : nil }
        for row in 0..<rows {
          y[element * rows + row] =
            column.map { weights[row * columns + $0] + (bias?[row] ?? 0) } ?? .nan
        }
      }
    }
  }

  mutating func add(
    _ product: BatchedMatmul, _ layer: NeuralNetworkLayer, _ inputs: [Int]
  ) throws(ModelError) {
    if let weights = product.weights {
      try addProduct(product, weights.values, layer, inputs[0])
    } else {
      guard inputs.count == 2 else {
        throw error(.structure, "a product needs two blobs or weights", in: layer.kind.name)
      }
      try addProduct(product, inputs, layer)
    }
  }

  /// The last axis times a learned matrix, as a dense layer does it: the weights are stored the same way.
  private mutating func addProduct(
    _ product: BatchedMatmul, _ weights: [Float], _ layer: NeuralNetworkLayer, _ input: Int
  ) throws(ModelError) {
    let shape = shapes[input]
    let (rows, columns) = (Int(clamping: product.rows), Int(clamping: product.columns))
    guard rows > 0, shape.dimensions.last == rows, elementCount([rows, columns]) == weights.count,
      (product.bias?.values.count ?? columns) == columns
    else {
      throw error(
        .shape, "a matrix of \(rows) × \(columns) does not go with \(shape.dimensions)",
        in: "\(layer.kind.name).weightMatrixFirstDimension")
    }
    let blob = try add(
      blob: layer.outputs[0], try self.shape(shape.dimensions.dropLast() + [columns]))
    parameters.append(
      DenseParameters(
        inputs: rows, outputs: columns, rows: weights, bias: product.bias?.values))
    parameterLayers.append(Network.ParameterLayer(name: layer.name, isUpdatable: false))
    layers.append(
      DenseLayer(
        input: input, output: blob, weights: parameters.count - 1,
        repetitions: shape.count / rows))
  }

  private mutating func addProduct(
    _ product: BatchedMatmul, _ inputs: [Int], _ layer: NeuralNetworkLayer
  ) throws(ModelError) {
    var a = shapes[inputs[0]].dimensions
    var b = shapes[inputs[1]].dimensions
    if a.count == 1 { a = [1] + a }
    if b.count == 1 { b += [1] }
    let (batchA, batchB) = (Array(a.dropLast(2)), Array(b.dropLast(2)))
    guard let shapeA = BlobShape(batchA), let shapeB = BlobShape(batchB),
      let batch = shapeA.broadcast(shapeB)
    else {
      throw error(.shape, "the shapes \(a) and \(b) do not go together", in: layer.kind.name)
    }
    let (sizeA, sizeB) = (Array(a.suffix(2)), Array(b.suffix(2)))
    let (isFirst, isSecond) = (product.transposesFirst, product.transposesSecond)
    let (rows, inner) = isFirst ? (sizeA[1], sizeA[0]) : (sizeA[0], sizeA[1])
    let (other, columns) = isSecond ? (sizeB[1], sizeB[0]) : (sizeB[0], sizeB[1])
    guard inner == other else {
      throw error(.shape, "the shapes \(a) and \(b) do not go together", in: layer.kind.name)
    }
    guard let work = elementCount(batch.dimensions + [rows, inner, columns]),
      work <= PlanBuilder.mostMultiplications
    else {
      throw error(
        .shape, "the product needs more multiplications for a row than are allowed",
        in: layer.kind.name)
    }
    try spend(2 * batch.count)
    let indicesA = shapeA.indices(stretchedTo: batch)
    let indicesB = shapeB.indices(stretchedTo: batch)
    try add(inputs, layer.outputs[0], batch.dimensions + [rows, columns]) { x, y in
      for matrix in indicesA.indices {
        let startA = indicesA[matrix] * rows * inner
        let startB = indicesB[matrix] * inner * columns
        for row in 0..<rows {
          for column in 0..<columns {
            var sum = 0.0
            for index in 0..<inner {
              let p = x[0, startA + (isFirst ? index * rows + row : row * inner + index)]
              let q = x[1, startB + (isSecond ? column * inner + index : index * columns + column)]
              sum += Double(p) * Double(q)
            }
            y[(matrix * rows + row) * columns + column] = Float(sum)
          }
        }
      }
    }
  }
}
