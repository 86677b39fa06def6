/// The names of a table's columns.
package struct TableHeader: Sendable {
  /// The names from left to right, as they stand; nameless columns are empty.
  package let names: [String]
  /// The line on which the header begins.
  package let line: Int
  private let block: RecordBlock
  private let columnsByName: [String: [Int]]

  /// Takes the first row of a block as the header.
  init(_ block: RecordBlock) {
    self.block = block.rows(0..<1)
    names = block.texts(0)
    columnsByName = Dictionary(grouping: names.indices) { [names] in names[$0] }
    line = block.line(0)
  }

  /// The indexes of all columns of a name, from left to right.
  package func columns(named name: String) -> [Int] { columnsByName[name] ?? [] }

  /// The place of a name.
  package func place(_ column: Int) -> Place { block.place(0, column) }

  /// A problem with a column of the header.
  func problem(
    _ kind: TableProblem.Kind, column: Int, name: String, message: String, hint: String
  ) -> TableProblem {
    block.problem(kind, row: 0, cell: column, name: name, message: message, hint: hint)
  }

  /// The names for messages: the first twenty of those that are not empty.
  package var listing: String {
    let named = names.filter { !$0.isEmpty }
    let rest = named.count > 20 ? " and \(named.count - 20) more" : ""
    return named.prefix(20).map { "\"\($0)\"" }.joined(separator: ", ") + rest
  }
}
