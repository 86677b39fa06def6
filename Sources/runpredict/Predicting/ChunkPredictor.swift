import Tables
import TabularML

/// Predicts a chunk and writes its rows into a buffer; any thread may do so.
struct ChunkPredictor: Sendable {
  /// Nil if the records are only to be shown.
  var model: (plan: Plan, features: @Sendable (TableBatch) -> FeatureBatch)?
  /// Nil if the chunk is written later, by something that must see the rows in order.
  var formatter: (any ChunkFormatter)?

  func predict(_ chunk: RecordChunk) -> Result<PredictedChunk, any Error> {
    Result {
      var predicted = try outputs(for: chunk)
      var isFaulty = [Bool](repeating: false, count: chunk.records.rowCount)
      for row in predicted.faults.map(\.row) { isFaulty[row] = true }
      predicted.isFaulty = isFaulty.contains(true) ? isFaulty : nil
      predicted.bytes = formatter?.rows(of: predicted) ?? []
      return predicted
    }
  }

  private func outputs(for chunk: RecordChunk) throws -> PredictedChunk {
    guard let model else {
      return PredictedChunk(
        input: chunk, outputs: FeatureBatch(rowCount: chunk.records.rowCount, columns: []),
        faults: chunk.faults)
    }
    let result = try model.plan.predict(model.features(chunk.records))
    // A row that could not be read is told once, with its cell.
    let told = Set(chunk.faults.map(\.row))
    let faults = result.problems.filter { !told.contains($0.row) }.map { problem in
      RowFault(
        row: problem.row, cause: .prediction(problem, line: chunk.records.lines[problem.row]))
    }
    return PredictedChunk(
      input: chunk, outputs: result.outputs,
      faults: (chunk.faults + faults).sorted { $0.row < $1.row })
  }
}
