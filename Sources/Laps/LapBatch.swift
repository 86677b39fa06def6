package import Tables

/// Some laps as columns, thousands where the file has so many, and what happened to the rows between them.
package struct LapBatch: Sendable {
  /// The columns course (strings), distance, lapNumber, lapDistance, cumDistance, lapTime, cumTime,
  /// duration (doubles), in metres and seconds; unknown values are missing.
  package var records: TableBatch
  /// For each record the number of its run in the file, from 0.
  package var runs: [Int]
  /// The rows that are no records: by rule, or with `onError` `skip` because of an error.
  package var leftOut: [TableProblem]
  /// With `onError` `null` the records that only keep the place of a row with an error.
  package var rejected: [Int]
  /// With `onError` `null` the errors of those rows, in the same order.
  package var errors: [TableProblem]
}

/// The errors of all rows of a file, when an error stops everything.
package struct LapErrors: Error, Sendable {
  /// The first ones, in the order of the file: ten, or all that anybody can want.
  package var problems: [TableProblem] { first.map(\.problem) }
  package private(set) var count = 0
  /// How many of each kind, in the order of their first appearance.
  package private(set) var countsByKind: [(kind: TableProblem.Kind, count: Int)] = []

  package static let shown = 10
  /// So many at most where all are wanted: hostile files must not fill the memory.
  package static let listed = 100_000
  /// The text of a cell that is kept for one beyond the first ten.
  private static let longestValue = 256

  private let limit: Int
  private var first: [(sequence: Int, problem: TableProblem)] = []

  init(listsAll: Bool) { limit = listsAll ? LapErrors.listed : LapErrors.shown }

  /// Whether the error of a record would be among the first ones.
  func shows(_ sequence: Int) -> Bool {
    first.count < limit || sequence < first.last?.sequence ?? .max
  }

  /// Counts an error; the whole of it is needed only for the first ones.
  mutating func add(_ kind: TableProblem.Kind, sequence: Int, _ problem: TableProblem?) {
    count += 1
    if var problem {
      if first.count >= LapErrors.shown {
        problem.excerpt = nil
        problem.value = problem.value.map { String($0.prefix(LapErrors.longestValue)) }
      }
      let place = (first.lastIndex { $0.sequence <= sequence } ?? -1) + 1
      first.insert((sequence, problem), at: place)
      if first.count > limit { first.removeLast() }
    }
    if let index = countsByKind.firstIndex(where: { $0.kind == kind }) {
      countsByKind[index].count += 1
    } else {
      countsByKind.append((kind, 1))
    }
  }
}

/// What is known about a lap file before its rows are read.
package struct LapFile: Sendable {
  /// What a feature is taken from.
  package struct Binding: Sendable, Equatable {
    package var feature: Feature
    /// The name of the column, or the constant after `==`.
    package var column: String
    /// In words, such as `kilometres`; nil where there is nothing to say.
    package var unit: String?
  }

  package var producer: Producer
  package var headerLine: Int
  package var bindings: [Binding]
  package var unusedColumns: [String]
}

/// What a lap file came to, once all of it is read.
package struct LapSummary: Sendable {
  package var records = 0
  package var runs = 0
  /// The distance of the last run in metres.
  package var lastDistance: Double?
  /// How many rows were left out for which reason.
  package var leftOut: [(kind: TableProblem.Kind, count: Int)] = []

  mutating func count(_ kind: TableProblem.Kind) {
    if let index = leftOut.firstIndex(where: { $0.kind == kind }) {
      leftOut[index].count += 1
    } else {
      leftOut.append((kind, 1))
    }
  }
}
