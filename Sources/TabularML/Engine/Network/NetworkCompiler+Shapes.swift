import ModelSpec

extension NetworkCompiler {
  /// Adds a layer that gives the same numbers another shape.
  mutating func reshape(
    _ kind: LayerKind, _ input: Int, _ output: String
  ) throws(ModelError) {
    let shape = shapes[input]
    let name = kind.name
    switch kind {
    case .flatten(let channelLast):
      guard shape.rank >= 3 else {
        throw error(.shape, "a blob of rank \(shape.rank) has no channels to flatten", in: name)
      }
      let size = shape.dimensions.suffix(3).reduce(1, *)
      try reshape(
        to: shape.dimensions.dropLast(3) + [size, 1, 1], channelLast, input, output, in: name)
    case .reshape(let target, let channelLast):
      let field = "\(name).targetShape"
      let target = target.map { Int(clamping: $0) }
      guard shape.rank >= 3, target.count == 3 || (target.count == 4 && shape.rank == 5) else {
        throw error(
          .shape, "\(target) is no new shape for a blob of rank \(shape.rank)", in: field)
      }
      var dimensions = shape.dimensions.dropLast(3) + target.suffix(3)
      if target.count == 4 { dimensions[0] = target[0] }
      try reshape(to: Array(dimensions), channelLast, input, output, in: field)
    case .reshapeStatic(let target):
      try fill(target.map { Int(clamping: $0) }, input, output, in: "\(name).targetShape")
    case .rankPreservingReshape(let target):
      guard target.count == shape.rank else {
        throw error(
          .shape, "\(target) has not the rank of \(shape.dimensions)", in: "\(name).targetShape")
      }
      let target = zip(target, shape.dimensions).map { $0 == 0 ? $1 : Int(clamping: $0) }
      try fill(target, input, output, in: "\(name).targetShape")
    case .squeeze(let axes, let all):
      var dropped: Set<Int> = []
      for number in axes where !all {
        dropped.insert(try axis(number, of: shape, in: "\(name).axes"))
      }
      if all { dropped = Set(shape.dimensions.indices.filter { shape.dimensions[$0] == 1 }) }
      guard dropped.allSatisfy({ shape.dimensions[$0] == 1 }) else {
        throw error(
          .shape, "of \(shape.dimensions) only axes of length 1 can be dropped", in: "\(name).axes")
      }
      let kept = shape.dimensions.indices.filter { !dropped.contains($0) }
      try copy(input, output, kept.isEmpty ? [1] : kept.map { shape.dimensions[$0] }, in: name)
    case .expandDims(let axes):
      let rank = Int64(shape.rank + axes.count)
      let added = Set(axes.map { $0 < 0 ? $0 &+ rank : $0 })
      guard added.count == axes.count, added.allSatisfy((0..<rank).contains), rank <= 5 else {
        throw error(
          .value, "\(axes) cannot be new axes of \(shape.dimensions)", in: "\(name).axes")
      }
      var old = shape.dimensions.makeIterator()
      let dimensions = (0..<rank).map { added.contains($0) ? 1 : old.next() ?? 1 }
      try copy(input, output, dimensions, in: name)
    case .flattenTo2D(let number):
      let rank = Int64(shape.rank)
      guard (-rank...rank).contains(number) else {
        throw error(.value, "\(shape.dimensions) has no axis \(number)", in: "\(name).axis")
      }
      let axis = Int(number < 0 ? number + rank : number)
      try copy(
        input, output,
        [shape.dimensions[..<axis].reduce(1, *), shape.dimensions[axis...].reduce(1, *)], in: name)
    default: return
    }
  }

  /// Works out the one size that is -1.
  mutating func fill(
    _ target: [Int], _ input: Int, _ output: String, in field: String
  ) throws(ModelError) {
    var target = target
    if let open = target.firstIndex(of: -1) {
      target[open] = 1
      guard let known = elementCount(target), known > 0, shapes[input].count % known == 0 else {
        throw error(
          .shape, "\(shapes[input].dimensions) does not become \(target)", in: field)
      }
      target[open] = shapes[input].count / known
    }
    try copy(input, output, target, in: field)
  }

  /// Reads the numbers with the channels first or last, and writes them in the same way.
  private mutating func reshape(
    to dimensions: [Int], _ channelLast: Bool, _ input: Int, _ output: String, in field: String
  ) throws(ModelError) {
    guard channelLast else {
      try copy(input, output, dimensions, in: field)
      return
    }
    let shape = shapes[input]
    let result = try self.shape(dimensions)
    let block = shape.dimensions.suffix(3).reduce(1, *)
    guard result.count == shape.count, dimensions.suffix(3).reduce(1, *) == block, block > 0
    else {
      throw error(.shape, "\(shape.dimensions) does not become \(dimensions)", in: field)
    }
    try spend(shape.count)
    let channels = shape.dimensions[shape.channelAxis]
    let area = block / channels
    let newChannels = dimensions[result.channelAxis]
    let newArea = block / newChannels
    let indices = (0..<shape.count).map { element in
      let (start, inner) = (element / block * block, element % block)
      let place = inner % newArea * newChannels + inner / newArea
      return start + place % channels * area + place / channels
    }
    let blob = try add(blob: output, result)
    layers.append(SliceLayer(input: input, output: blob, indices: indices))
  }
}
