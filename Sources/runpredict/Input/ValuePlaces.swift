import Tables
import TabularML

/// Finds where the value of a feature stands in a file, for what the model says about it.
protocol ValuePlaces: Sendable {
  /// A problem at the value of a feature in a row of a chunk; nil if that is no one place.
  func problem(
    _ kind: TableProblem.Kind, row: Int, feature: String, message: String
  ) -> TableProblem?
}

/// The cells of a chunk of a table.
struct CellPlaces: ValuePlaces {
  var block: RecordBlock
  /// The columns of the features that come from one column.
  var columns: [String: Int]

  func problem(
    _ kind: TableProblem.Kind, row: Int, feature: String, message: String
  ) -> TableProblem? {
    columns[feature].map {
      block.problem(kind, row: row, cell: $0, name: feature, message: message)
    }
  }
}

extension JSONRows: ValuePlaces {}
