extension Delimiter {
  /// Finds the delimiter of a plain table whose first record is its header.
  ///
  /// The candidate wins under which the header has most of the expected names, then most of the
  /// first rows are as wide as the header, then the header has most cells; among equals the usual
  /// order holds.
  static func choose(for text: TextSource, expectedNames: Set<String>) throws -> UInt8 {
    var best: (delimiter: UInt8, score: [Int])?
    var problem: TableProblem?
    for delimiter in candidates {
      let preview = try RecordPreview(text, delimiter: delimiter)
      guard preview.block.rowCount > 0 else {
        problem = problem ?? preview.problem
        continue
      }
      let names = preview.block.texts(0)
      let agreeing = (0..<preview.block.rowCount).count {
        names.count > 1 && preview.block.cellCount($0) == names.count
      }
      let score = [Set(names).intersection(expectedNames).count, agreeing, names.count]
      if best.map({ $0.score.lexicographicallyPrecedes(score) }) ?? true {
        best = (delimiter, score)
      }
    }
    if let best { return best.delimiter }
    if let problem { throw problem }
    return candidates[0]
  }
}
