/// A layer that computes a row of its output from a row of its inputs.
///
/// Training does not go back through it.
struct FunctionLayer: ForwardLayer {
  let inputs: [Int]
  let output: Int
  let compute: @Sendable (InputRow, inout OutputRow) -> Void

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    var x = InputRow(values: inputs.map { blobs[$0] }, widths: inputs.map { blobs.widths[$0] })
    var y = OutputRow(values: blobs.take(output))
    for row in 0..<rows {
      x.row = row
      y.start = row * blobs.widths[output]
      compute(x, &y)
    }
    blobs.put(y.values, output)
  }
}

/// A row of each of a layer's inputs.
struct InputRow {
  fileprivate let values: [[Float]]
  fileprivate let widths: [Int]
  fileprivate var row = 0

  subscript(input: Int, element: Int) -> Float { values[input][row * widths[input] + element] }

  /// An element of the first input.
  subscript(element: Int) -> Float { self[0, element] }

  /// An element as a place among so many, or nil if it is none.
  ///
  /// A negative one counts from the end.
  func place(_ input: Int, _ element: Int, of count: Int) -> Int? {
    guard let number = Int(exactly: self[input, element]), number >= -count, number < count else {
      return nil
    }
    return number < 0 ? number + count : number
  }
}

/// A row of a layer's output.
struct OutputRow {
  fileprivate var values: [Float]
  fileprivate var start = 0

  subscript(element: Int) -> Float {
    get { values[start + element] }
    set { values[start + element] = newValue }
  }
}
