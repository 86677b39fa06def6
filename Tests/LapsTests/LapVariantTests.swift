import Laps
import Tables
import Testing

/// The answer must not depend on the order of the columns, nor on columns that nobody asks for.
@Suite struct LapVariantTests {
  /// The cases that are readable as UTF-8 text with a header.
  static let cases = (LapCase.own + LapCase.foreign).filter { RawCase($0) != nil }

  @Test(arguments: cases)
  func doesNotDependOnTheOrderOfColumns(_ lapCase: LapCase) throws {
    let raw = try #require(RawCase(lapCase))
    guard raw.table.isRectangular(from: raw.headerLine) else { return }
    for turn in [1, 2, -1] {
      let bytes = raw.table.changed(from: raw.headerLine) { record, _ in
        turn < 0
          ? record.reversed()
          : Array(record[(turn % record.count)...] + record[..<(turn % record.count)])
      }
      let result = LapResult(bytes, lapCase.options)
      #expect(raw.differences(result) == [], "turned by \(turn)")
    }
  }

  @Test(arguments: cases)
  func passesOverAStrangeColumn(_ lapCase: LapCase) throws {
    let raw = try #require(RawCase(lapCase))
    let bytes = raw.table.changed(from: raw.headerLine) { record, isHeader in
      [isHeader || raw.isHeader(record) ? "HR" : "151"] + record
    }
    let result = LapResult(bytes, lapCase.options)
    #expect(raw.differences(result) == [])
  }
}

/// A case as text, with its header.
struct RawCase {
  let lapCase: LapCase
  let table: RawTable
  let headerLine: Int

  /// Nil for files whose bytes are the point: other encodings, broken quotes, no header.
  init?(_ lapCase: LapCase) {
    self.lapCase = lapCase
    let kinds = [
      "empty", "noHeader", "badEncoding", "nulByte", "unclosedQuote", "misplacedQuote",
      "wrongNumberOfColumns", "secondTable",
    ]
    if let kind = lapCase.error?.kind, kinds.contains(kind) { return nil }
    guard let decoded = String(validating: lapCase.bytes, as: UTF8.self) else { return nil }
    let text = decoded.replacing("\r\r\n", with: "\n").replacing("\r\n", with: "\n")
      .replacing("\u{FEFF}", with: "")
    let result = LapResult(lapCase.bytes, lapCase.options)
    headerLine = lapCase.error == nil || result.headerLine > 1 ? result.headerLine : 1
    let header = text.split(separator: "\n", omittingEmptySubsequences: false)[headerLine - 1]
    let candidates: [Character] = [";", "\t", "|"]
    table = RawTable(text, delimiter: candidates.first { header.contains($0) } ?? ",")
  }

  func isHeader(_ record: [String]) -> Bool {
    zip(table.lines, table.records).contains { $0 == headerLine && $1 == record }
  }

  /// The differences from what is expected, without the columns of places.
  func differences(_ result: LapResult) -> [String] {
    if lapCase.error?.kind == "ambiguousColumn" {
      // Which of two columns stands further left depends on the order.
      return result.error?.kind == "ambiguousColumn" ? [] : ["no ambiguousColumn"]
    }
    return result.differences(from: lapCase, ignoringColumns: true)
  }
}
