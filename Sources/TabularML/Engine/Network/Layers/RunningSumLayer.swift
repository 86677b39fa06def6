/// The sums of all elements up to each one along an axis.
struct RunningSumLayer: ForwardLayer {
  let input: Int
  let output: Int
  let length: Int
  let stride: Int
  /// Whether an element is left out of its own sum.
  let isExclusive: Bool
  /// Whether the sums begin at the end.
  let isReversed: Bool
  let isInteger: Bool

  var inputs: [Int] { [input] }

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let x = blobs[input]
    let turns = rows * blobs.widths[input] / max(1, length * stride)
    var y = blobs.take(output)
    for turn in 0..<turns {
      for offset in 0..<stride {
        var (sum, whole): (Double, Int32) = (0, 0)
        for step in 0..<length {
          let place = isReversed ? length - 1 - step : step
          let index = (turn * length + place) * stride + offset
          if isExclusive { y[index] = isInteger ? Float(integer: whole) : Float(sum) }
          if isInteger { whole = whole &+ x[index].integer } else { sum += Double(x[index]) }
          if !isExclusive { y[index] = isInteger ? Float(integer: whole) : Float(sum) }
        }
      }
    }
    blobs.put(y, output)
  }
}
