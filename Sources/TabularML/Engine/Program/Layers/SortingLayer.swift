/// The order of the elements along one axis: their places, or themselves.
///
/// Of equal elements the earlier one comes first.
struct SortingLayer: ForwardLayer {
  let input: Int
  let output: Int
  let length: Int
  let stride: Int
  /// How many of the first are kept.
  let count: Int
  let ascending: Bool
  /// Whether the places come out, as integers, instead of the elements.
  let givesPlaces: Bool
  let isInteger: Bool

  var inputs: [Int] { [input] }

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let x = blobs[input]
    let turns = rows * blobs.widths[input] / max(1, length * stride)
    var y = blobs.take(output)
    var order = Array(0..<length)
    for turn in 0..<turns {
      for offset in 0..<stride {
        let start = turn * length * stride + offset
        for index in 0..<length { order[index] = index }
        order.sort { one, other in
          let (a, b) = (x[start + one * stride], x[start + other * stride])
          if precedes(a, b) { return true }
          return precedes(b, a) ? false : one < other
        }
        for rank in 0..<count {
          y[(turn * count + rank) * stride + offset] =
            givesPlaces
            ? Float(integer: Int32(truncatingIfNeeded: order[rank]))
            : x[start + order[rank] * stride]
        }
      }
    }
    blobs.put(y, output)
  }

  /// NaN comes last in either direction, which makes this an order.
  private func precedes(_ a: Float, _ b: Float) -> Bool {
    if isInteger { return ascending ? a.integer < b.integer : a.integer > b.integer }
    if a.isNaN || b.isNaN { return !a.isNaN && b.isNaN }
    return ascending ? a < b : a > b
  }
}
