public import Foundation
import Laps
import ModelSpec
import Tables

extension TableBatchProvider {
  /// Reads a table whose header has the names of a model's features.
  ///
  /// The columns may be in any order, and others are ignored. A MultiArray `x` is read from columns
  /// `x.0`, `x.1` …, a Dictionary from columns `x.key`; where these are not there, `x` holds JSON.
  /// All arrays of a feature must have one shape. `nan` and `inf` are numbers, but not where the
  /// model asks for laps only. Columns with the training targets of an updatable model are read where
  /// the table has them, so that it serves an update task, too.
  ///
  /// - Parameters:
  ///   - url: A file with comma-separated values, or with semicolons, tabs or bars instead.
  ///   - description: The description of the model that shall take the rows.
  /// - Throws: ``MLModelError`` with code `io` when the file cannot be read, lacks a column that the
  ///   model needs, or has a cell that is not of its feature's type; the text names the place.
  public convenience init(contentsOf url: URL, for description: MLModelDescription) throws {
    let features = description.rowFeatures
    do {
      self.init(try Self.readTable(url.path, features), features: features)
    } catch { throw MLModelError(readingTable: url, error) }
  }

  private static func readTable(
    _ path: String, _ features: [FeatureDescription]
  ) throws -> FeatureBatch {
    var options = TableOptions()
    options.expectedNames = Set(features.map(\.name))
    let table = try TableReader(try .file(path), options: options)
    let laps = Set(Laps.Feature.allCases.map(\.rawValue))
    let binding = try TableBinding(
      features, columnNames: table.header.names,
      takesNonFinite: !features.allSatisfy { laps.contains($0.name) })
    try table.select(binding.requests)
    var rows = BatchJoiner()
    while let next = try table.next() {
      if let first = next.problems.first { throw first.problem }
      let batch = binding.batch(next.batch)
      let pieces = binding.shapeRanges(of: next.batch)
      guard pieces.count == 1, rows.hasShapes(of: batch) else {
        let row = pieces.count > 1 ? pieces[1].lowerBound : 0
        throw TableProblem(
          "wrong-shape", at: Place(line: next.batch.lines[row]),
          message: "the arrays have another shape than those above")
      }
      rows.append(batch)
    }
    return rows.batch
  }
}
