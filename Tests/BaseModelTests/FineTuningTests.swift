import ModelSpec
import Tables
import TabularML
import Testing

@testable import base_model

/// What the model's own settings make of one runner's laps, `data/history.csv`.
@Suite struct FineTuningTests {
  /// Rows of the runs from `first` on, `count` of them: the training inputs, and `duration`.
  static func rows(runs first: Int, count: Int) throws -> (batch: FeatureBatch, durations: [Double])
  {
    let reader = try TableReader(ByteSource.file("data/history.csv"))
    try reader.select(
      [ColumnRequest(name: "date", type: .string, isRequired: true)]
        + Feature.allCases.map {
          ColumnRequest(
            name: $0.rawValue, type: $0 == .course ? .string : .double, isRequired: true)
        } + [ColumnRequest(name: "duration", type: .double, isRequired: true)])
    let table = try #require(try reader.next()?.batch)
    guard case .strings(let dates) = table.columns[0].values else { throw RowsError() }
    let chosen = dates.codes.indices.filter {
      (first..<first + count).contains(Int(dates.codes[$0]))
    }
    var columns = table.columns[1...].map { column -> FeatureColumn in
      switch column.values {
      case .doubles(let values): FeatureColumn(.doubles(chosen.map { values[$0] }))
      case .int64s(let values): FeatureColumn(.int64s(chosen.map { values[$0] }))
      case .strings(let values):
        FeatureColumn(
          .strings(
            StringColumn(codes: chosen.map { values.codes[$0] }, dictionary: values.dictionary)))
      }
    }
    guard case .doubles(let durations) = columns.removeLast().values else { throw RowsError() }
    columns.append(
      FeatureColumn(.arrays(ArrayColumn(shape: [1], elements: .doubles(durations)))))
    return (FeatureBatch(rowCount: chosen.count, columns: columns), durations)
  }

  struct RowsError: Error {}

  static func predictions(_ document: ModelDocument, _ rows: FeatureBatch) throws -> [Double] {
    var features = rows
    features.columns.removeLast()
    let result = try Plan(document.model).predict(features)
    guard case .doubles(let values)? = result.outputs.columns.first?.values else {
      throw RowsError()
    }
    return values
  }

  static func error(_ predictions: [Double], _ durations: [Double]) -> Double {
    zip(predictions, durations).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(durations.count)
  }

  static func fineTuned(_ document: ModelDocument, _ rows: FeatureBatch) throws -> ModelDocument {
    var trainer = try NetworkTrainer(document.model, rows: rows)
    while try trainer.next() != nil {}
    return try document.replacingWeights(trainer.weights)
  }

  @Test func fortyRunsMakeTheRestOfTheRunsBetterPredicted() throws {
    let base = try #require(BundledModelTests.document)
    let seen = try Self.rows(runs: 0, count: 40)
    let later = try Self.rows(runs: 40, count: 100)
    let tuned = try Self.fineTuned(base, seen.batch)
    let before = Self.error(try Self.predictions(base, later.batch), later.durations)
    let after = Self.error(try Self.predictions(tuned, later.batch), later.durations)
    #expect(after < 0.9 * before)
  }

  @Test func aHandfulOfRunsDoesNoHarm() throws {
    let base = try #require(BundledModelTests.document)
    let seen = try Self.rows(runs: 0, count: 6)
    let later = try Self.rows(runs: 6, count: 100)
    let tuned = try Self.fineTuned(base, seen.batch)
    let before = Self.error(try Self.predictions(base, later.batch), later.durations)
    let after = Self.error(try Self.predictions(tuned, later.batch), later.durations)
    #expect(after < 1.25 * before)
  }

  @Test func aFineTunedModelStillKnowsTheTimeAlreadyRun() throws {
    let base = try #require(BundledModelTests.document)
    let rows = try Self.rows(runs: 0, count: 100)
    let tuned = try Self.fineTuned(base, rows.batch)
    guard case .doubles(let cumTimes) = rows.batch.columns[6].values else { throw RowsError() }
    let predictions = try Self.predictions(tuned, rows.batch)
    for (prediction, cumTime) in zip(predictions, cumTimes) { #expect(prediction >= cumTime) }
  }
}
