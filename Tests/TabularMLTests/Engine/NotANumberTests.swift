import ModelSpec
import Testing

@testable import TabularML

/// Extremes of numbers of which one is none: that one, wherever it stands, as in numpy.
@Suite struct NotANumberTests {
  private static let lines: [[Float]] = [[.nan, 1, 2], [1, .nan, 3], [1, 2, .nan]]

  private func result(
    of layer: some ForwardLayer, widths: [Int], _ inputs: [[Float]]
  ) -> Float {
    var blobs = Blobs(widths: widths)
    blobs.reserve(1)
    for (index, values) in inputs.enumerated() {
      _ = blobs.take(index)
      blobs.put(values, index)
    }
    layer.forward(1, &blobs, [])
    return blobs[widths.count - 1][0]
  }

  @Test(arguments: lines) func reductions(_ line: [Float]) throws {
    let place = Int32(try #require(line.firstIndex { $0.isNaN }))
    for (operation, wanted) in [
      (ReductionLayer.Operation.maximum, nil), (.minimum, nil), (.logSumExp, nil), (.argmax, place),
      (.argmin, place),
    ] as [(ReductionLayer.Operation, Int32?)] {
      let layer = ReductionLayer(
        operation: operation, input: 0, output: 1, places: [0, 1, 2], length: 3)
      let value = result(of: layer, widths: [3, 1], [line])
      #expect(wanted.map { value.integer == $0 } ?? value.isNaN, "\(operation) \(value)")
    }
  }

  @Test(arguments: lines) func pairs(_ line: [Float]) {
    for operation in [
      JoinLayer.Operation.combine(.max), .combine(.min), .broadcast(.maxBroadcastable),
      .broadcast(.minBroadcastable),
    ] {
      let layer = JoinLayer(
        operation: operation, inputs: [0, 1, 2], output: 3, indices: [[], [], []])
      let value = result(of: layer, widths: [1, 1, 1, 1], line.map { [$0] })
      #expect(value.isNaN, "\(operation) \(value)")
    }
  }
}
