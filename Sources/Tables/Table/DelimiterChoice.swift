extension Delimiter {
  /// Finds the delimiter of a plain table whose first record is its header.
  ///
  /// The candidate wins under which the header has most of the expected names, then most of the
  /// first rows are as wide as the header, then the header has most cells; among equals the usual
  /// order holds.
  static func choose(for text: TextSource, expectedNames: Set<String>) throws -> UInt8 {
    var best: (delimiter: UInt8, score: [Int])?
    var troubled: UInt8?
    for delimiter in candidates {
      let preview = try RecordPreview(text, delimiter: delimiter)
      guard preview.block.rowCount > 0 else {
        if preview.problem != nil { troubled = troubled ?? delimiter }
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
    // A header of one cell is probably one whose quotes are wrong under the right delimiter: then
    // whoever reads on finds out what is wrong with them.
    if let best, best.score[2] > 1 || troubled == nil { return best.delimiter }
    return troubled ?? candidates[0]
  }
}
