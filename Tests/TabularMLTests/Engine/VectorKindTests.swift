import CFastPath
import Testing

@testable import TabularML

/// The kernels give the same bits with this machine's widest vectors as with those that every machine has.
@Suite struct VectorKindTests {
  @Test(arguments: [1, 15, 16, 17, 200, 255])
  func ranks(thresholds count: Int) {
    let thresholds = (0..<count).map { Double($0) / 4 }
    let all = thresholds + Array(repeating: .infinity, count: 256 - count)
    let table = (1...16).map { all[16 * $0 - 1] } + all
    let numbers = [.nan, .infinity, -.infinity] + (-10...1100).map { Double($0) / 16 }
    let expected = numbers.map { number in
      number.isNaN ? 42 : Int8(thresholds.count { $0 < number } - 128)
    }
    for kind in [Int32(fast_baseline), fast_widest()] {
      var ranks = Array(repeating: Int8(0), count: numbers.count)
      unsafe fast_rank(kind, table, count, 42, numbers, 1, numbers.count, &ranks)
      #expect(ranks == expected)
    }
  }

  @Test func sumsOfTrees() {
    let rows = 2 * Int(fast_tree_rows)
    var state: UInt32 = 7
    func next() -> UInt32 {
      state = state &* 1_664_525 &+ 1_013_904_223
      return state >> 8
    }
    let ranks = (0..<3 * rows).map { _ in Int8(truncatingIfNeeded: next()) }
    // The last leaf of each group stays, so that every row has one.
    let branches = (0..<40).map { _ in
      fast_branch(
        column: UInt16(next() % 3), threshold: Int8(truncatingIfNeeded: next()),
        leaves: UInt8(next() % 128))
    }
    let values = (0..<64).map { _ in Double(next()) / 3 }
    let starts: [UInt32] = [0, 7, 9, 9, 20, 26, 30, 39, 40]
    let expected = (0..<rows).map { row in
      var sum = 0.0
      for tree in 0..<2 {
        var left = UInt32.max
        for group in 0..<4 {
          for branch in branches[Int(starts[4 * tree + group])..<Int(starts[4 * tree + group + 1])]
          where ranks[Int(branch.column) * rows + row] > branch.threshold {
            left &= ~(UInt32(branch.leaves) << (8 * group))
          }
        }
        sum += values[32 * tree + left.trailingZeroBitCount]
      }
      return sum
    }
    for kind in [Int32(fast_baseline), fast_widest()] {
      var sums = Array(repeating: 0.0, count: rows)
      unsafe branches.withUnsafeBufferPointer { branches in
        unsafe starts.withUnsafeBufferPointer { starts in
          unsafe values.withUnsafeBufferPointer { values in
            guard let branches = branches.baseAddress, let starts = starts.baseAddress,
              let values = values.baseAddress
            else { return }
            let trees = unsafe fast_trees(
              branches: branches, starts: starts, values: values, count: 2)
            unsafe fast_add_trees(kind, trees, ranks, rows, &sums)
          }
        }
      }
      #expect(sums == expected)
    }
  }

  @Test(arguments: [1, 4, 6, 21], [1, 8, 17])
  func products(rows: Int, outputs: Int) {
    let inputs = 7
    let stride = DenseKernel.padded(outputs)
    let x = NetworkFixture.numbers(rows * inputs, seed: 1)
    let weights = NetworkFixture.numbers(inputs * stride, seed: 2)
    let bias = NetworkFixture.numbers(stride, seed: 3)
    let answers = [Int32(fast_baseline), fast_widest()].map { kind in
      var y = Array(repeating: Float(0), count: rows * outputs)
      let shape = fast_dense(inner: inputs, outer: outputs, stride: stride)
      unsafe fast_multiply(kind, rows, shape, x, weights, bias, 0, &y)
      return y
    }
    #expect(answers[0] == answers[1])
  }

  @Test(arguments: [1, 4, 9, 21], [1, 8, 17, 37])
  func rectifiedProducts(rows: Int, outputs: Int) {
    // The last row is no number, the one before is zero with its sign.
    let inputs = 3
    let stride = DenseKernel.padded(outputs)
    var x = NetworkFixture.numbers(rows * inputs, seed: 1)
    x[x.count - 1] = .nan
    if rows > 1 { for index in 0..<inputs { x[(rows - 2) * inputs + index] = -0.0 } }
    let weights = NetworkFixture.numbers(inputs * stride, seed: 2)
    let bias = NetworkFixture.numbers(stride, seed: 3).enumerated().map { $0 % 3 == 1 ? -0.0 : $1 }
    let shape = fast_dense(inner: inputs, outer: outputs, stride: stride)
    for kind in [Int32(fast_baseline), fast_widest()] {
      var sums = Array(repeating: Float(0), count: rows * outputs)
      var rectified = sums
      unsafe fast_multiply(kind, rows, shape, x, weights, bias, 0, &sums)
      unsafe fast_multiply(kind, rows, shape, x, weights, bias, 1, &rectified)
      let expected = sums.map { $0 < 0 ? 0 : $0 }
      #expect(rectified.map(\.bitPattern) == expected.map(\.bitPattern))
    }
  }

  @Test(arguments: [1, 4, 9, 22], [1, 14, 64, 67, 200])
  func productsWithoutZeros(rows: Int, inputs: Int) {
    let outputs = 2 * Int(fast_skipping_outputs)
    // Rows without zeros, with zeros alone, and with more of them the later they are.
    var x = NetworkFixture.numbers(rows * inputs, seed: 1)
    for index in x.indices {
      let row = index / inputs
      if row == 5 || (row > 7 && index % 20 < row) { x[index] = index % 2 == 0 ? 0 : -0.0 }
    }
    x[inputs - 1] = .nan
    let weights = NetworkFixture.numbers(inputs * outputs, seed: 2)
    let bias = NetworkFixture.numbers(outputs, seed: 3)
    let shape = fast_dense(inner: inputs, outer: outputs, stride: outputs)
    for kind in [Int32(fast_baseline), fast_widest()] {
      for rectifies in [Int32(0), 1] {
        var expected = Array(repeating: Float(0), count: rows * outputs)
        var y = expected
        unsafe fast_multiply(kind, rows, shape, x, weights, bias, rectifies, &expected)
        unsafe fast_multiply_skipping(kind, rows, shape, x, weights, bias, rectifies, &y)
        #expect(y.map(\.bitPattern) == expected.map(\.bitPattern))
      }
    }
  }

  @Test func numbersBeginAtALine() {
    let numbers = NetworkFixture.numbers(100)
    for count in [1, 15, 16, 17, 100] {
      unsafe AlignedFloats(Array(numbers[..<count])).withUnsafeBufferPointer { aligned in
        #expect(Int(bitPattern: aligned.baseAddress) % 64 == 0)
        #expect(unsafe Array(aligned.prefix(count)) == Array(numbers[..<count]))
      }
    }
  }

  @Test(arguments: [1, 3, 4, 257], [1, 5])
  func terms(rows: Int, stride: Int) {
    let x = NetworkFixture.numbers(rows * stride, seed: 1).map { Double($0) }
    let start = NetworkFixture.numbers(rows, seed: 2).map { Double($0) }
    let term = fast_term(weight: 0.3, scale: 1 / 7.0, shift: -0.7)
    let expected = (0..<rows).map { row in
      let scaled: Double = term.scale * (x[row * stride] + term.shift)
      return start[row] + term.weight * scaled
    }
    for kind in [Int32(fast_baseline), fast_widest()] {
      var sums = start
      unsafe fast_add_term(kind, rows, term, x, stride, &sums)
      #expect(sums == expected)
    }
  }

  @Test(arguments: [1, 8, 17], [1, 4, 14, 33])
  func scaling(rows: Int, width: Int) {
    let x = NetworkFixture.numbers(rows * width, seed: 1).map { Double($0) }
    let shift = NetworkFixture.numbers(width, seed: 2).map { Double($0) }
    let scale = NetworkFixture.numbers(width, seed: 3).map { Double($0) }
    // One number after each row stays as it is.
    let stride = width + 1
    var expected = Array(repeating: 0.0, count: rows * stride)
    for row in 0..<rows {
      for index in 0..<width {
        let shifted: Double = x[row * width + index] + shift[index]
        expected[row * stride + index] = scale[index] * shifted
      }
    }
    for kind in [Int32(fast_baseline), fast_widest()] {
      var y = Array(repeating: 0.0, count: rows * stride)
      unsafe fast_scale(kind, rows, width, shift, scale, x, width, &y, stride)
      #expect(y == expected)
    }
  }
}
