/// Elements of one group brought to mean 0 and variance 1, then scaled and shifted each on its own.
struct StandardizingLayer: CompiledLayer {
  let input: Int
  let output: Int
  /// The places of the elements, group after group.
  let places: [Int]
  let length: Int
  /// Added to the variance; nil where only the mean is taken away.
  let epsilon: Double?
  /// One number for each element of a row; empty for 1 and 0.
  let gamma: [Float]
  let beta: [Float]

  var inputs: [Int] { [input] }

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let x = blobs[input]
    var y = blobs.take(output)
    forEachGroup(rows, blobs.widths[input]) { start, group in
      let (mean, deviation) = spread(of: x, start, group)
      for place in group {
        let value = (Double(x[start + place]) - mean) / deviation
        let scaled = gamma.isEmpty ? value : Double(gamma[place]) * value
        y[start + place] = Float(scaled + (beta.isEmpty ? 0 : Double(beta[place])))
      }
    }
    blobs.put(y, output)
  }

  /// With `s = γ dy` and `z` the standardized number `dx = (s - mean(s) - z mean(s z)) / deviation`.
  func backward(_ rows: Int, _ pass: inout BackwardPass) {
    guard pass.wanted[input] else { return }
    let x = pass.values[input]
    let dy = pass.gradients[output]
    var dx = pass.gradients.take(input)
    forEachGroup(rows, pass.values.widths[input]) { start, group in
      let (mean, deviation) = spread(of: x, start, group)
      func slope(_ place: Int) -> Double {
        Double(dy[start + place]) * (gamma.isEmpty ? 1 : Double(gamma[place]))
      }
      func standardized(_ place: Int) -> Double { (Double(x[start + place]) - mean) / deviation }
      let count = Double(length)
      let meanSlope = group.reduce(0) { $0 + slope($1) } / count
      let meanProduct =
        epsilon == nil ? 0 : group.reduce(0) { $0 + slope($1) * standardized($1) } / count
      for place in group {
        let change = slope(place) - meanSlope - standardized(place) * meanProduct
        dx[start + place] += Float(change / deviation)
      }
    }
    pass.gradients.put(dx, input)
  }

  /// The mean of a group, and the root of its variance and epsilon; 1 where there is no epsilon.
  private func spread(
    of x: [Float], _ start: Int, _ group: ArraySlice<Int>
  ) -> (mean: Double, deviation: Double) {
    var mean = 0.0
    for place in group { mean += Double(x[start + place]) }
    mean /= Double(length)
    guard let epsilon else { return (mean, 1) }
    var variance = 0.0
    for place in group {
      let difference = Double(x[start + place]) - mean
      variance += difference * difference
    }
    return (mean, (variance / Double(length) + epsilon).squareRoot())
  }

  /// Calls the body with the place where a row begins and the places in it of each group.
  @inline(__always)
  private func forEachGroup(
    _ rows: Int, _ width: Int, _ body: (_ start: Int, _ group: ArraySlice<Int>) -> Void
  ) {
    for row in 0..<rows {
      for first in stride(from: 0, to: places.count, by: length) {
        body(row * width, places[first..<first + length])
      }
    }
  }
}
