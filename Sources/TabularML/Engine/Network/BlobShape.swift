import ModelSpec

/// The shape of a blob for one row of a batch.
struct BlobShape: Sendable, Equatable {
  var dimensions: [Int]
  /// The product of the dimensions.
  let count: Int

  /// - Returns: nil for a shape that is negative or larger than a row of a table ever is.
  init?(_ dimensions: [Int]) {
    // A dimension of 0 does not make the others smaller: strides are their products.
    guard let count = elementCount(dimensions),
      let largest = elementCount(dimensions.map { max($0, 1) }),
      largest <= PlanBuilder.largestArray
    else { return nil }
    self.dimensions = dimensions
    self.count = count
  }

  /// The blob of an input: [Seq, Batch, C, H, W], or the declared shape when the mapping is exact.
  init?(_ declared: [Int], mapping: NeuralNetwork.ArrayShapeMapping) {
    switch (mapping, declared.count) {
    case (.exact, _): self.init(declared)
    case (.rank5, 0): self.init([1, 1, 1, 1, 1])
    case (.rank5, 1): self.init([1, 1, declared[0], 1, 1])
    case (.rank5, 2): self.init([declared[0], 1, declared[1], 1, 1])
    case (.rank5, 3): self.init([1, 1] + declared)
    case (.rank5, 4): self.init([declared[0], 1] + declared[1...])
    case (.rank5, 5): self.init(declared)
    default: return nil
    }
  }

  var rank: Int { dimensions.count }

  /// The axis of the channels: the third from the last, or the last when there are fewer.
  var channelAxis: Int { rank >= 3 ? rank - 3 : max(0, rank - 1) }

  /// The number of elements along one step of an axis.
  func stride(_ axis: Int) -> Int { dimensions[(axis + 1)...].reduce(1, *) }

  /// The shape that an output has when the model declares none: without leading ones.
  func outputShape(_ mapping: NeuralNetwork.ArrayShapeMapping) -> [Int] {
    guard mapping == .rank5, rank == 5 else { return dimensions }
    if dimensions[3] == 1, dimensions[4] == 1, dimensions[0] == 1, dimensions[1] == 1 {
      return [dimensions[2]]
    }
    return Array(dimensions.drop { $0 == 1 })
  }

  /// The shape over which both are stretched, dimension by dimension from the last; nil when they do not fit.
  func broadcast(_ other: BlobShape) -> BlobShape? {
    let rank = max(rank, other.rank)
    let left = Array(repeating: 1, count: rank - self.rank) + dimensions
    let right = Array(repeating: 1, count: rank - other.rank) + other.dimensions
    var result: [Int] = []
    for (a, b) in zip(left, right) {
      guard a == b || a == 1 || b == 1 else { return nil }
      result.append(a == 1 ? b : a)
    }
    return BlobShape(result)
  }

  /// For each element of a shape over which this one is stretched, the element that stands there.
  func indices(stretchedTo shape: BlobShape) -> [Int] {
    let padded = Array(repeating: 1, count: shape.rank - rank) + dimensions
    var indices = [0]
    var stride = count
    for (own, stretched) in zip(padded, shape.dimensions) {
      stride /= max(1, own)
      let step = own == 1 ? 0 : stride
      var longer: [Int] = []
      longer.reserveCapacity(indices.count * stretched)
      for index in indices {
        for position in 0..<stretched { longer.append(index + position * step) }
      }
      indices = longer
    }
    return indices
  }
}
