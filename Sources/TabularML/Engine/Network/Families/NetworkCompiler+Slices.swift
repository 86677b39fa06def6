import ModelSpec

extension NetworkCompiler {
  /// Adds a slice of every axis.
  mutating func slice(
    _ ranges: SliceRanges, _ shape: BlobShape, _ input: Int, _ output: String, in name: String
  ) throws(ModelError) {
    guard ranges.begins.count == shape.rank else {
      throw error(
        .shape, "there are \(ranges.begins.count) begins for \(shape.dimensions)",
        in: "\(name).beginIds")
    }
    guard ranges.ends.count == shape.rank else {
      throw error(
        .shape, "there are \(ranges.ends.count) ends for \(shape.dimensions)", in: "\(name).endIds")
    }
    var places: [[Int]] = []
    var dimensions: [Int] = []
    for (axis, length) in shape.dimensions.enumerated() {
      func flag(_ flags: [Bool]) -> Bool { axis < flags.count && flags[axis] }
      func position(_ number: Int64, _ range: ClosedRange<Int>) -> Int {
        let number = Int(clamping: number)
        return min(max(number < 0 ? number + length : number, range.lowerBound), range.upperBound)
      }
      if flag(ranges.squeezes) {
        let begin = ranges.begins[axis]
        guard (-Int64(length)..<Int64(length)).contains(begin) else {
          throw error(.value, "\(shape.dimensions) has no place \(begin)", in: "\(name).beginIds")
        }
        places.append([position(begin, 0...length - 1)])
        continue
      }
      let step = axis < ranges.strides.count ? Int(clamping: ranges.strides[axis]) : 1
      guard step != 0 else { throw error(.value, "a stride is 0", in: "\(name).strides") }
      let limits = step > 0 ? 0...length : -1...length - 1
      let begin =
        flag(ranges.beginMasks)
        ? (step > 0 ? 0 : length - 1) : position(ranges.begins[axis], limits)
      let end =
        flag(ranges.endMasks) ? (step > 0 ? length : -1) : position(ranges.ends[axis], limits)
      let pace = min(max(step, -length), length)
      let chosen = Array(stride(from: begin, to: end, by: pace))
      guard !chosen.isEmpty else {
        throw error(
          .value, "the slice \(begin) ..< \(end) by \(step) of \(length) is empty", in: name)
      }
      places.append(chosen)
      dimensions.append(chosen.count)
    }
    try add(
      try indices(shape, places), of: input, dimensions.isEmpty ? [1] : dimensions, output)
  }

  /// The ranges with what the inputs after the first say: begins, ends, strides and the three masks.
  func dynamic(_ ranges: SliceRanges, _ inputs: [Int]) throws(ModelError) -> SliceRanges {
    var ranges = ranges
    var lists: [[Int]] = []
    for input in inputs.dropFirst() {
      lists.append(try constantNumbers(input, "the places of a slice"))
    }
    func list(_ index: Int) -> [Int]? { index < lists.count ? lists[index] : nil }
    ranges.begins = (list(0) ?? []).map { Int64($0) }
    if let ends = list(1) { ranges.ends = ends.map { Int64($0) } }
    if let strides = list(2) { ranges.strides = strides.map { Int64($0) } }
    if let masks = list(3) { ranges.beginMasks = masks.map { $0 != 0 } }
    if let masks = list(4) { ranges.endMasks = masks.map { $0 != 0 } }
    if let masks = list(5) { ranges.squeezes = masks.map { $0 != 0 } }
    return ranges
  }

  /// Adds so many places of an axis, from where the second input says.
  mutating func slice(
    size: Int64, axis number: Int64, _ inputs: [Int], _ output: String
  ) throws(ModelError) {
    let shape = shapes[inputs[0]]
    let axis = try self.axis(number, of: shape, in: "sliceBySize.axis")
    let length = shape.dimensions[axis]
    let size = Int(clamping: size)
    guard size > 0, size <= length, shapes[inputs[1]].count == 1 else {
      throw error(
        .shape, "\(shape.dimensions) has no slice of \(size) along axis \(axis)",
        in: "sliceBySize.size")
    }
    let inner = shape.stride(axis)
    let outer = shape.count / (inner * length)
    var dimensions = shape.dimensions
    dimensions[axis] = size
    try add(inputs, output, dimensions) { x, y in
      let begin = x.place(1, 0, of: length).flatMap { $0 + size <= length ? $0 : nil }
      for turn in 0..<outer {
        for element in 0..<size * inner {
          y[turn * size * inner + element] =
            begin.map { x[(turn * length + $0) * inner + element] } ?? .nan
        }
      }
    }
  }
}
