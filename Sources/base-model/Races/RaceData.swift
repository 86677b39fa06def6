import Tables

/// Reads the race data in `data/`.
enum RaceData {
  /// The Boston Marathon of 2015 or 2016: legs of 5 km in seconds.
  static func boston(_ year: Double) throws -> [Race] {
    let marks = (1...8).map { Double($0) * 5000 }
    let rows = try numbers(
      "data/boston_2015_2016_lapsplits_mit_sample.csv",
      columns: ["year"] + (1...8).map { "lap\($0 * 5)k_s" } + ["finish_s"])
    return rows.filter { $0[0] == year }.map { row in
      var times = [0.0]
      for leg in row[1...8] { times.append((times.last ?? 0) + leg) }
      return Race(marks: [0] + marks + [Race.marathon], times: times + [row[9]])
    }
  }

  /// The Boston Marathon of 2013 or 2014: minutes since the start, without a mark at 15 km; runners with
  /// a missing split or one that falls are left out.
  static func earlierBoston(_ year: Double) throws -> [Race] {
    let names = ["5k", "10k", "20k", "25k", "30k", "35k", "40k"]
    let marks = [5.0, 10, 20, 25, 30, 35, 40].map { $0 * 1000 }
    let rows = try numbers(
      "data/boston_2013_2014_cum_minutes_mit_sample.csv",
      columns: ["year"] + names + ["official"])
    return rows.filter { $0[0] == year }.compactMap { row in
      let times = [0] + row[1...].map { $0 * 60 }
      guard zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
      return Race(marks: [0] + marks + [Race.marathon], times: times)
    }
  }

  /// Rows of numbers; a missing one is not a number.
  static func numbers(_ path: String, columns: [String]) throws -> [[Double]] {
    let reader = try TableReader(ByteSource.file(path))
    try reader.select(
      columns.map { ColumnRequest(name: $0, type: .double, isRequired: false) })
    var rows: [[Double]] = []
    while let read = try reader.next() {
      if let problem = read.problems.first { throw problem.problem }
      for row in 0..<read.batch.rowCount {
        rows.append(
          read.batch.columns.map { column in
            if case .doubles(let values) = column.values { values[row] } else { .nan }
          })
      }
    }
    return rows
  }
}
