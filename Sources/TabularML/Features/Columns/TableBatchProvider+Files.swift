public import Foundation
import ModelSpec
import Tables

extension TableBatchProvider {
  /// Reads a table whose header has the names of a model's features.
  ///
  /// The columns may be in any order, and others are ignored. A MultiArray `x` is read from columns
  /// `x.0`, `x.1` …, a Dictionary from columns `x.key`. Columns with the training targets of an
  /// updatable model are read where the table has them, so that it serves an update task, too.
  ///
  /// - Parameters:
  ///   - url: A file with comma-separated values, or with semicolons, tabs or bars instead.
  ///   - description: The description of the model that shall take the rows.
  /// - Throws: ``MLModelError`` with code `io` when the file cannot be read, lacks a column that the
  ///   model needs, or has a cell that is not of its feature's type; the text names the place.
  public convenience init(contentsOf url: URL, for description: MLModelDescription) throws {
    let features = description.rowFeatures
    do {
      self.init(try Self.read(url.path, features), features: features)
    } catch let problem as TableProblem {
      throw MLModelError(problem, in: url)
    } catch let error as InputError {
      throw MLModelError(.io, error.message, cause: error)
    }
  }

  private static func read(
    _ path: String, _ features: [FeatureDescription]
  ) throws -> FeatureBatch {
    var options = TableOptions()
    options.expectedNames = Set(features.map(\.name))
    let table = try TableReader(try .file(path), options: options)
    let binding = TableBinding(features, columnNames: table.header.names)
    try table.select(binding.requests)
    var rows = BatchJoiner()
    while let next = try table.next() {
      if let first = next.problems.first { throw first.problem }
      rows.append(binding.batch(next.batch))
    }
    return rows.batch
  }
}

extension MLModelDescription {
  /// The inputs, and the training inputs that are none of them, which a table need not have.
  var rowFeatures: [FeatureDescription] {
    let inputs = Set(model.inputs.map(\.name))
    return model.inputs
      + model.trainingInputs.filter { !inputs.contains($0.name) }.map { target in
        var target = target
        target.isOptional = true
        return target
      }
  }
}

extension MLModelError {
  /// What is wrong with a table, after its place.
  init(_ problem: TableProblem, in url: URL) {
    let place = [problem.place?.line, problem.place?.column].compactMap { $0 }
      .map { ":\($0)" }.joined()
    self.init(
      .io, "\(url.lastPathComponent)\(place): \(problem.message)",
      hint: problem.hint ?? problem.didYouMean.map { "Did you mean '\($0)'?" }, cause: problem)
  }
}
