extension Delimiter {
  /// Finds the delimiter of a plain table whose first record is its header.
  ///
  /// The candidate wins under which the header has most of the expected names, then most cells in
  /// a header that the rows below agree with, then most cells; among equals the usual order holds.
  static func choose(_ text: TextSource, expectedNames: Set<String>) throws -> UInt8 {
    var best: (delimiter: UInt8, score: [Int])?
    var problem: TableProblem?
    for delimiter in candidates {
      let preview = try RecordPreview(text, delimiter: delimiter)
      guard preview.block.rowCount > 0 else {
        problem = problem ?? preview.problem
        continue
      }
      let names = preview.block.texts(0)
      let agreeing = (0..<preview.block.rowCount).allSatisfy {
        preview.block.cellCount($0) == names.count
      }
      let score = [
        Set(names).intersection(expectedNames).count, agreeing ? names.count : 0, names.count,
      ]
      if best.map({ $0.score.lexicographicallyPrecedes(score) }) ?? true {
        best = (delimiter, score)
      }
    }
    if let best { return best.delimiter }
    if let problem { throw problem }
    return candidates[0]
  }
}
