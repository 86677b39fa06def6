import ModelSpec
import Tables
import TabularML

/// The columns of the input, as `--append` and `--dry-run` repeat them.
struct InputColumns: Sendable {
  enum Source: Sendable {
    /// The columns of the records.
    case records
    /// The cells of the file as they stand; these columns are texts.
    case cells(texts: Set<Int>)
    /// The features of the records, laid out like outputs; in JSON each as one value.
    case features([OutputColumns])
    /// The members of each line as they stand, for results in JSON.
    case members
  }

  var names: [String]
  var source: Source

  init(names: [String], source: Source) {
    self.names = names
    self.source = source
  }

  /// The features of the records, for results in JSON.
  init(features: [FeatureDescription]) {
    self.init(names: features.map(\.name), source: .features([]))
  }

  /// The features of the records as columns; the batch has their shapes.
  init(features: [FeatureDescription], shapedLike batch: FeatureBatch) {
    let layouts = zip(features, batch.columns).map { OutputColumns($0, shapedLike: $1) }
    self.init(names: layouts.flatMap(\.names), source: .features(layouts))
  }

  /// The same columns with `_true` behind the names that outputs have as well, so that what the
  /// file knows and what the model says can be told apart.
  func distinct(from outputs: [String]) -> InputColumns {
    var taken = Set(outputs + names)
    var columns = self
    columns.names = names.map { name in
      guard outputs.contains(name) else { return name }
      var other = name + "_true"
      while !taken.insert(other).inserted { other += "_" }
      return other
    }
    return columns
  }

  func appendJSONCell(
    row: Int, column: Int, of chunk: RecordChunk, decimals: Int?, to bytes: inout [UInt8]
  ) {
    if case .cells(let texts) = source {
      let text = chunk.cells?.text(row, column) ?? ""
      if text.isEmpty {
        bytes += "null".utf8
      } else if !texts.contains(column), isJSONNumber(text) {
        bytes += text.utf8
      } else {
        appendJSON(text, to: &bytes)
      }
      return
    }
    if case .features = source {
      chunk.features?.columns[column].appendJSON(row, decimals: decimals, to: &bytes)
      return
    }
    let values = chunk.records.columns[column]
    if values.isMissing(row) {
      bytes += "null".utf8
      return
    }
    switch values.values {
    case .doubles(let doubles): appendJSON(doubles[row], decimals: decimals, to: &bytes)
    case .int64s(let integers): NumberText.append(integers[row], to: &bytes)
    case .strings(let strings): appendJSON(strings.text(row) ?? "", to: &bytes)
    }
  }
}

extension Column {
  func isMissing(_ row: Int) -> Bool { missing?[row] ?? false }
}

/// Whether a text is a number as JSON writes it, so that it can stand without quotes.
private func isJSONNumber(_ text: String) -> Bool {
  var rest = Substring(text).utf8
  func digits() -> Int {
    let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    rest = rest.dropFirst(count)
    return count
  }
  func take(_ letters: String) -> Bool {
    guard let first = rest.first, letters.utf8.contains(first) else { return false }
    rest = rest.dropFirst()
    return true
  }
  _ = take("-")
  let beginsWithZero = rest.first == UInt8(ascii: "0")
  let whole = digits()
  guard whole > 0, whole == 1 || !beginsWithZero else { return false }
  if take("."), digits() == 0 { return false }
  if take("eE") {
    _ = take("+-")
    if digits() == 0 { return false }
  }
  return rest.isEmpty
}
