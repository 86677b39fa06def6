import CFastPath
import Testing

@testable import TabularML

/// The kernels add up in the order of the plain loops, to the last bit, at every size.
@Suite struct DenseKernelTests {
  struct Size: Sendable, CustomTestStringConvertible {
    var rows: Int
    var inputs: Int
    var outputs: Int
    var testDescription: String { "\(rows) rows, \(inputs) to \(outputs)" }
  }

  static let sizes: [Size] = [1, 2, 4, 5, 9].flatMap { rows in
    [1, 3, 4, 7, 32, 67].flatMap { inputs in
      [1, 2, 7, 8, 9, 17].map { Size(rows: rows, inputs: inputs, outputs: $0) }
    }
  }

  @Test(arguments: sizes)
  func addUpInOrder(_ size: Size) {
    let (rows, inputs, outputs) = (size.rows, size.inputs, size.outputs)
    let x = NetworkFixture.numbers(rows * inputs, seed: 1)
    let weights = NetworkFixture.numbers(inputs * outputs, seed: 2)
    let bias = NetworkFixture.numbers(outputs, seed: 3)
    let dy = NetworkFixture.numbers(rows * outputs, seed: 4)
    let before = NetworkFixture.numbers(rows * inputs, seed: 5)
    let layer = DenseParameters(inputs: inputs, outputs: outputs, rows: weights, bias: bias)
    let unbiased = DenseParameters(inputs: inputs, outputs: outputs, rows: weights, bias: nil)

    var y = Array(repeating: Float.nan, count: rows * outputs)
    var plain = y
    var expected = y
    var expectedPlain = y
    for row in 0..<rows {
      for output in 0..<outputs {
        var sums = (bias[output], Float(0))
        for input in 0..<inputs {
          let term = weights[output * inputs + input] * x[row * inputs + input]
          sums.0 += term
          sums.1 += term
        }
        expected[row * outputs + output] = sums.0
        expectedPlain[row * outputs + output] = sums.1
      }
    }
    DenseKernel.forward(x, rows: rows, layer, into: &y)
    DenseKernel.forward(x, rows: rows, unbiased, into: &plain)
    #expect(y == expected)
    #expect(plain == expectedPlain)

    var dx = before
    var expectedDx = before
    for row in 0..<rows {
      for input in 0..<inputs {
        for output in 0..<outputs {
          expectedDx[row * inputs + input] +=
            weights[output * inputs + input] * dy[row * outputs + output]
        }
      }
    }
    DenseKernel.backward(dy, rows: rows, TransposedWeights(layer), into: &dx)
    #expect(dx == expectedDx)

    var gradient = layer
    let shape = fast_dense(inner: inputs, outer: outputs, stride: layer.stride)
    // In two slices of rows and two of inputs.
    let (half, part) = (rows / 2, inputs / 2)
    for (starts, range) in [(true, 0..<half), (false, half..<rows)] {
      let xs = Array(x[range.lowerBound * inputs..<range.upperBound * inputs])
      let dys = Array(dy[range.lowerBound * outputs..<range.upperBound * outputs])
      unsafe gradient.weights.withUnsafeMutableBufferPointer { dw in
        for some in [0..<part, part..<inputs] {
          unsafe DenseKernel.gradient(
            xs, dys, rows: range.count, inputs: some, shape, starts: starts, into: dw)
        }
      }
      unsafe gradient.bias.withUnsafeMutableBufferPointer { db in
        unsafe DenseKernel.biasGradient(
          dys, rows: range.count, outputs: outputs, starts: starts, into: db)
      }
    }
    var expectedRows = Array(repeating: Float(0), count: inputs * outputs)
    var expectedBias = Array(repeating: Float(0), count: outputs)
    for row in 0..<rows {
      for output in 0..<outputs {
        expectedBias[output] += dy[row * outputs + output]
        for input in 0..<inputs {
          expectedRows[output * inputs + input] +=
            dy[row * outputs + output] * x[row * inputs + input]
        }
      }
    }
    #expect(gradient.rows == expectedRows)
    #expect(gradient.biasValues == expectedBias)
  }

  @Test func weightsKeepTheirOrder() {
    let rows: [Float] = [1, 2, 3, 4, 5, 6]
    let layer = DenseParameters(inputs: 3, outputs: 2, rows: rows, bias: [7, 8])
    #expect(layer.rows == rows)
    #expect(layer.biasValues == [7, 8])
    #expect(DenseParameters(inputs: 2, outputs: 3, rows: rows, bias: nil).biasValues == nil)
  }
}
