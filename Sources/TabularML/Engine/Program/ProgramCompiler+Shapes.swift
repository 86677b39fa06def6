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
    case "slice_by_size":
      let begin = try integers("begin", of: operation) ?? []
      let size = try integers("size", of: operation) ?? []
      guard begin.count == x.rank, size.count == x.rank else {
        throw error(.shape, "begin and size should have \(x.rank) numbers", in: "inputs")
      }
      var picks: [[Int]] = []
      for (axis, length) in x.dimensions.enumerated() {
        let first = begin[axis] < 0 ? begin[axis] + length : begin[axis]
        let count = size[axis] == -1 ? length - first : size[axis]
        guard first >= 0, count >= 0, first <= length, count <= length - first else {
          throw error(.value, "the slice leaves \(x.dimensions)", in: "inputs")
        }
        picks.append(Array(first..<first + count))
      }
      return try picked(x, picks)
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
  private mutating func picked(_ x: Tensor, _ picks: [[Int]]) throws(ModelError) -> Tensor {
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

  /// All runs of neighbours of one length along an axis, on an axis of their own.
  private mutating func windows(
    _ operation: Program.Operation, _ x: Tensor
  ) throws(ModelError) -> Tensor {
    let axis = try axis(of: operation, rank: x.rank)
    let length = x.dimensions[axis]
    let size = try integer("size", of: operation)
    let step = try integer("stride", of: operation, default: 1)
    guard step > 0, (1...max(1, length)).contains(size), length > 0 else {
      throw error(.value, "there are no windows of \(size) in \(length)", in: "inputs.size")
    }
    let count = (length - size) / step + 1
    var dimensions = x.dimensions
    dimensions.replaceSubrange(axis...axis, with: [count, size])
    let result = try shape(dimensions)
    var picks = x.dimensions.map { Array(0..<$0) }
    picks[axis] = (0..<count).flatMap { start in (0..<size).map { start * step + $0 } }
    return try reshaped(try picked(x, picks), result.dimensions)
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

  private mutating func sliced(
    _ operation: Program.Operation, _ x: Tensor
  ) throws(ModelError) -> Tensor {
    let (picks, kept) = try slice(operation, x)
    let result = try picked(x, picks)
    return try reshaped(result, kept.map { result.dimensions[$0] })
  }

  /// The positions of a slice along each axis, and the axes that are kept.
  mutating func slice(
    _ operation: Program.Operation, _ x: Tensor
  ) throws(ModelError) -> (picks: [[Int]], kept: [Int]) {
    let begin = try integers("begin", of: operation) ?? []
    let end = try integers("end", of: operation) ?? []
    let strides = try integers("stride", of: operation) ?? Array(repeating: 1, count: x.rank)
    let none = Array(repeating: false, count: x.rank)
    let masks = try (
      flags("begin_mask", of: operation) ?? none, flags("end_mask", of: operation) ?? none,
      flags("squeeze_mask", of: operation) ?? none
    )
    guard
      [begin.count, end.count, strides.count, masks.0.count, masks.1.count, masks.2.count]
        .allSatisfy({ $0 == x.rank }), !strides.contains(0)
    else {
      throw error(.shape, "the slice should have \(x.rank) numbers, no stride of 0", in: "inputs")
    }
    var picks: [[Int]] = []
    for (axis, length) in x.dimensions.enumerated() {
      let step = min(max(strides[axis], -length - 1), length + 1)
      func position(_ number: Int) -> Int {
        let place = number < 0 ? number + length : number
        return step > 0 ? min(max(place, 0), length) : min(max(place, -1), length - 1)
      }
      if masks.2[axis] {
        let place = begin[axis] < 0 ? begin[axis] + length : begin[axis]
        guard (0..<length).contains(place) else {
          throw error(.value, "there is no element \(begin[axis]) of \(length)", in: "inputs.begin")
        }
        picks.append([place])
        continue
      }
      let first = masks.0[axis] ? (step > 0 ? 0 : length - 1) : position(begin[axis])
      let last = masks.1[axis] ? (step > 0 ? length : -1) : position(end[axis])
      picks.append(Array(stride(from: first, to: last, by: step)))
    }
    return (picks, x.dimensions.indices.filter { !masks.2[$0] })
  }

  private mutating func padded(
    _ operation: Program.Operation, _ x: Tensor
  ) throws(ModelError) -> Tensor {
    let amounts = try integers("pad", of: operation) ?? []
    let mode = try text("mode", of: operation) ?? "constant"
    let constant = try number("constant_val", of: operation, default: 0)
    guard amounts.count.isMultiple(of: 2), amounts.count <= 2 * x.rank,
      amounts.allSatisfy({ (0...PlanBuilder.largestArray).contains($0) })
    else { throw error(.value, "\(x.dimensions) cannot be padded by \(amounts)", in: "inputs.pad") }
    // Amounts belong to the last axes; -1 stands for the constant.
    let unpadded = x.rank - amounts.count / 2
    var picks: [[Int]] = []
    var total = 1
    for (axis, length) in x.dimensions.enumerated() {
      let first = axis < unpadded ? 0 : amounts[2 * (axis - unpadded)]
      let last = axis < unpadded ? 0 : amounts[2 * (axis - unpadded) + 1]
      total = total.multipliedReportingOverflow(by: first + length + last).partialValue
      guard (0...PlanBuilder.largestArray).contains(total) else {
        throw error(.shape, "\(x.dimensions) padded by \(amounts) is too large", in: "inputs.pad")
      }
      var positions: [Int] = []
      for place in -first..<length + last {
        switch mode {
        case "constant": positions.append((0..<length).contains(place) ? place : -1)
        case "replicate" where length > 0: positions.append(min(max(place, 0), length - 1))
        case "reflect" where max(first, last) < length:
          positions.append(place < 0 ? -place : place >= length ? 2 * length - 2 - place : place)
        default:
          throw error(.value, "there is no padding '\(mode)' of \(x.dimensions)", in: "inputs.mode")
        }
      }
      picks.append(positions)
    }
    let result = try shape(picks.map(\.count))
    try spend(result.count)
    var places = [0]
    for (axis, positions) in picks.enumerated() {
      let stride = x.shape.stride(axis)
      places = places.flatMap { place in
        positions.map { place < 0 || $0 < 0 ? -1 : place + $0 * stride }
      }
    }
    guard mode == "constant" else { return try picked(x, result, places) }
    let element = x.kind == .integer ? Float(integer: Int32(cutting: Double(constant))) : constant
    let filler = Tensor(dataType: x.dataType, shape: try shape([1]), storage: .constant([element]))
    let joined = try joined([try reshaped(x, [x.count]), filler], axis: 0)
    return try picked(joined, result, places.map { $0 < 0 ? x.count : $0 })
  }
}
