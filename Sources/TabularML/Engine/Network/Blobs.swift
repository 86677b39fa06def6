/// The values of a network's blobs for some rows, row after row; or gradients, laid out the same way.
struct Blobs: Sendable {
  /// Numbers per row of each blob.
  let widths: [Int]
  private var values: [[Float]]
  private var capacity = 0

  init(widths: [Int]) {
    self.widths = widths
    values = Array(repeating: [], count: widths.count)
  }

  /// Makes room for so many rows.
  mutating func reserve(_ rows: Int) {
    guard rows > capacity else { return }
    capacity = rows
    for (blob, width) in widths.enumerated() {
      values[blob] = Array(repeating: 0, count: rows * width)
    }
  }

  subscript(blob: Int) -> [Float] { values[blob] }

  /// A blob's values, to write; `put` brings them back.
  mutating func take(_ blob: Int) -> [Float] {
    var taken: [Float] = []
    swap(&taken, &values[blob])
    return taken
  }

  /// Brings back what `take` gave.
  mutating func put(_ taken: consuming [Float], _ blob: Int) {
    swap(&taken, &values[blob])
  }

  /// Sets the first rows of a blob to zero.
  mutating func clear(_ blob: Int, rows: Int) {
    var cleared = take(blob)
    var numbers = cleared.mutableSpan
    for index in 0..<rows * widths[blob] { numbers[index] = 0 }
    put(cleared, blob)
  }
}
