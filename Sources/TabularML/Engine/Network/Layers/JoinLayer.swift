import ModelSpec

/// Blobs joined number by number, stretched to one shape; comparisons and logic give 0 or 1.
struct JoinLayer: ForwardLayer {
  enum Operation: Sendable, Equatable {
    case combine(Combination)
    case compare(Comparison)
    case broadcast(BroadcastOperation)
  }

  let operation: Operation
  let inputs: [Int]
  let output: Int
  /// For each input the element that stands at each element of the output; empty if they are the same.
  let indices: [[Int]]

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    switch operation {
    case .combine(.average):
      join(rows, &blobs) { $0 + $1 }
      var y = blobs.take(output)
      for index in 0..<rows * blobs.widths[output] { y[index] /= Float(inputs.count) }
      blobs.put(y, output)
    case .combine(.max): join(rows, &blobs) { Elementary.maximum($0, $1) }
    case .combine(.min): join(rows, &blobs) { Elementary.minimum($0, $1) }
    case .compare(let comparison): compare(comparison, rows, &blobs)
    case .broadcast(let operation): compute(operation, rows, &blobs)
    }
  }

  private func compare(_ comparison: Comparison, _ rows: Int, _ blobs: inout Blobs) {
    switch comparison {
    case .equal: join(rows, &blobs) { $0 == $1 ? 1 : 0 }
    case .notEqual: join(rows, &blobs) { $0 != $1 ? 1 : 0 }
    case .lessThan: join(rows, &blobs) { $0 < $1 ? 1 : 0 }
    case .lessEqual: join(rows, &blobs) { $0 <= $1 ? 1 : 0 }
    case .greaterThan: join(rows, &blobs) { $0 > $1 ? 1 : 0 }
    case .greaterEqual: join(rows, &blobs) { $0 >= $1 ? 1 : 0 }
    }
  }

  private func compute(_ operation: BroadcastOperation, _ rows: Int, _ blobs: inout Blobs) {
    switch operation {
    case .addBroadcastable: join(rows, &blobs) { $0 + $1 }
    case .subtractBroadcastable: join(rows, &blobs) { $0 - $1 }
    case .multiplyBroadcastable: join(rows, &blobs) { $0 * $1 }
    case .divideBroadcastable: join(rows, &blobs) { $0 / $1 }
    case .powBroadcastable: join(rows, &blobs) { Elementary.pow($0, $1) }
    case .maxBroadcastable: join(rows, &blobs) { Elementary.maximum($0, $1) }
    case .minBroadcastable: join(rows, &blobs) { Elementary.minimum($0, $1) }
    case .floorDivBroadcastable: join(rows, &blobs) { ($0 / $1).rounded(.down) }
    case .modBroadcastable:
      // The remainder has the sign of the divisor.
      join(rows, &blobs) { dividend, divisor in
        let rest = dividend.truncatingRemainder(dividingBy: divisor)
        return rest != 0 && (rest < 0) != (divisor < 0) ? rest + divisor : rest
      }
    case .logicalAnd: join(rows, &blobs) { $0 != 0 && $1 != 0 ? 1 : 0 }
    case .logicalOr: join(rows, &blobs) { $0 != 0 || $1 != 0 ? 1 : 0 }
    case .logicalXor: join(rows, &blobs) { ($0 != 0) != ($1 != 0) ? 1 : 0 }
    }
  }

  /// Takes the first input, stretched, and joins the others with it one after the other.
  @inline(__always)
  private func join(_ rows: Int, _ blobs: inout Blobs, _ function: (Float, Float) -> Float) {
    let width = blobs.widths[output]
    var y = blobs.take(output)
    for (number, input) in inputs.enumerated() {
      let x = blobs[input]
      let inputWidth = blobs.widths[input]
      let indices = indices[number]
      for row in 0..<rows {
        for element in 0..<width {
          let place = indices.isEmpty ? element : indices[element]
          let value = x[row * inputWidth + place]
          let index = row * width + element
          y[index] = number == 0 ? value : function(y[index], value)
        }
      }
    }
    blobs.put(y, output)
  }
}
