extension MLShapedArrayProtocol {
  /// The part at positions of the first dimensions; these dimensions are gone in it.
  ///
  /// - Parameter indices: As many positions as there are dimensions, or fewer.
  public subscript(indices: Int...) -> MLShapedArraySlice<Scalar> {
    get { self[indices] }
    set { self[indices] = newValue }
  }

  /// The part in a range of the first dimension; its own positions begin with 0.
  ///
  /// - Parameter bounds: Positions that there are.
  public subscript(bounds: Range<Int>) -> MLShapedArraySlice<Scalar> {
    get { self[[bounds]] }
    set { self[[bounds]] = newValue }
  }

  /// The part in ranges of the first dimensions, such as `[0..<2, 1...]`; its positions begin with 0.
  ///
  /// A single position among ranges keeps its dimension, with the size 1.
  ///
  /// - Parameter ranges: As many as there are dimensions, or fewer.
  public subscript(
    ranges: any MLShapedArrayRangeExpression...
  ) -> MLShapedArraySlice<Scalar> {
    get { self[relative(ranges)] }
    set { self[relative(ranges)] = newValue }
  }

  /// The part in ranges of the first dimensions, given as a collection; its positions begin with 0.
  ///
  /// - Parameter partialSliceRanges: As many as there are dimensions, or fewer.
  public subscript<C: Collection>(partialSliceRanges: C) -> MLShapedArraySlice<Scalar>
  where C.Element == any MLShapedArrayRangeExpression {
    get { self[relative(Array(partialSliceRanges))] }
    set { self[relative(Array(partialSliceRanges))] = newValue }
  }

  /// The part in ranges of the first dimensions; its positions begin with 0.
  ///
  /// - Parameter sliceRanges: As many as there are dimensions, or fewer.
  public subscript<C: Collection>(sliceRanges: C) -> MLShapedArraySlice<Scalar>
  where C.Element == Range<Int> {
    get {
      guard isFirstMajor else { return firstMajor[sliceRanges] }
      let runs = ShapedRuns(Array(sliceRanges), in: shape)
      var part: [Scalar] = []
      part.reserveCapacity(runs.starts.count * runs.length)
      unsafe withUnsafeShapedBufferPointer { numbers, _, _ in
        for start in runs.starts { unsafe part += numbers[start..<start + runs.length] }
      }
      return MLShapedArraySlice(scalars: part, shape: runs.shape)
    }
    set {
      self = firstMajor
      let runs = ShapedRuns(Array(sliceRanges), in: shape)
      precondition(
        newValue.shape == runs.shape, "A part of \(newValue.shape) for one of \(runs.shape)")
      let part = newValue.scalars
      unsafe withUnsafeMutableShapedBufferPointer { numbers, _, _ in
        for (run, start) in runs.starts.enumerated() {
          for offset in 0..<runs.length {
            unsafe numbers[start + offset] = part[run * runs.length + offset]
          }
        }
      }
    }
  }

  private func relative(_ ranges: [any MLShapedArrayRangeExpression]) -> [Range<Int>] {
    precondition(
      ranges.count <= shape.count, "\(ranges.count) ranges in \(shape.count) dimensions")
    return zip(ranges, shape).map { $0.relative(toShapedArrayAxis: 0..<$1) }
  }
}

/// Where the numbers of a part stand: runs of the same length in the order of the part.
private struct ShapedRuns {
  var starts = [0]
  let length: Int
  /// The shape of the part.
  let shape: [Int]

  init(_ ranges: [Range<Int>], in whole: [Int]) {
    precondition(
      ranges.count <= whole.count, "\(ranges.count) ranges in \(whole.count) dimensions")
    for (range, size) in zip(ranges, whole) {
      precondition(
        range.lowerBound >= 0 && range.upperBound <= size,
        "There are no positions \(range) in \(whole)")
    }
    let strides = ShapedExtent.strides(whole)
    shape = ranges.map(\.count) + whole.dropFirst(ranges.count)
    guard let last = ranges.indices.last else {
      length = ShapedExtent.count(whole)
      return
    }
    for dimension in 0..<last {
      starts = starts.flatMap { start in
        ranges[dimension].map { start + $0 * strides[dimension] }
      }
    }
    starts = starts.map { $0 + ranges[last].lowerBound * strides[last] }
    length = ranges[last].count * strides[last]
  }
}
