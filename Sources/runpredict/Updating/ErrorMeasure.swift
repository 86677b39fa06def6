import ModelSpec
import Tables
import TabularML

/// Measures how far a model's predictions are from the target: the mean absolute error.
///
/// For a runner it is the seconds that a predicted time is off by, on average over all laps.
struct ErrorMeasure {
  /// For each input of the model its place among the training inputs; nil if it is not among them.
  private let inputs: [Int?]
  private let target: Int
  private let output: Int
  let targetName: String

  /// Finds the target among the training inputs and the output that is compared with it.
  init(_ description: ModelDescription) throws(ModelError) {
    let names = description.trainingInputs.map(\.name)
    inputs = description.inputs.map { names.firstIndex(of: $0.name) }
    let targets = names.indices.filter { index in
      !description.inputs.contains { $0.name == names[index] }
    }
    guard let target = targets.first, targets.count == 1 else {
      throw ModelError(
        .update, at: "description.trainingInput",
        "one training input should be the target, but \(targets.count) are no inputs of the model")
    }
    let outputs = description.outputs.map(\.name)
    let base = names[target].hasSuffix("_true") ? String(names[target].dropLast(5)) : nil
    guard
      let output = base.flatMap(outputs.firstIndex(of:))
        ?? outputs.firstIndex(of: description.predictedFeatureName)
        ?? (outputs.count == 1 ? 0 : nil)
    else {
      throw ModelError(
        .update, at: "description.output",
        "no output belongs to the target '\(names[target])'")
    }
    self.target = target
    targetName = names[target]
    self.output = output
  }

  /// The model's inputs among the columns of training rows; those that are not there are missing.
  func inputs(of rows: FeatureBatch) -> FeatureBatch {
    let columns = inputs.map { index in
      index.map { rows.columns[$0] }
        ?? FeatureColumn(
          .doubles([Double](repeating: .nan, count: rows.rowCount)),
          missing: [Bool](repeating: true, count: rows.rowCount))
    }
    return FeatureBatch(rowCount: rows.rowCount, columns: columns, problems: rows.problems)
  }

  /// The rows that do not say what should be predicted for them.
  func rowsWithoutTarget(_ rows: FeatureBatch) -> [Int] {
    guard let missing = rows.columns[target].missing else { return [] }
    return missing.indices.filter { missing[$0] }
  }

  /// The absolute error of each row; for an array the mean over its elements.
  func errors(of model: Model, on rows: FeatureBatch) throws -> [Double] {
    if rows.rowCount == 0 { return [] }
    let result = try Plan(model).predict(inputs(of: rows))
    if let problem = result.problems.first { throw problem }
    let predicted = try result.outputs.columns[output].numbers()
    let wanted = try rows.columns[target].numbers()
    let size = wanted.count / rows.rowCount
    guard predicted.count == wanted.count, size > 0 else {
      throw ModelError(
        .shape, at: "description.trainingInput",
        "the target has \(wanted.count) numbers where the model predicts \(predicted.count)")
    }
    return (0..<rows.rowCount).map { row in
      let elements = row * size..<(row + 1) * size
      return elements.reduce(0) { $0 + abs(predicted[$1] - wanted[$1]) } / Double(size)
    }
  }

  /// The mean absolute error over all rows; nil without rows.
  func mean(of model: Model, on rows: FeatureBatch) throws -> Double? {
    let errors = try errors(of: model, on: rows)
    return errors.isEmpty ? nil : errors.reduce(0, +) / Double(errors.count)
  }
}

extension FeatureColumn {
  /// All numbers of the column, row after row.
  fileprivate func numbers() throws(ModelError) -> [Double] {
    switch values {
    case .doubles(let values): return values
    case .int64s(let values): return values.map(Double.init)
    case .arrays(let column):
      switch column.elements {
      case .doubles(let elements): return elements
      case .floats(let elements): return elements.map(Double.init)
      case .int32s(let elements): return elements.map(Double.init)
      }
    case .strings, .int64Dictionaries, .stringDictionaries, .int64Sequences, .stringSequences,
      .probabilities:
      throw ModelError(.update, at: "description.output", "the predicted feature is no number")
    }
  }
}
