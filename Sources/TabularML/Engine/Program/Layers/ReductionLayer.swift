import Foundation

/// One number out of several: those that a table lists for each element of the output.
struct ReductionLayer: ForwardLayer {
  enum Operation: Sendable, Equatable {
    case sum, mean, maximum, minimum, product, absoluteSum, norm, squareSum, logSum, logSumExp
    case integerSum, integerMean, integerMaximum, integerMinimum, integerProduct
    /// The place of the largest or smallest, the first of equal ones, as an integer.
    case argmax, argmin, integerArgmax, integerArgmin
  }

  let operation: Operation
  let input: Int
  let output: Int
  /// For each element of the output so many places in the input, one after the other.
  let places: [Int]
  let length: Int

  var inputs: [Int] { [input] }

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let x = blobs[input]
    let width = blobs.widths[input]
    let outputWidth = blobs.widths[output]
    var y = blobs.take(output)
    for row in 0..<rows {
      for element in 0..<outputWidth {
        let line = element * length..<(element + 1) * length
        y[row * outputWidth + element] = reduce(x, row * width, line)
      }
    }
    blobs.put(y, output)
  }

  private func reduce(_ x: [Float], _ start: Int, _ line: Range<Int>) -> Float {
    switch operation {
    case .sum: return Float(sum(x, start, line) { $0 })
    case .mean: return Float(sum(x, start, line) { $0 } / Double(length))
    case .absoluteSum: return Float(sum(x, start, line) { abs($0) })
    case .squareSum: return Float(sum(x, start, line) { $0 * $0 })
    case .norm: return Float(sum(x, start, line) { $0 * $0 }.squareRoot())
    case .logSum: return Float(log(sum(x, start, line) { $0 }))
    case .logSumExp:
      let largest = Double(x[start + places[best(x, start, line, >)]])
      guard largest.isFinite else { return Float(largest) }
      return Float(largest + log(sum(x, start, line) { exp($0 - largest) }))
    case .product:
      var product = 1.0
      for index in line { product *= Double(x[start + places[index]]) }
      return Float(product)
    case .maximum: return x[start + places[best(x, start, line, >)]]
    case .minimum: return x[start + places[best(x, start, line, <)]]
    case .integerSum: return Float(integer: total(x, start, line) { $0 &+ $1 })
    case .integerMean:
      var sum: Int64 = 0
      for index in line { sum += Int64(x[start + places[index]].integer) }
      return Float(integer: Int32(truncatingIfNeeded: sum / Int64(length)))
    case .integerProduct: return Float(integer: total(x, start, line) { $0 &* $1 })
    case .integerMaximum: return Float(integer: total(x, start, line) { max($0, $1) })
    case .integerMinimum: return Float(integer: total(x, start, line) { min($0, $1) })
    case .argmax: return place(best(x, start, line, >), line)
    case .argmin: return place(best(x, start, line, <), line)
    case .integerArgmax: return place(first(x, start, line) { $0.integer > $1.integer }, line)
    case .integerArgmin: return place(first(x, start, line) { $0.integer < $1.integer }, line)
    }
  }

  private func place(_ index: Int, _ line: Range<Int>) -> Float {
    Float(integer: Int32(truncatingIfNeeded: index - line.lowerBound))
  }

  @inline(__always)
  private func sum(
    _ x: [Float], _ start: Int, _ line: Range<Int>, _ term: (Double) -> Double
  ) -> Double {
    var sum = 0.0
    for index in line { sum += term(Double(x[start + places[index]])) }
    return sum
  }

  @inline(__always)
  private func total(
    _ x: [Float], _ start: Int, _ line: Range<Int>, _ join: (Int32, Int32) -> Int32
  ) -> Int32 {
    var result = x[start + places[line.lowerBound]].integer
    for index in line.dropFirst() { result = join(result, x[start + places[index]].integer) }
    return result
  }

  /// The index of the first element that nothing beats, or of the first that is not a number.
  @inline(__always)
  private func best(
    _ x: [Float], _ start: Int, _ line: Range<Int>, _ beats: (Float, Float) -> Bool
  ) -> Int {
    first(x, start, line) { beats($0, $1) || $0.isNaN && !$1.isNaN }
  }

  /// The index of the first element that nothing beats.
  @inline(__always)
  private func first(
    _ x: [Float], _ start: Int, _ line: Range<Int>, _ beats: (Float, Float) -> Bool
  ) -> Int {
    var best = line.lowerBound
    for index in line where beats(x[start + places[index]], x[start + places[best]]) {
      best = index
    }
    return best
  }
}
