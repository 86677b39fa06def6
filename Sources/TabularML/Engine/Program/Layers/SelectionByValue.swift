/// One of two blobs, element by element, as a third one says; all stretched to one shape.
struct SelectLayer: ForwardLayer {
  /// Condition, what is taken where it is not zero, and what elsewhere.
  let inputs: [Int]
  let output: Int
  let indices: [[Int]]

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let width = blobs.widths[output]
    let x = inputs.map { blobs[$0] }
    let widths = inputs.map { blobs.widths[$0] }
    var y = blobs.take(output)
    for row in 0..<rows {
      for element in 0..<width {
        let condition = row * widths[0] + (indices[0].isEmpty ? element : indices[0][element])
        let chosen = x[0][condition] != 0 ? 1 : 2
        let place = indices[chosen].isEmpty ? element : indices[chosen][element]
        y[row * width + element] = x[chosen][row * widths[chosen] + place]
      }
    }
    blobs.put(y, output)
  }
}

/// Runs of elements that another blob chooses by number, along one axis.
///
/// A number that is negative counts from the end; one outside is taken for the nearest inside.
struct GatherLayer: ForwardLayer {
  /// What there is to choose from when it is the same for all rows; else `input` has it.
  let table: [Float]
  let input: Int?
  let indices: Int
  let output: Int
  /// How many elements there are to choose from, and how many a choice brings.
  let length: Int
  let run: Int
  /// How often that is repeated in a row, and with how many numbers each time.
  let outer: Int
  let choices: Int
  /// How many repetitions, one after the other, have the same numbers.
  let repetitions: Int

  var inputs: [Int] { (input.map { [$0] } ?? []) + [indices] }

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let x = input.map { blobs[$0] } ?? table
    let numbers = blobs[indices]
    let width = input.map { blobs.widths[$0] } ?? 0
    let numbersWidth = blobs.widths[indices]
    var y = blobs.take(output)
    var to = 0
    for row in 0..<rows {
      for turn in 0..<outer {
        for choice in 0..<choices {
          let number = numbers[
            row * numbersWidth + turn / repetitions * choices + choice
          ].integer
          let place = min(max(number < 0 ? Int(number) + length : Int(number), 0), length - 1)
          let from = row * width + (turn * length + place) * run
          for element in 0..<run { y[to + element] = x[from + element] }
          to += run
        }
      }
    }
    blobs.put(y, output)
  }
}

/// Elements that a blob of the output's shape chooses by number, along one axis.
struct GatherAlongLayer: ForwardLayer {
  let input: Int
  let indices: Int
  let output: Int
  let length: Int
  /// Elements of the input from one along the axis to the next, and of the indices' axis.
  let stride: Int
  let indexLength: Int

  var inputs: [Int] { [input, indices] }

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let x = blobs[input]
    let numbers = blobs[indices]
    let (width, outputWidth) = (blobs.widths[input], blobs.widths[output])
    var y = blobs.take(output)
    for row in 0..<rows {
      for element in 0..<outputWidth {
        let number = numbers[row * outputWidth + element].integer
        let place = min(max(number < 0 ? Int(number) + length : Int(number), 0), length - 1)
        let outer = element / (indexLength * stride)
        y[row * outputWidth + element] =
          x[row * width + (outer * length + place) * stride + element % stride]
      }
    }
    blobs.put(y, output)
  }
}

/// A vector with one value at the place that a number names and another everywhere else.
struct OneHotLayer: ForwardLayer {
  let input: Int
  let output: Int
  let length: Int
  /// Elements of the output from one along the new axis to the next.
  let stride: Int
  let on: Float
  let off: Float

  var inputs: [Int] { [input] }

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let x = blobs[input]
    let (width, outputWidth) = (blobs.widths[input], blobs.widths[output])
    var y = blobs.take(output)
    for index in 0..<rows * outputWidth { y[index] = off }
    for row in 0..<rows {
      for element in 0..<width {
        let number = Int(x[row * width + element].integer)
        let place = number < 0 ? number + length : number
        guard (0..<length).contains(place) else { continue }
        let outer = element / stride
        y[row * outputWidth + (outer * length + place) * stride + element % stride] = on
      }
    }
    blobs.put(y, output)
  }
}
