import ModelSpec

extension NetworkCompiler {
  mutating func add(
    _ order: OrderLayer, _ layer: NeuralNetworkLayer, _ inputs: [Int]
  ) throws(ModelError) {
    let shape = shapes[inputs[0]]
    let name = layer.kind.name
    switch order {
    case .topK(let axis, let count, let smallest):
      let lines = try lines(axis, shape, in: name)
      let count =
        inputs.count == 2
        ? try constantNumbers(inputs[1], "the count").first ?? 0 : Int(clamping: count)
      guard count > 0, count <= lines.length else {
        throw error(.value, "\(shape.dimensions) has no \(count) largest numbers", in: "\(name).K")
      }
      try addTop(count, smallest, lines, layer, inputs[0])
    case .argMin(let axis, let dropsAxis):
      try addBest(axis, dropsAxis, smallest: true, layer, inputs[0])
    case .argMax(let axis, let dropsAxis):
      try addBest(axis, dropsAxis, smallest: false, layer, inputs[0])
    case .argSort(let axis, let descending):
      let lines = try lines(axis, shape, in: name)
      try add(Array(inputs.prefix(1)), layer.outputs[0], shape.dimensions) { x, y in
        lines.forEach { first in
          for (place, index) in lines.sorted(x, first, descending: descending).enumerated() {
            y[first + place * lines.stride] = Float(index)
          }
        }
      }
    case .cumulativeSum(let number, let excludesOwn, let reverse):
      let axis =
        inputs.count == 2
        ? Int64(try constantNumbers(inputs[1], "the axis").first ?? 0) : number
      let lines = try lines(axis, shape, in: name)
      let blob = try add(blob: layer.outputs[0], shape)
      layers.append(
        RunningSumLayer(
          input: inputs[0], output: blob, length: lines.length, stride: lines.stride,
          isExclusive: excludesOwn, isReversed: reverse, isInteger: false))
    case .oneHot(let size, let axis, let on, let off):
      let size =
        inputs.count == 2
        ? try constantNumbers(inputs[1], "the size").first ?? 0 : Int(clamping: size)
      try addOneHot(size, axis, on, off, layer, inputs[0])
    }
  }

  /// The numbers of a blob that stand one after the other along an axis.
  struct Lines: Sendable {
    let length: Int
    let stride: Int
    let count: Int

    /// Calls with the first place of each line.
    func forEach(_ body: (Int) -> Void) {
      for start in Swift.stride(from: 0, to: count, by: length * stride) {
        for offset in 0..<stride { body(start + offset) }
      }
    }

    /// The indices along a line by their numbers; equal ones stay in order, not-a-number comes last.
    func sorted(_ x: InputRow, _ first: Int, descending: Bool) -> [Int] {
      let numbers = (0..<length).map { x[first + $0 * stride] }
      return numbers.indices.sorted { a, b in
        let (p, q) = (numbers[a], numbers[b])
        if p.isNaN || q.isNaN { return p.isNaN == q.isNaN ? a < b : q.isNaN }
        return p == q ? a < b : (p < q) != descending
      }
    }
  }

  private func lines(
    _ number: Int64, _ shape: BlobShape, in name: String
  ) throws(ModelError) -> Lines {
    let axis = try self.axis(number, of: shape, in: "\(name).axis")
    return Lines(
      length: shape.dimensions[axis], stride: shape.stride(axis), count: shape.count)
  }

  /// Adds the first of each line in order, and their indices: both in one blob, and then apart.
  private mutating func addTop(
    _ count: Int, _ smallest: Bool, _ lines: Lines, _ layer: NeuralNetworkLayer, _ input: Int
  ) throws(ModelError) {
    let total = lines.count / lines.length * count
    let blob = try add(hidden: try shape([2, total]))
    layers.append(
      FunctionLayer(inputs: [input], output: blob) { x, y in
        var turn = 0
        lines.forEach { first in
          let sorted = lines.sorted(x, first, descending: !smallest)
          let start = turn / lines.stride * count * lines.stride + turn % lines.stride
          for place in 0..<count {
            y[start + place * lines.stride] = x[first + sorted[place] * lines.stride]
            y[total + start + place * lines.stride] = Float(sorted[place])
          }
          turn += 1
        }
      })
    // The axis is that with the lines' stride behind it.
    var dimensions = shapes[input].dimensions
    for axis in dimensions.indices
    where shapes[input].stride(axis) == lines.stride && dimensions[axis] == lines.length {
      dimensions[axis] = count
      break
    }
    for (half, output) in layer.outputs.prefix(2).enumerated() {
      try add(Array(half * total..<(half + 1) * total), of: blob, dimensions, output)
    }
  }

  private mutating func addBest(
    _ number: Int64, _ dropsAxis: Bool, smallest: Bool, _ layer: NeuralNetworkLayer, _ input: Int
  ) throws(ModelError) {
    let shape = shapes[input]
    let axis = try self.axis(number, of: shape, in: "\(layer.kind.name).axis")
    let lines = try lines(number, shape, in: layer.kind.name)
    var dimensions = shape.dimensions
    dimensions[axis] = 1
    if dropsAxis && shape.rank > 1 { dimensions.remove(at: axis) }
    try add([input], layer.outputs[0], dimensions) { x, y in
      var turn = 0
      lines.forEach { first in
        var best = 0
        for index in 1..<max(1, lines.length) {
          let (own, other) = (x[first + index * lines.stride], x[first + best * lines.stride])
          if smallest ? own < other : own > other { best = index }
        }
        y[turn] = Float(best)
        turn += 1
      }
    }
  }

  private mutating func addOneHot(
    _ size: Int, _ number: Int64, _ on: Float, _ off: Float, _ layer: NeuralNetworkLayer,
    _ input: Int
  ) throws(ModelError) {
    let shape = shapes[input]
    let rank = Int64(shape.rank) + 1
    guard (-rank..<rank).contains(number), rank <= 5 else {
      throw error(
        .value, "\(number) cannot be a new axis of \(shape.dimensions)", in: "oneHot.axis")
    }
    guard size > 0 else {
      throw error(.value, "a vector of \(size) numbers is empty", in: "oneHot.oneHotVectorSize")
    }
    let axis = Int(number < 0 ? number + rank : number)
    var dimensions = shape.dimensions
    dimensions.insert(size, at: axis)
    let inner = shape.dimensions[axis...].reduce(1, *)
    let total = try self.shape(dimensions).count
    try add([input], layer.outputs[0], dimensions) { x, y in
      for element in 0..<total {
        let category = element / inner % size
        let source = element / (inner * size) * inner + element % inner
        y[element] = x.place(0, source, of: size) == category ? on : off
      }
    }
  }
}
