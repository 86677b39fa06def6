import CommandLineKit
import Testing

@Suite struct DiagnosticTests {
  static let bad = Diagnostic(
    .error, "badTime", file: "laps.csv", line: 3, column: 5, name: "Time", value: "7:6x",
    message: #"'lapTime' (column "Time") should be a time, found "7:6x""#, hint: "write 7:06",
    excerpt: .init(line: "1,1;\t7:6x,9", column: 6, length: 4))

  @Test func text() {
    #expect(
      DiagnosticPrinter().render(Self.bad) == """
        laps.csv:3:5: error: 'lapTime' (column "Time") should be a time, found "7:6x"
          3 | 1,1; 7:6x,9
            |      ^~~~
        hint: write 7:06

        """)
  }

  @Test func json() {
    #expect(
      DiagnosticPrinter(form: .json).render(Self.bad) == #"""
        {"severity":"error","kind":"badTime","file":"laps.csv","line":3,"column":5,"name":"Time",\#
        "value":"7:6x","message":"'lapTime' (column \"Time\") should be a time, found \"7:6x\"",\#
        "hint":"write 7:06","didYouMean":null}

        """#)
  }

  /// A cell may hold a whole file; who reads the messages does not want it.
  @Test func jsonHasNoWholeFiles() {
    let cell = String(repeating: "é", count: 3_000_000)
    let text = DiagnosticPrinter(form: .json).render(
      Diagnostic(.error, "x", name: cell, value: cell, message: "found \"\(cell)\"", hint: cell))
    #expect(text.utf8.count < 10_000)
    #expect(text.contains("éé… (3000000 characters)\""))
    #expect(text.contains("éé… (3000008 characters)\""))
    let limit = String(repeating: "é", count: 600)
    let whole = DiagnosticPrinter(form: .json).render(Diagnostic(.error, "x", message: limit))
    #expect(whole.contains("\"\(limit)\""))
  }

  @Test func colorChangesNothingButColor() {
    var text = DiagnosticPrinter(isColored: true).render(Self.bad)
    for code in ["1", "1;31", "1;32", "0"] {
      text = text.split(separator: "\u{1B}[\(code)m", omittingEmptySubsequences: false).joined()
    }
    #expect(text == DiagnosticPrinter().render(Self.bad))
  }

  @Test func aMessageCannotSteerTheTerminal() {
    let hostile = "\u{1B}[2J\u{7}\u{202E}ok"
    let text = DiagnosticPrinter().render(
      Diagnostic(
        .error, "x", file: hostile, line: 1, message: hostile,
        excerpt: .init(line: hostile, column: 1, length: 2)))
    #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" || $0 == "\u{202E}" })
    #expect(text.contains(#"\u{1b}[2J\u{7}\u{202e}ok"#))
  }

  @Test(arguments: [0, 1, 100, 399, 400, 401, 500])
  func aLongLineIsCutAroundItsCaret(_ column: Int) {
    let line = String(repeating: "0123456789", count: 40)
    let printer = DiagnosticPrinter(width: 80)
    let text = printer.render(
      Diagnostic(
        .error, "x", file: "f", line: 7, message: "m",
        excerpt: .init(line: line, column: column, length: 3)))
    let lines = text.split(separator: "\n").map(Array.init)
    #expect(lines.allSatisfy { $0.count <= 80 })
    guard lines.count == 3, let caret = lines[2].firstIndex(of: "^") else {
      Issue.record("no caret: \(text)")
      return
    }
    if (1...400).contains(column) {
      #expect(lines[1][caret] == Character("\((column - 1) % 10)"))
    }
  }

  @Test(arguments: [("日本,x", 4), ("e\u{301}a,x", 5), ("ab,x", 4)])
  func theCaretStandsUnderWhatIsMeant(_ line: String, column: Int) {
    let text = DiagnosticPrinter().render(
      Diagnostic(
        .error, "x", file: "f", line: 1, message: "m",
        excerpt: .init(line: line, column: column, length: 1)))
    let lines = text.split(separator: "\n")
    let before = lines[1].prefix { $0 != "x" }
    #expect(displayWidth(String(before)) == lines[2].prefix { $0 != "^" }.count)
  }

  @Test func manyAreCounted() {
    var tally = DiagnosticTally(limit: 2)
    let told = ["a", "b", "a", "c", "a"].map { tally.admit(kind: $0) }
    #expect(told == [true, true, false, false, false])
    #expect(tally.count == 5)
    #expect(tally.remainder(.json) == "and 3 more: 2 a, 1 c")
    #expect(kindInWords("badNumber") == "bad number")
    #expect(kindInWords("missing-feature") == "missing feature")
    #expect(tally.remainder(.text) == "and 3 more: 2 × a, 1 × c")
  }

  @Test func nothingIsLeftOfFew() {
    var tally = DiagnosticTally()
    let isTold = tally.admit(kind: "a")
    #expect(isTold)
    #expect(tally.remainder(.text) == nil)
  }
}
