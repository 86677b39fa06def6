/// Several blobs side by side along one axis.
struct ConcatLayer: CompiledLayer {
  let inputs: [Int]
  let output: Int
  /// For each input how many numbers it gives to one turn of the output.
  let runs: [Int]
  /// How often the inputs take turns in a row.
  let turns: Int

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    var y = blobs.take(output)
    forEachRun(rows) { input, from, to, count in
      let x = blobs[inputs[input]]
      for index in 0..<count { y[to + index] = x[from + index] }
    }
    blobs.put(y, output)
  }

  func backward(_ rows: Int, _ pass: inout BackwardPass) {
    let dy = pass.gradients[output]
    forEachRun(rows) { input, from, to, count in
      let blob = inputs[input]
      guard pass.wanted[blob] else { return }
      var dx = pass.gradients.take(blob)
      for index in 0..<count { dx[from + index] += dy[to + index] }
      pass.gradients.put(dx, blob)
    }
  }

  @inline(__always)
  private func forEachRun(
    _ rows: Int, _ body: (_ input: Int, _ from: Int, _ to: Int, _ count: Int) -> Void
  ) {
    var to = 0
    for turn in 0..<rows * turns {
      for (input, count) in runs.enumerated() {
        body(input, turn * count, to, count)
        to += count
      }
    }
  }
}

/// Some elements of a blob.
struct SliceLayer: CompiledLayer {
  let input: Int
  let output: Int
  /// For each element of the output its place in the input.
  let indices: [Int]

  var inputs: [Int] { [input] }

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let x = blobs[input]
    let width = blobs.widths[input]
    var y = blobs.take(output)
    for row in 0..<rows {
      for (element, index) in indices.enumerated() {
        y[row * indices.count + element] = x[row * width + index]
      }
    }
    blobs.put(y, output)
  }

  func backward(_ rows: Int, _ pass: inout BackwardPass) {
    guard pass.wanted[input] else { return }
    let dy = pass.gradients[output]
    let width = pass.values.widths[input]
    var dx = pass.gradients.take(input)
    for row in 0..<rows {
      for (element, index) in indices.enumerated() {
        dx[row * width + index] += dy[row * indices.count + element]
      }
    }
    pass.gradients.put(dx, input)
  }
}
