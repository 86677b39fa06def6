import Tables

/// The shapes of arrays in the cells of a table, to find rows side by side that have the same ones.
struct ArrayShapes {
  private let rowCount: Int
  /// For each column with different shapes a code for each row's; 0 where there is no array.
  private var columns: [[Int]] = []

  init(rowCount: Int) {
    self.rowCount = rowCount
  }

  /// Adds a column of lists in JSON, or of numbers that stand for an array of the shape `ofNumbers`.
  mutating func add(_ column: Column, ofNumbers plain: [Int]) {
    var codes: [[Int]: Int] = [:]
    func code(of shape: [Int]?) -> Int {
      guard let shape else { return 0 }
      if let code = codes[shape] { return code }
      codes[shape] = codes.count + 1
      return codes.count
    }
    let ofRows: [Int]
    if case .strings(let texts) = column.values {
      let ofTexts = texts.dictionary.map { code(of: JSONCursor.leadingShape(of: $0)) }
      ofRows = texts.codes.map { $0 < 0 ? 0 : ofTexts[Int($0)] }
    } else {
      if column.lists.isEmpty { return }
      ofRows = (0..<rowCount).map { row in
        if let list = column.lists[row] { return code(of: JSONCursor.leadingShape(of: list)) }
        return column.missing?[row] == true ? 0 : code(of: plain)
      }
    }
    if codes.count > 1 { columns.append(ofRows) }
  }

  /// All rows in pieces that have one shape in each column.
  var ranges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    var current = columns.map { _ in 0 }
    for row in 0..<(columns.isEmpty ? 0 : rowCount) {
      for (index, codes) in columns.enumerated() where codes[row] != 0 {
        if current[index] == codes[row] { continue }
        if current[index] != 0, row > start {
          ranges.append(start..<row)
          start = row
          current = columns.map { $0[row] }
        }
        current[index] = codes[row]
      }
    }
    return ranges + [start..<rowCount]
  }
}

extension JSONCursor {
  /// The shape that nested lists have if their first elements are like the others; nil for what is
  /// no list.
  fileprivate static func leadingShape(of text: String) -> [Int]? {
    let bytes = [UInt8](text.utf8)
    var cursor = JSONCursor(bytes, 0..<bytes.count)
    var shape: [Int] = []
    do {
      try cursor.readShape(into: &shape, depth: 0)
      return shape.isEmpty ? nil : shape
    } catch {
      return nil
    }
  }

  /// Consumes a value; of a list the length goes to `depth`, that of its first element behind it.
  private mutating func readShape(into shape: inout [Int], depth: Int) throws(JSONFailure) {
    guard depth < JSONCursor.depthLimit, try token() == .array else { return try skip() }
    shape.append(0)
    open()
    while try nextElement(isFirst: shape[depth] == 0) {
      if shape[depth] == 0 {
        try readShape(into: &shape, depth: depth + 1)
      } else {
        try skip()
      }
      shape[depth] += 1
    }
  }
}
