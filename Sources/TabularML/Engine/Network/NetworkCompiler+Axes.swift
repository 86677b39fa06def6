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
    let blob = try add(blob: output, shape)
    layers.append(
      SoftmaxLayer(
        input: input, output: blob, length: shape.dimensions[axis], stride: shape.stride(axis)))
  }
}
