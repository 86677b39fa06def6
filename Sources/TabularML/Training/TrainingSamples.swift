import ModelSpec

/// Rows made ready for training: whatever does not change while the network learns.
struct TrainingSamples: Sendable {
  let count: Int
  /// The values of the graph's kept blobs, row after row.
  let kept: [[Float]]
  /// What the loss compares with, row after row.
  let targets: TrainingTargets
}

extension TrainingGraph {
  /// The rows that a mini-batch-sized piece of the network is run on at a time.
  static let chunkRows = 256

  /// Runs the fixed layers for all rows; the network's inputs are given row after row.
  func samples(inputs: [[Float]], targets: TrainingTargets, count: Int) -> TrainingSamples {
    let widths = network.widths
    var kept: [[Float]] = self.kept.map { blob in
      var values: [Float] = []
      values.reserveCapacity(count * widths[blob])
      return values
    }
    var blobs = Blobs(widths: widths)
    blobs.reserve(min(count, TrainingGraph.chunkRows))
    for first in stride(from: 0, to: count, by: TrainingGraph.chunkRows) {
      let rows = min(TrainingGraph.chunkRows, count - first)
      for (blob, input) in inputs.enumerated() {
        let width = widths[blob]
        var values = blobs.take(blob)
        for index in 0..<rows * width { values[index] = input[first * width + index] }
        blobs.put(values, blob)
      }
      for layer in fixed { layer.forward(rows, &blobs, network.parameters) }
      for (index, blob) in self.kept.enumerated() {
        kept[index] += blobs[blob][..<(rows * widths[blob])]
      }
    }
    return TrainingSamples(count: count, kept: kept, targets: targets)
  }

  /// Copies some rows of the samples into the blobs that the live layers read.
  func gather(_ rows: some Collection<Int>, of samples: TrainingSamples, into blobs: inout Blobs) {
    for (index, blob) in kept.enumerated() {
      let width = network.shapes[blob].count
      let source = samples.kept[index]
      var values = blobs.take(blob)
      var to = 0
      for row in rows {
        for element in 0..<width { values[to + element] = source[row * width + element] }
        to += width
      }
      blobs.put(values, blob)
    }
  }
}
