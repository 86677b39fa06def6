import ModelSpec

extension NetworkCompiler {
  /// The axis that a number says; a negative one counts from the end.
  func axis(_ number: Int64, of shape: BlobShape, in field: String) throws(ModelError) -> Int {
    let rank = Int64(shape.rank)
    guard (-rank..<rank).contains(number) else {
      throw error(.value, "a blob of rank \(rank) has no axis \(number)", in: field)
    }
    return Int(number < 0 ? number + rank : number)
  }

  mutating func softmax(
    axis: Int, _ input: Int, _ output: String
  ) throws(ModelError) {
    let shape = shapes[input]
    guard shape.count > 0 else {
      throw error(.shape, "a softmax of \(shape.dimensions) has no numbers")
    }
    let blob = try add(blob: output, shape)
    layers.append(
      SoftmaxLayer(
        input: input, output: blob, length: shape.dimensions[axis], stride: shape.stride(axis)))
  }

  /// Adds a blob with the same numbers in the same order.
  mutating func copy(
    _ input: Int, _ output: String, _ dimensions: [Int], in field: String? = nil
  ) throws(ModelError) {
    let shape = try shape(dimensions)
    guard shape.count == shapes[input].count else {
      throw error(
        .shape, "a blob of the shape \(shapes[input].dimensions) does not become \(dimensions)",
        in: field)
    }
    let blob = try add(blob: output, shape)
    layers.append(CopyLayer(input: input, output: blob))
  }

  mutating func permute(
    _ axes: [UInt64], _ input: Int, _ output: String
  ) throws(ModelError) {
    let rank = shapes[input].rank
    let axes = axes.map { Int(clamping: $0) }
    // The axes are those of sequence, channel, height and width; the batch stays where it is.
    let places = rank == 5 ? [0, 2, 3, 4] : [0, 1, 2, 3]
    guard rank >= 4, axes.count == 4, axes.allSatisfy(places.indices.contains) else {
      throw error(
        .value, "a blob of rank \(rank) cannot have its axes in the order \(axes)",
        in: "permute.axis")
    }
    var order = Array(0..<rank)
    for (place, axis) in zip(places, axes) { order[place] = places[axis] }
    try transpose(order, input, output, in: "permute.axis")
  }

  /// Adds a blob whose axes are the input's in another order.
  mutating func transpose(
    _ axes: [Int], _ input: Int, _ output: String, in field: String
  ) throws(ModelError) {
    let shape = shapes[input]
    guard axes.sorted() == Array(0..<shape.rank) else {
      throw error(.value, "\(axes) is no order of \(shape.rank) axes", in: field)
    }
    try spend(shape.count)
    let indices = indices(shape, inOrderOf: axes)
    let blob = try add(blob: output, try self.shape(axes.map { shape.dimensions[$0] }))
    layers.append(SliceLayer(input: input, output: blob, indices: indices))
  }
}
