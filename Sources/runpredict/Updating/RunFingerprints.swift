import Tables
import TabularML

/// Works out what stands for the content of each run.
///
/// A run keeps its fingerprint when the file has another name, has more runs in it or lists the laps in
/// another order, and when another course or goal is given on the command line: it is the laps that
/// count. Of runs with the same laps in one file (two races in 25:00 without splits) the second has a
/// fingerprint of its own; the same run in two files has one.
enum RunFingerprints {
  /// Features that the command line may say otherwise, so that they do not tell runs apart.
  static let lapFileExceptions: Set<String> = ["course", "distance"]

  /// A fingerprint for each run.
  ///
  /// `columns` are the training inputs of all rows; `runs` gives the run of each row, and `files` the
  /// file of each run.
  static func make(columns: [FeatureColumn], runs: [Int], files: [Int]) -> [Fingerprint] {
    var rows = [Fingerprint](repeating: Fingerprint(), count: runs.count)
    for column in columns { column.add(to: &rows) }
    // A sum does not depend on the order of its terms.
    var sums = [UInt64](repeating: 0, count: files.count)
    for (row, run) in zip(rows, runs) { sums[run] &+= row.mixed().bits }
    var occurrences: [Occurrence: UInt64] = [:]
    return zip(sums, files).map { sum, file in
      let count = occurrences[Occurrence(sum: sum, file: file), default: 0]
      occurrences[Occurrence(sum: sum, file: file)] = count + 1
      return Fingerprint(bits: sum).mixed(with: count)
    }
  }

  private struct Occurrence: Hashable {
    var sum: UInt64
    var file: Int
  }
}

extension FeatureColumn {
  /// Adds each row's value to the row's fingerprint.
  fileprivate func add(to rows: inout [Fingerprint]) {
    switch values {
    case .doubles(let values):
      for row in rows.indices { rows[row].add(isMissing(row) ? .nan : values[row]) }
    case .int64s(let values):
      for row in rows.indices { rows[row].add(isMissing(row) ? .nan : Double(values[row])) }
    case .strings(let column):
      for row in rows.indices {
        let code = Int(column.codes[row])
        rows[row].add(code < 0 || isMissing(row) ? "" : column.dictionary[code])
      }
    case .arrays(let column):
      let size = column.shape.reduce(1, *)
      for row in rows.indices {
        for index in row * size..<(row + 1) * size { rows[row].add(column.elements[index]) }
      }
    case .int64Dictionaries(let values):
      for row in rows.indices {
        for (key, value) in values[row].sorted(by: { $0.key < $1.key }) {
          rows[row].add(UInt64(bitPattern: key))
          rows[row].add(value)
        }
      }
    case .stringDictionaries(let values):
      for row in rows.indices {
        for (key, value) in values[row].sorted(by: { $0.key < $1.key }) {
          rows[row].add(key)
          rows[row].add(value)
        }
      }
    case .int64Sequences(let values):
      for row in rows.indices {
        rows[row].add(UInt64(values[row].count))
        for value in values[row] { rows[row].add(UInt64(bitPattern: value)) }
      }
    case .stringSequences(let values):
      for row in rows.indices {
        rows[row].add(UInt64(values[row].count))
        for value in values[row] { rows[row].add(value) }
      }
    case .probabilities(let column):
      for row in rows.indices {
        for value in column.row(row) { rows[row].add(value) }
      }
    }
  }

  private func isMissing(_ row: Int) -> Bool {
    missing?[row] ?? false
  }
}

extension ArrayColumn.Elements {
  fileprivate subscript(index: Int) -> Double {
    switch self {
    case .doubles(let elements): elements[index]
    case .floats(let elements): Double(elements[index])
    case .int32s(let elements): Double(elements[index])
    }
  }
}
