/// Turns predictions into the bytes of a result; any thread may do so for its own chunk.
protocol ChunkFormatter: Sendable {
  /// What stands before the first row.
  var header: [UInt8] { get }
  /// The rows of a chunk, one after the other.
  func rows(of chunk: PredictedChunk) -> [UInt8]
}

/// What becomes of a row that cannot be predicted.
enum FaultyRows: Sendable {
  /// It has an empty prediction.
  case empty
  case leftOut
  /// It ends the result.
  case last
}

extension PredictedChunk {
  /// Whether a row comes out at all.
  func isWritten(_ row: Int, _ faulty: FaultyRows) -> Bool {
    switch faulty {
    case .empty: true
    case .leftOut: !(isFaulty?[row] ?? false)
    case .last: row < isFaulty?.firstIndex(of: true) ?? .max
    }
  }
}
