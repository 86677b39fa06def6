import Foundation
import ModelSpec
import Testing

/// `docs/compatibility.md` says what the code does.
///
/// `RECORD=1 swift test --filter CompatibilityTests` puts the tables of the code into the document.
@Suite struct CompatibilityTests {
  private static let file = ModelCase.folder("../../../docs/compatibility.md").standardizedFileURL

  @Test func theDocumentHasTheTablesOfTheCode() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    var made = text
    for (name, table) in CompatibilityTables.all {
      let (start, end) = ("<!-- made: \(name) -->\n", "<!-- end: \(name) -->")
      let first = try #require(made.range(of: start), "the document has no place for \(name)")
      let last = try #require(made.range(of: end, range: first.upperBound..<made.endIndex))
      made.replaceSubrange(first.upperBound..<last.lowerBound, with: table)
    }
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try made.write(to: Self.file, atomically: true, encoding: .utf8)
    } else {
      #expect(made == text, "RECORD=1 swift test --filter CompatibilityTests puts it right")
    }
  }

  @Test func tryingTellsApartWhatRunsAndWhatIsRefused() {
    #expect(Support(kind: 300) == .runs)
    #expect(Support(kind: 501) == .isRefused)
    #expect(Support(kind: 2002) == .isNotTabular)
    #expect(Support(layer: 140) == .runs)
    #expect(Support(layer: 500) == .isRefused)
    #expect(Support(layer: 100) == .isNotTabular)
    #expect(Support(.double) == .runs)
    #expect(Support(.image(width: 1, height: 1)) == .isNotTabular)
  }
}
