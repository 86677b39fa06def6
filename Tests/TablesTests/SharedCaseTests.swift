import Foundation
import Testing

@testable import Tables

/// The lap files whose bytes, lines and quotes matter, as far as cells go; what laps they hold is
/// tested with Laps.
@Suite struct SharedCaseTests {
  private struct Expectation: Decodable {
    struct Failure: Decodable {
      var kind: String
      var line: Int
      var column: Int
    }

    struct Outcome: Decodable {
      struct Row: Decodable { var line: Int }
      var rows: [Row]
      var leftOut: [Row]
      var notes: [String]
    }

    var error: Failure?
    var expect: Outcome?
  }

  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Cases/laps")

  private static let ownErrors: Set<String> = [
    "badEncoding", "nulByte", "unclosedQuote", "misplacedQuote",
  ]

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { name in
      name.hasSuffix(".csv") && ["bytes-", "lines-", "quotes-"].contains { name.hasPrefix($0) }
    }.map { String($0.dropLast(4)) }.sorted()
  }()

  @Test func theCasesAreThere() {
    #expect(Self.names.count >= 14)
  }

  @Test(arguments: names, [1, 3, 1 << 18])
  func linesAndErrors(name: String, pieces: Int) throws {
    let file = Self.folder.appendingPathComponent(name)
    let expectation = try JSONDecoder().decode(
      Expectation.self, from: Data(contentsOf: file.appendingPathExtension("json")))
    let source = TextSource(
      try .file(file.appendingPathExtension("csv").path, pieceSize: pieces))
    var found: [Row] = []
    let problem = try problem {
      _ = try source.peek()
      found = try rows(source)
    }
    if let error = expectation.error, Self.ownErrors.contains(error.kind) {
      #expect(problem?.kind.rawValue == error.kind)
      #expect(problem?.place == Place(line: error.line, column: error.column))
      return
    }
    #expect(problem == nil)
    let header = try #require(found.first)
    #expect(header.line == 1)
    #expect(found.allSatisfy { $0.cells.count == header.cells.count })
    if let outcome = expectation.expect {
      let lines = outcome.rows.map(\.line) + outcome.leftOut.map(\.line)
      #expect(found.dropFirst().map(\.line) == lines.sorted())
      #expect((source.encodingNote != nil) == outcome.notes.contains("encoding"))
    }
    let invisible: Set<Character> = ["\u{FEFF}", "\u{A0}", "\r"]
    #expect(found.flatMap(\.cells).allSatisfy { cell in !cell.contains { invisible.contains($0) } })
  }
}
