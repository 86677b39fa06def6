/// A blob with some of its elements changed: another blob says which, and a third one by what.
///
/// Changes happen one after the other. A number that is negative counts from the end; a change at a
/// place that is not there is left out.
struct ScatterLayer: ForwardLayer {
  enum Mode: String, Sendable {
    case update, add, sub, mul, div, max, min
  }

  /// What is changed, the numbers of the places, and the changes.
  let inputs: [Int]
  let output: Int
  let mode: Mode
  let isInteger: Bool
  /// The axes along which the numbers of one place lead; together they are one axis of the data.
  let bounds: [Int]
  /// Elements for each place, and how often all of that is repeated in a row.
  let run: Int
  let outer: Int
  /// Places in each repetition.
  let choices: Int
  /// Whether each element has numbers of its own, or each place in all repetitions.
  let isElementwise: Bool

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let (data, numbers, updates) = (blobs[inputs[0]], blobs[inputs[1]], blobs[inputs[2]])
    let (width, numbersWidth) = (blobs.widths[output], blobs.widths[inputs[1]])
    let length = bounds.reduce(1, *)
    var y = blobs.take(output)
    for index in 0..<rows * width { y[index] = data[index] }
    var from = 0
    for row in 0..<rows {
      for turn in 0..<outer {
        for choice in 0..<choices {
          for element in 0..<run {
            let number =
              isElementwise ? (turn * choices + choice) * run + element : choice * bounds.count
            if let place = place(numbers, row * numbersWidth + number) {
              let to = row * width + (turn * length + place) * run + element
              y[to] = changed(y[to], updates[from])
            }
            from += 1
          }
        }
      }
    }
    blobs.put(y, output)
  }

  private func place(_ numbers: [Float], _ start: Int) -> Int? {
    var place = 0
    for (axis, bound) in bounds.enumerated() {
      let number = Int(numbers[start + axis].integer)
      let position = number < 0 ? number + bound : number
      guard (0..<bound).contains(position) else { return nil }
      place = place * bound + position
    }
    return place
  }

  private func changed(_ old: Float, _ new: Float) -> Float {
    switch mode {
    case .update: new
    case .add: isInteger ? Float(integer: old.integer &+ new.integer) : old + new
    case .sub: isInteger ? Float(integer: old.integer &- new.integer) : old - new
    case .mul: isInteger ? Float(integer: old.integer &* new.integer) : old * new
    case .div:
      isInteger
        ? Float(integer: IntegerLayer.floorDivide(old.integer, new.integer)) : old / new
    case .max:
      isInteger ? (old.integer < new.integer ? new : old) : (old < new || new.isNaN ? new : old)
    case .min:
      isInteger ? (old.integer > new.integer ? new : old) : (old > new || new.isNaN ? new : old)
    }
  }
}
