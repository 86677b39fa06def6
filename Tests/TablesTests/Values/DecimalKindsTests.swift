import CFastPath
import Testing

@testable import Tables

/// Decimals are read in several ways, of which a machine takes one: all give the same numbers, and
/// those that the standard library reads.
@Suite struct DecimalKindsTests {
  private static let kinds = [Int32(fast_baseline), fast_widest()]
  private static let words = [
    "0", "1", "10000", "1001.2", "-346.01", ".5", "5.", ".", "-", "", "1e3", "1.2.3", "--1", "9:59",
    "12345678", "123456789", "1234567.8", "12345678.9", "9007199254740992", "9007199254740993",
    "900719925474099.2", "900719925474099.3", "99999999999999999", "0.1234567890123456",
    "00000000000000.1", "0000000000000000012", "1,5", "-1,25", "é1", "1 ", "nan", "1/2", "1:2",
    "0.30000000000000004", "-0", "-.25", "4503599627370496.5", ".00000000000000000000001",
  ]

  /// What is left as it is where a cell is not read.
  private static let untouched = Double(bitPattern: 0x7FF8_0000_0000_0123)

  /// The bits of the value of every row of a column, and the rows that were not read.
  private func read(_ table: [[String]], column: Int = 0, _ kind: Int32, mark: UInt8) -> (
    bits: [UInt64], others: [Int]
  ) {
    let text = Array(table.joined().joined(separator: "\n").utf8)
    var ends: [UInt32] = []
    for cell in table.joined() {
      ends.append((ends.last.map { $0 + 1 } ?? 0) + UInt32(cell.utf8.count))
    }
    var last: [UInt32] = []
    for row in table { last.append((last.last ?? 0) + UInt32(row.count)) }
    let first = [0] + last.dropLast()
    var values = [Double](repeating: Self.untouched, count: table.count)
    var others = [UInt32](repeating: 0, count: table.count)
    let count = unsafe text.withUnsafeBufferPointer { text in
      unsafe ends.withUnsafeBufferPointer { ends in
        unsafe first.withUnsafeBufferPointer { first in
          unsafe last.withUnsafeBufferPointer { last in
            var column = unsafe fast_column(
              text: text.baseAddress, ends: ends.baseAddress, first: first.baseAddress,
              last: last.baseAddress, rows: table.count, column: UInt32(column), gap: 1)
            return unsafe fast_decimals_with(kind, &column, mark, &values, &others)
          }
        }
      }
    }
    return (values.map(\.bitPattern), others.prefix(count).map(Int.init))
  }

  /// The value of a cell, if it is one exact operation away from its digits.
  private func value(_ cell: String, mark: UInt8) -> Double? {
    let digits = cell.hasPrefix("-") ? cell.dropFirst() : cell[...]
    let parts = digits.split(
      separator: Character(UnicodeScalar(mark)), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
      parts.last?.isEmpty == false,
      (parts.count == 1 ? 0 : parts[1].utf8.count) <= 22,
      let number = UInt64(parts.joined()), number <= 1 << 53
    else { return nil }
    return Double((cell.hasPrefix("-") ? "-0" : "0") + parts.joined(separator: "."))
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func sameNumbersWithoutVectors(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let cells = (0..<Int.random(in: 1...150, using: &random)).map { _ -> String in
      if Int.random(in: 0..<3, using: &random) == 0 {
        return Self.words.randomElement(using: &random) ?? ""
      }
      let digits = String(Int64.random(in: 0...(1 << 60), using: &random))
      let kept = digits.prefix(Int.random(in: 1...19, using: &random))
      let place = kept.index(
        kept.startIndex, offsetBy: Int.random(in: 0...kept.count, using: &random))
      return Bool.random(using: &random) ? String(kept) : kept[..<place] + "." + kept[place...]
    }
    for mark in [UInt8(ascii: "."), UInt8(ascii: ","), 0] {
      let expected = cells.map { value($0, mark: mark) }
      for kind in Self.kinds {
        let (bits, others) = read(cells.map { [$0] }, kind, mark: mark)
        #expect(bits == expected.map { ($0 ?? Self.untouched).bitPattern })
        #expect(others == expected.indices.filter { expected[$0] == nil })
      }
    }
  }

  /// Columns as tables have them, which are read four rows at a time; now and then a cell is something
  /// else or is not there.
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func sameNumbersInColumns(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let decimals = (0..<3).map { _ in Int.random(in: 0...13, using: &random) }
    let others = [0, 2, 10, 40][Int(seed % 4)]
    var table = (0..<Int.random(in: 1...150, using: &random)).map { _ in
      decimals.map { decimals -> String in
        if Int.random(in: 0..<100, using: &random) < others {
          return Self.words.randomElement(using: &random) ?? ""
        }
        var digits = String(Int.random(in: 0...99_999_999, using: &random))
        if Bool.random(using: &random) { digits = String(digits.prefix(3)) }
        digits = String(repeating: "0", count: max(0, decimals - digits.utf8.count)) + digits
        return decimals == 0 ? digits : "\(digits.dropLast(decimals)).\(digits.suffix(decimals))"
      }
    }
    if others > 0 {
      for row in table.indices where Int.random(in: 0..<30, using: &random) == 0 {
        table[row].removeLast(Int.random(in: 0...3, using: &random))
      }
    }
    for column in 0..<3 {
      let expected = table.map { row in
        column < row.count ? value(row[column], mark: UInt8(ascii: ".")) : nil
      }
      for kind in Self.kinds {
        let (bits, others) = read(table, column: column, kind, mark: UInt8(ascii: "."))
        #expect(bits == expected.map { ($0 ?? Self.untouched).bitPattern })
        #expect(others == expected.indices.filter { expected[$0] == nil })
      }
    }
  }
}
