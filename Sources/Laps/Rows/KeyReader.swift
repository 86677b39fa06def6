import Tables

/// Reads the values by which runs are told apart: run id, date, runner.
struct KeyReader {
  private let columns: [Int]
  private var interners: [Interner]
  private var keys: [[Int32]: Int32] = [:]
  /// The codes of the row above, which a missing cell takes.
  private var last: [Int32]
  private var lastKey: Int32 = 0
  /// How many cells took the value above, and the line of the first.
  private(set) var filled = 0
  private(set) var firstFilledLine = 0

  init(_ columns: [Int]) {
    self.columns = columns
    interners = columns.map { _ in Interner() }
    last = columns.map { _ in -1 }
  }

  /// The key of a row; a missing cell takes the value above, which is counted for a lap.
  mutating func read(_ block: RecordBlock, _ row: Int, countsMissing: Bool) -> Int32 {
    if columns.isEmpty { return 0 }
    var hasChanged = false
    for (index, column) in columns.enumerated() {
      // A total may stand where the runner or the date would.
      let isLabel = !countsMissing && RowWords.isTotal(block.text(row, column))
      if isLabel || block.isMissing(row, column) {
        if countsMissing && last[index] >= 0 {
          if filled == 0 { firstFilledLine = block.line(row) }
          filled += 1
        }
        continue
      }
      let code = block.withCell(row, column) { interners[index].code($0) }
      if code != last[index] {
        last[index] = code
        hasChanged = true
      }
    }
    if hasChanged {
      lastKey = keys[last] ?? Int32(keys.count + 1)
      keys[last] = lastKey
    }
    return lastKey
  }
}
