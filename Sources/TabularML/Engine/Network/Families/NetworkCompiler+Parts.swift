import ModelSpec

extension NetworkCompiler {
  mutating func add(
    _ part: PartLayer, _ layer: NeuralNetworkLayer, _ inputs: [Int]
  ) throws(ModelError) {
    let input = inputs[0]
    let shape = shapes[input]
    let name = layer.kind.name
    let output = layer.outputs[0]
    var places = allPlaces(shape)
    switch part {
    case .split(let count):
      guard shape.rank >= 3 else {
        throw error(.shape, "a blob of rank \(shape.rank) has no channels to split", in: name)
      }
      try split(shape, axis: shape.rank - 3, count, [], layer, input)
    case .splitND(let axis, let count, let sizes):
      try split(
        shape, axis: try self.axis(axis, of: shape, in: "\(name).axis"), count, sizes, layer,
        input)
    case .concatND(let axis, let interleave):
      try concat(axis, interleave: interleave, inputs, output)
    case .stack(let axis): try stack(axis, inputs, output)
    case .sliceStatic(let ranges): try slice(ranges, shape, input, output, in: name)
    case .sliceDynamic(let ranges):
      try slice(try dynamic(ranges, inputs), shape, input, output, in: name)
    case .sliceBySize(let size, let axis):
      try slice(size: size, axis: axis, inputs, output)
    case .sequenceRepeat(let count):
      guard shape.rank == 5 else {
        throw error(.shape, "a blob of rank \(shape.rank) is no sequence", in: name)
      }
      try tile([count, 1, 1, 1, 1], shape, input, output, in: "\(name).nRepetitions")
    case .tile(let counts):
      let counts =
        counts.isEmpty
        ? try constantNumbers(inputs[1], "the repetitions").map { UInt64(clamping: $0) } : counts
      try tile(counts, shape, input, output, in: "\(name).reps")
    case .reverse(let flags):
      guard flags.count == shape.rank else {
        throw error(
          .shape, "there are \(flags.count) flags for \(shape.dimensions)",
          in: "\(name).reverseDim")
      }
      for (axis, isReversed) in flags.enumerated() where isReversed { places[axis].reverse() }
      try add(try indices(shape, places), of: input, shape.dimensions, output)
    case .reverseSequence(let batchAxis, let axis):
      try reverse(batchAxis, axis, inputs, output, in: name)
    case .slidingWindows(let axis, let size, let step):
      let axis = try self.axis(axis, of: shape, in: "\(name).axis")
      let (size, step) = (Int(clamping: size), Int(clamping: step))
      guard size <= shape.dimensions[axis] else {
        throw error(
          .shape, "a window of \(size) is wider than \(shape.dimensions)", in: "\(name).windowSize")
      }
      let starts = Array(stride(from: 0, through: shape.dimensions[axis] - size, by: step))
      _ = try self.shape([starts.count, size])
      places[axis] = starts.flatMap { start in (0..<size).map { start + $0 } }
      var dimensions = shape.dimensions
      dimensions.replaceSubrange(axis...axis, with: [starts.count, size])
      try add(try indices(shape, places), of: input, dimensions, output)
    case .constantPad(let value, let amounts, let toSize):
      let amounts =
        amounts.isEmpty
        ? try constantNumbers(inputs[1], "the padding").map { UInt64(clamping: $0) } : amounts
      try pad(amounts, toSize, value, shape, input, output, in: "\(name).padAmounts")
    case .band(let below, let above):
      try keep(shape, input, output, in: name) { row, column in
        (below < 0 || row - column <= below) && (above < 0 || column - row <= above)
      }
    case .lowerTriangle(let diagonal):
      try keep(shape, input, output, in: name) { row, column in column - row <= diagonal }
    case .upperTriangle(let diagonal):
      try keep(shape, input, output, in: name) { row, column in column - row >= diagonal }
    }
  }

  private mutating func split(
    _ shape: BlobShape, axis: Int, _ count: UInt64, _ sizes: [UInt64],
    _ layer: NeuralNetworkLayer, _ input: Int
  ) throws(ModelError) {
    let length = shape.dimensions[axis]
    let part =
      !sizes.isEmpty ? "splitSizes" : layer.kind.name == "split" ? "nOutputs" : "numSplits"
    let field = "\(layer.kind.name).\(part)"
    let count = sizes.isEmpty ? Int(clamping: count) : sizes.count
    guard count == layer.outputs.count else {
      throw error(
        .structure, "a split into \(count) has \(layer.outputs.count) outputs", in: field)
    }
    guard !sizes.isEmpty || length.isMultiple(of: count) else {
      throw error(.shape, "\(length) cannot be split into \(count)", in: field)
    }
    let parts =
      sizes.isEmpty
      ? Array(repeating: length / count, count: count) : sizes.map { Int(clamping: $0) }
    guard parts.allSatisfy({ $0 > 0 && $0 <= length }), parts.reduce(0, +) == length else {
      throw error(.shape, "the parts \(parts) are not \(length) together", in: field)
    }
    var start = 0
    for (part, output) in zip(parts, layer.outputs) {
      try pick(Array(start..<start + part), axis: axis, shape, input, output)
      start += part
    }
  }

  /// Adds the chosen places of one axis.
  private mutating func pick(
    _ chosen: [Int], axis: Int, _ shape: BlobShape, _ input: Int, _ output: String
  ) throws(ModelError) {
    var places = allPlaces(shape)
    places[axis] = chosen
    try add(try indices(shape, places), of: input, places.map(\.count), output)
  }

  private mutating func concat(
    _ number: Int64, interleave: Bool, _ inputs: [Int], _ output: String
  ) throws(ModelError) {
    let first = shapes[inputs[0]]
    let axis = try self.axis(number, of: first, in: "concatND.axis")
    guard interleave else {
      try join(inputs, along: axis, to: output, in: "concatND")
      return
    }
    guard inputs.allSatisfy({ shapes[$0] == first }) else {
      throw error(.shape, "blobs of different shapes cannot be interleaved", in: "concatND")
    }
    let count = inputs.count
    let inner = first.stride(axis)
    var dimensions = first.dimensions
    dimensions[axis] *= count
    let total = try shape(dimensions).count
    try add(inputs, output, dimensions) { x, y in
      for element in 0..<total {
        let place = element / inner
        y[element] = x[place % count, place / count * inner + element % inner]
      }
    }
  }

  private mutating func stack(
    _ number: Int64, _ inputs: [Int], _ output: String
  ) throws(ModelError) {
    let first = shapes[inputs[0]]
    let rank = Int64(first.rank) + 1
    guard (-rank..<rank).contains(number) else {
      throw error(
        .value, "a stack of \(first.dimensions) has no axis \(number)", in: "stack.axis")
    }
    guard inputs.allSatisfy({ shapes[$0] == first }) else {
      throw error(.shape, "blobs of different shapes cannot be stacked", in: "stack")
    }
    let axis = Int(number < 0 ? number + rank : number)
    var dimensions = first.dimensions
    dimensions.insert(inputs.count, at: axis)
    let blob = try add(blob: output, try shape(dimensions))
    let run = first.dimensions[axis...].reduce(1, *)
    layers.append(
      ConcatLayer(
        inputs: inputs, output: blob, runs: Array(repeating: run, count: inputs.count),
        turns: first.dimensions[..<axis].reduce(1, *)))
  }

  private mutating func tile(
    _ counts: [UInt64], _ shape: BlobShape, _ input: Int, _ output: String, in field: String
  ) throws(ModelError) {
    guard counts.count == shape.rank else {
      throw error(.shape, "there are \(counts.count) numbers for \(shape.dimensions)", in: field)
    }
    var totals: [Int] = []
    for (count, length) in zip(counts, shape.dimensions) {
      guard let total = elementCount([Int(clamping: count), length]),
        total <= PlanBuilder.largestArray
      else { throw error(.shape, "so many repetitions need too much memory", in: field) }
      totals.append(total)
    }
    // Before a list is made for each axis.
    _ = try self.shape(totals)
    let places = zip(totals, shape.dimensions).map { total, length in
      (0..<total).map { $0 % length }
    }
    try add(try indices(shape, places), of: input, totals, output)
  }

  /// Reverses the first numbers along an axis, as many as the second input says.
  private mutating func reverse(
    _ batchAxis: Int64, _ axis: Int64, _ inputs: [Int], _ output: String, in name: String
  ) throws(ModelError) {
    let shape = shapes[inputs[0]]
    let batch = try self.axis(batchAxis, of: shape, in: "\(name).batchAxis")
    let sequence = try self.axis(axis, of: shape, in: "\(name).sequenceAxis")
    guard batch != sequence, shapes[inputs[1]].count == shape.dimensions[batch] else {
      throw error(
        .shape, "the lengths \(shapes[inputs[1]].dimensions) do not go with \(shape.dimensions)",
        in: name)
    }
    let (batchStep, step) = (shape.stride(batch), shape.stride(sequence))
    let (batches, length, count) = (
      shape.dimensions[batch], shape.dimensions[sequence], shape.count
    )
    try add(inputs, output, shape.dimensions) { x, y in
      for element in 0..<count {
        let place = element / step % length
        let reversed = min(length, max(0, Int(exactly: x[1, element / batchStep % batches]) ?? 0))
        let from = place < reversed ? reversed - 1 - place : place
        y[element] = x[element + (from - place) * step]
      }
    }
  }

  private mutating func pad(
    _ amounts: [UInt64], _ toSize: Bool, _ value: Float, _ shape: BlobShape, _ input: Int,
    _ output: String, in field: String
  ) throws(ModelError) {
    guard amounts.count == 2 * shape.rank else {
      throw error(.shape, "there are \(amounts.count) amounts for \(shape.dimensions)", in: field)
    }
    var parts: [(before: Int, length: Int, after: Int)] = []
    for (axis, length) in shape.dimensions.enumerated() {
      var before = min(Int(clamping: amounts[2 * axis]), PlanBuilder.largestArray)
      var after = min(Int(clamping: amounts[2 * axis + 1]), PlanBuilder.largestArray)
      if toSize {
        // Of the two one is the size that is wanted, and says on which side to pad.
        before = max(0, before - length)
        after = max(0, after - length)
      }
      parts.append((before, length, after))
    }
    let totals = parts.map { $0.before + $0.length + $0.after }
    // Before a list is made for each axis.
    _ = try self.shape(totals)
    let places = parts.map { part in
      Array(repeating: -1, count: part.before) + Array(0..<part.length)
        + Array(repeating: -1, count: part.after)
    }
    try add(try indices(shape, places), of: input, totals, filler: value, output)
  }

  /// Keeps some elements of each matrix; the others become 0.
  private mutating func keep(
    _ shape: BlobShape, _ input: Int, _ output: String, in name: String,
    _ isKept: (Int, Int) -> Bool
  ) throws(ModelError) {
    guard shape.rank >= 2 else {
      throw error(.shape, "a blob of rank \(shape.rank) has no matrices", in: name)
    }
    let (rows, columns) = (shape.dimensions[shape.rank - 2], shape.dimensions[shape.rank - 1])
    let indices = (0..<shape.count).map { element in
      isKept(element / columns % rows, element % columns) ? element : -1
    }
    try add(indices, of: input, shape.dimensions, filler: 0, output)
  }
}
