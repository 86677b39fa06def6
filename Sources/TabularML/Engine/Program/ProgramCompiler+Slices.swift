import ModelSpec

extension ProgramCompiler {
  mutating func slicedBySize(
    _ operation: Program.Operation, _ x: Tensor
  ) throws(ModelError) -> Tensor {
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
  }

  mutating func sliced(
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

  /// All runs of neighbours of one length along an axis, on an axis of their own.
  mutating func windows(
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
}
