import Tables
import TabularML

/// Predicts a chunk and writes its rows into a buffer; any thread may do so.
struct ChunkPredictor: Sendable {
  /// Nil if the records are only to be shown.
  var plan: Plan?
  var features: @Sendable (RecordChunk) -> FeatureBatch
  /// Nil if the chunk is written later, by something that must see the rows in order.
  var formatter: (any ChunkFormatter)?

  func predict(_ chunk: RecordChunk) -> Result<PredictedChunk, any Error> {
    Result {
      var predicted = try outputs(for: chunk)
      if !predicted.faults.isEmpty {
        var isFaulty = [Bool](repeating: false, count: chunk.records.rowCount)
        for row in predicted.faults.map(\.row) { isFaulty[row] = true }
        predicted.isFaulty = isFaulty
      }
      predicted.bytes = formatter?.rows(of: predicted) ?? []
      return predicted
    }
  }

  private func outputs(for chunk: RecordChunk) throws -> PredictedChunk {
    let features = features(chunk)
    let result =
      try plan?.predict(features)
      ?? PredictionResult(
        outputs: FeatureBatch(rowCount: features.rowCount, columns: []),
        problems: features.problems)
    var chunk = chunk
    chunk.features = features
    return PredictedChunk(
      input: chunk, outputs: result.outputs, faults: chunk.faults(adding: result.problems))
  }
}
