import Tables

/// The header of a table: where it stands, what separates the cells, which names it has.
struct Header: Sendable {
  var delimiter: UInt8
  var line: Int
  var names: [ColumnName]
  /// Where the header stands: the places of names are looked up only for a message.
  let block: RecordBlock
  let row: Int
  /// The cells as they stand.
  var cells: [String]
  /// The records before the header that are not blank.
  var preamble: Int

  /// One past the last column with a name.
  var width: Int { (names.lastIndex { !$0.isNameless } ?? -1) + 1 }

  /// The columns whose readable name, or else whose key, is the one asked for.
  func columns(named name: String) -> [Int] {
    let folded = FoldedName.fold(name)
    let same = names.indices.filter { !names[$0].isNameless && names[$0].folded == folded }
    if !same.isEmpty { return same }
    let fullKey = FoldedName.key(folded)
    let byFullName = names.indices.filter { FoldedName.key(names[$0].folded) == fullKey }
    if !byFullName.isEmpty { return byFullName.filter { !names[$0].isNameless } }
    let key = ColumnName(folded: folded).key
    return names.indices.filter { !names[$0].isNameless && names[$0].key == key }
  }

  /// The first column with one of the keys; the earlier key wins.
  func column(keys: [String]) -> Int? {
    for key in keys {
      if let index = names.firstIndex(where: { $0.key == key && !$0.isNameless }) { return index }
    }
    return nil
  }

  func has(_ keys: String...) -> Bool {
    keys.allSatisfy { key in names.contains { $0.key == key || FoldedName.key($0.folded) == key } }
  }

  func problem(
    _ kind: TableProblem.Kind, column: Int? = nil, name: String? = nil, message: String,
    hint: String? = nil, didYouMean: String? = nil
  ) -> TableProblem {
    TableProblem(
      kind, at: column.map { block.place(row, $0) } ?? Place(line: line),
      name: name ?? column.map { names[$0].folded }, message: message, hint: hint,
      didYouMean: didYouMean)
  }
}
