import ModelSpec

extension ProgramCompiler {
  /// The same elements in another shape.
  mutating func reshape(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let x = try required("x", of: operation)
    var target: [Int] = []
    switch operation.type {
    case "reshape_like": target = try shapeOfReferences(operation)
    case "expand_dims":
      let given = try integers("axes", of: operation) ?? []
      var added: Set<Int> = []
      for number in given {
        added.insert(try axis(number, rank: x.rank + given.count, in: "axes"))
      }
      guard added.count == given.count else {
        throw error(.value, "an axis is there twice", in: "inputs.axes")
      }
      var old = x.dimensions.makeIterator()
      target = (0..<x.rank + given.count).map { added.contains($0) ? 1 : old.next() ?? 1 }
    case "squeeze":
      let given = try operand("axes", of: operation) != nil
      let axes =
        given
        ? try axes(of: operation, rank: x.rank)
        : x.dimensions.indices.filter { x.dimensions[$0] == 1 }
      guard axes.allSatisfy({ x.dimensions[$0] == 1 }) else {
        throw error(
          .shape, "of \(x.dimensions) only axes of length 1 can be dropped", in: "inputs.axes")
      }
      target = x.dimensions.indices.filter { !axes.contains($0) }.map { x.dimensions[$0] }
    case "flatten2d":
      let number = try integer("axis", of: operation, default: 1)
      guard (-x.rank...x.rank).contains(number) else {
        throw error(.value, "there is no axis \(number) in \(x.dimensions)", in: "inputs.axis")
      }
      let axis = number < 0 ? number + x.rank : number
      target = [x.dimensions[..<axis].reduce(1, *), x.dimensions[axis...].reduce(1, *)]
    default:
      target = try fill(try integers("shape", of: operation) ?? [], x)
    }
    guard target.allSatisfy({ $0 >= 0 }), elementCount(target) == x.count else {
      throw error(.shape, "\(x.dimensions) does not become \(target)", in: "inputs")
    }
    return try reshaped(x, target)
  }

  /// Parts of the shapes of other values, side by side.
  private mutating func shapeOfReferences(
    _ operation: Program.Operation
  ) throws(ModelError) -> [Int] {
    let references = try list("ref_tensors", of: operation)
    let begins = try list("begins", of: operation).compactMap { $0.constant?.first?.integer }
    let ends = try list("ends", of: operation).compactMap { $0.constant?.first?.integer }
    let masks = try list("end_masks", of: operation).compactMap { $0.constant?.first }
    guard [begins.count, ends.count, masks.count].allSatisfy({ $0 == references.count }) else {
      throw error(.shape, "each reference should have a begin and an end", in: "inputs")
    }
    var target: [Int] = []
    for (index, reference) in references.enumerated() {
      let rank = reference.rank
      func position(_ number: Int32) -> Int {
        min(max(number < 0 ? Int(number) + rank : Int(number), 0), rank)
      }
      let first = position(begins[index])
      let last = masks[index] != 0 ? rank : position(ends[index])
      target += reference.dimensions[first..<max(first, last)]
    }
    return target
  }

  func reshaped(_ x: Tensor, _ dimensions: [Int]) throws(ModelError) -> Tensor {
    var result = x
    result.shape = try shape(dimensions)
    return result
  }

  /// A size of 0 is that of the input, and the one that is -1 is what is left.
  private func fill(_ target: [Int], _ x: Tensor) throws(ModelError) -> [Int] {
    var target = target
    for index in target.indices where target[index] == 0 && target.count == x.rank {
      target[index] = x.dimensions[index]
    }
    if let open = target.firstIndex(of: -1) {
      target[open] = 1
      guard let known = elementCount(target), known > 0, x.count.isMultiple(of: known) else {
        throw error(.shape, "\(x.dimensions) does not become \(target)", in: "inputs.shape")
      }
      target[open] = x.count / known
    }
    return target
  }

  /// Elements of the input in other places.
  mutating func arrange(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let x = try required("x", of: operation)
    switch operation.type {
    case "transpose":
      var axes: [Int] = []
      for number in try integers("perm", of: operation) ?? [] {
        axes.append(try axis(number, rank: x.rank, in: "perm"))
      }
      guard axes.sorted() == Array(0..<x.rank) else {
        throw error(.value, "\(axes) is no order of \(x.rank) axes", in: "inputs.perm")
      }
      return try transposed(x, axes)
    case "reverse":
      let axes = try axes(of: operation, rank: x.rank)
      return try picked(
        x,
        x.dimensions.enumerated().map { axis, size in
          axes.contains(axis) ? (0..<size).reversed() : Array(0..<size)
        })
    case "tile":
      let repetitions = try integers("reps", of: operation) ?? []
      guard repetitions.count == x.rank, repetitions.allSatisfy({ $0 > 0 }) else {
        throw error(
          .value, "\(x.dimensions) cannot be repeated \(repetitions) times", in: "inputs.reps")
      }
      // Neither factor is beyond 32 bits.
      _ = try shape(zip(x.dimensions, repetitions).map { $0 * $1 })
      return try picked(
        x,
        zip(x.dimensions, repetitions).map { size, turns in (0..<size * turns).map { $0 % size } })
    case "slice_by_size": return try slicedBySize(operation, x)
    case "pad": return try padded(operation, x)
    case "sliding_windows": return try windows(operation, x)
    default: return try sliced(operation, x)
    }
  }

  mutating func transposed(_ x: Tensor, _ axes: [Int]) throws(ModelError) -> Tensor {
    let result = try shape(axes.map { x.dimensions[$0] })
    try spend(result.count)
    var places = [0]
    for axis in axes {
      let stride = x.shape.stride(axis)
      places = places.flatMap { place in
        (0..<x.dimensions[axis]).map { place + $0 * stride }
      }
    }
    return try picked(x, result, places)
  }

  /// Along each axis the chosen positions.
  mutating func picked(_ x: Tensor, _ picks: [[Int]]) throws(ModelError) -> Tensor {
    let result = try shape(picks.map(\.count))
    try spend(result.count)
    return try picked(x, result, placesOf(picks, in: x))
  }

  func placesOf(_ picks: [[Int]], in x: Tensor) -> [Int] {
    var places = [0]
    for (axis, positions) in picks.enumerated() {
      let stride = x.shape.stride(axis)
      places = places.flatMap { place in positions.map { place + $0 * stride } }
    }
    return places
  }

  func picksAll(_ places: [Int], of x: Tensor) -> Bool {
    places.count == x.count && places.enumerated().allSatisfy { $0 == $1 }
  }

  mutating func picked(
    _ x: Tensor, _ result: BlobShape, _ places: [Int]
  ) throws(ModelError) -> Tensor {
    if picksAll(places, of: x) { return try reshaped(x, result.dimensions) }
    return try emit(x.dataType, result, from: [x]) {
      SliceLayer(input: $0[0], output: $1, indices: places)
    }
  }
}
