import Foundation
import ModelSpec
import Tables
import TabularML

/// Measures how far a model's predictions are from the target, row by row.
///
/// For a runner it is the seconds that a predicted time is off by, on average over all laps.
struct ErrorMeasure {
  /// What is measured of a row; less is better.
  enum Kind: String {
    /// The absolute difference; for an array the mean over its elements.
    case absoluteError
    /// The logarithm of the true class's probability, with the sign changed.
    case logLoss
    /// 0 for the right class, 1 for a wrong one.
    case errorRate
  }

  /// How the target is compared.
  private enum Comparison {
    case numbers(output: Int)
    /// The place of the chosen class, and of the probabilities if they are measured.
    case classes(output: Int, probabilities: Int?)
    /// The target is the place of the true class in an output of probabilities.
    case index(output: Int)
  }

  /// For each input of the model its place among the training inputs; nil if it is not among them.
  private let inputs: [Int?]
  private let target: Int
  private let comparison: Comparison
  private let conventions: Conventions
  let targetName: String

  var kind: Kind {
    switch comparison {
    case .numbers: .absoluteError
    case .classes(_, probabilities: nil): .errorRate
    case .classes, .index: .logLoss
    }
  }

  /// Finds the target among the training inputs and the output that is compared with it.
  init(_ model: Model, conventions: Conventions = .standard) throws(ModelError) {
    self.conventions = conventions
    let description = model.description
    let names = description.trainingInputs.map(\.name)
    inputs = description.inputs.map { names.firstIndex(of: $0.name) }
    let targets = names.indices.filter { index in
      !description.inputs.contains { $0.name == names[index] }
    }
    guard let target = targets.first, targets.count == 1 else {
      throw ModelError(
        .unsupportedUpdate, at: "description.trainingInput",
        "one training input should be the target, but \(targets.count) are no inputs of the model")
    }
    self.target = target
    targetName = names[target]
    comparison = try Self.comparison(model, target: names[target])
  }

  private static func comparison(
    _ model: Model, target: String
  ) throws(ModelError) -> Comparison {
    let description = model.description
    let outputs = description.outputs.map(\.name)
    let predicted = outputs.firstIndex(of: description.predictedFeatureName)
    if model.classLabels != nil, target == description.predictedFeatureName, let predicted {
      // Votes of few neighbours are no probabilities to take a logarithm of.
      let isByVotes = model.trainedNetwork == nil
      return .classes(
        output: predicted,
        probabilities: isByVotes
          ? nil : outputs.firstIndex(of: description.predictedProbabilitiesName))
    }
    let base = target.hasSuffix("_true") ? String(target.dropLast(5)) : nil
    guard
      let output = base.flatMap(outputs.firstIndex(of:)) ?? predicted
        ?? (outputs.count == 1 ? 0 : nil)
    else {
      throw ModelError(
        .unsupportedUpdate, at: "description.output", "no output belongs to the target '\(target)'")
    }
    let loss = model.trainedNetwork?.updateParameters?.losses.first?.kind
    return loss == .categoricalCrossEntropy ? .index(output: output) : .numbers(output: output)
  }

  /// The model's inputs among the columns of training rows; those that are not there are missing.
  func inputs(of rows: FeatureBatch) -> FeatureBatch {
    let columns = inputs.map { index in
      index.map { rows.columns[$0] } ?? FeatureColumn(allMissing: rows.rowCount)
    }
    return FeatureBatch(rowCount: rows.rowCount, columns: columns, problems: rows.problems)
  }

  /// The error of each row.
  func errors(of model: Model, on rows: FeatureBatch) throws -> [Double] {
    if rows.rowCount == 0 { return [] }
    let outputs = try predictions(of: model, on: rows)
    switch comparison {
    case .numbers(let output): return try differences(outputs[output], rows)
    case .classes(_, let probabilities?):
      return try outputs[probabilities].probabilities(of: rows.columns[target]).map(Self.logLoss)
    case .classes(let output, nil):
      return try outputs[output].equals(rows.columns[target]).map { $0 ? 0 : 1 }
    case .index(let output):
      let numbers = try outputs[output].numbers()
      let width = numbers.count / rows.rowCount
      return try rows.columns[target].numbers().enumerated().map { row, index in
        guard let place = Int(exactly: index), (0..<width).contains(place) else { return .infinity }
        return Self.logLoss(numbers[row * width + place])
      }
    }
  }

  /// The share of the rows whose class is right; nil without rows or classes.
  func accuracy(of model: Model, on rows: FeatureBatch) throws -> Double? {
    if rows.rowCount == 0 { return nil }
    let isRight: [Bool]
    switch comparison {
    case .numbers: return nil
    case .classes(let output, _):
      isRight = try predictions(of: model, on: rows)[output].equals(rows.columns[target])
    case .index(let output):
      let numbers = try predictions(of: model, on: rows)[output].numbers()
      let width = numbers.count / rows.rowCount
      isRight = try rows.columns[target].numbers().enumerated().map { row, index in
        let choices = numbers[row * width..<(row + 1) * width]
        return choices.firstIndex(of: choices.max() ?? 0).map { $0 - row * width }
          == Int(exactly: index)
      }
    }
    return Double(isRight.count(where: \.self)) / Double(isRight.count)
  }

  /// The mean error over all rows; nil without rows.
  func mean(of model: Model, on rows: FeatureBatch) throws -> Double? {
    let errors = try errors(of: model, on: rows)
    return errors.isEmpty ? nil : errors.reduce(0, +) / Double(errors.count)
  }

  /// How much smaller the errors of the runs are with another model.
  func gain(from old: Model, to new: Model, on records: TrainingRecords) throws -> Gain {
    let before = records.meanByRun(try errors(of: old, on: records.batch))
    let after = records.meanByRun(try errors(of: new, on: records.batch))
    return Gain(zip(before, after).map { $0 - $1 })
  }

  private func predictions(of model: Model, on rows: FeatureBatch) throws -> [FeatureColumn] {
    let result = try Plan(model, conventions: conventions).predict(inputs(of: rows))
    if let problem = result.problems.first { throw problem }
    return result.outputs.columns
  }

  private func differences(_ output: FeatureColumn, _ rows: FeatureBatch) throws -> [Double] {
    let predicted = try output.numbers()
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

  /// A class that was thought impossible counts as one of 10⁻⁷, the smallest step of a Float near 1.
  private static func logLoss(_ probability: Double) -> Double {
    -log(max(probability, 1e-7))
  }
}

extension FeatureColumn {
  /// For each row whether it has the same label as the other column.
  fileprivate func equals(_ other: FeatureColumn) throws(ModelError) -> [Bool] {
    switch (values, other.values) {
    case (.strings(let mine), .strings(let others)):
      return zip(mine.codes, others.codes).map {
        mine.dictionary.text($0) == others.dictionary.text($1)
      }
    case (.int64s(let mine), .int64s(let others)): return zip(mine, others).map { $0 == $1 }
    default:
      throw ModelError(
        .update, at: "description.trainingInput",
        "the target and the predicted class differ in type")
    }
  }

  /// For each row the probability of the other column's label.
  fileprivate func probabilities(of labels: FeatureColumn) throws(ModelError) -> [Double] {
    guard case .probabilities(let column) = values else {
      throw ModelError(
        .update, at: "description.output", "the probabilities are no dictionary by class")
    }
    func pick<Label: Hashable>(_ labels: [Label?], _ keys: [Label]) -> [Double] {
      let places = Dictionary(
        zip(keys, keys.indices), uniquingKeysWith: { first, _ in first })
      return labels.enumerated().map { row, label in
        label.flatMap { places[$0] }.map { column.values[row * keys.count + $0] } ?? 0
      }
    }
    switch (labels.values, column.keys) {
    case (.strings(let texts), .strings(let keys)):
      return pick(texts.codes.map { texts.dictionary.text($0) }, keys)
    case (.int64s(let values), .int64s(let keys)): return pick(values.map { $0 }, keys)
    default:
      throw ModelError(
        .update, at: "description.trainingInput", "the target and the class labels differ in type")
    }
  }

  /// All numbers of the column, row after row.
  fileprivate func numbers() throws(ModelError) -> [Double] {
    guard numberCount != nil else {
      throw ModelError(.update, at: "description.output", "the predicted feature is no number")
    }
    return doubles
  }
}

extension [String] {
  /// The text of a code; nil for the code of a missing one.
  fileprivate func text(_ code: Int32) -> String? { code < 0 ? nil : self[Int(code)] }
}
