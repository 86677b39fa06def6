import CommandLineKit
import Foundation
import Testing

@testable import runpredict

/// The model cases answered by the command: `inputs.jsonl` in, `expected.jsonl` out.
@Suite struct AnsweredCaseTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var folder: String
    var testDescription: String { name }

    /// The cases that are kept here, and the others where there is a folder with them.
    static let all: [Case] = {
      let own = cases(in: CommandCase.root + "/Tests/Cases/models")
      let known = Set(own.map(\.name))
      let shared =
        ProcessInfo.processInfo.environment["RUNPREDICT_SHARED_CASES"]
        ?? CommandCase.root + "/../shared/cases"
      return own + cases(in: shared + "/models").filter { !known.contains($0.name) }
    }()

    private static func cases(in folder: String) -> [Case] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.sorted().filter { name in
        ["inputs.jsonl", "expected.jsonl"].allSatisfy {
          FileManager.default.fileExists(atPath: "\(folder)/\(name)/\($0)")
        }
      }.map { Case(name: $0, folder: "\(folder)/\($0)") }
    }

    var model: String {
      ["mlmodel", "mlpackage"].map { "\(folder)/model.\($0)" }
        .first { FileManager.default.fileExists(atPath: $0) } ?? ""
    }

    func rows(_ file: String) throws -> [NSDictionary?] {
      try Case.rows(try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8))
    }

    static func rows(_ text: String) throws -> [NSDictionary?] {
      try text.split(separator: "\n").map { line in
        try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed)
          as? NSDictionary
      }
    }

    /// How far a number may be off.
    func tolerance() throws -> (absolute: Double, relative: Double) {
      let about = try JSONSerialization.jsonObject(
        with: Data(contentsOf: URL(filePath: "\(folder)/case.json")))
      let tolerance = try #require((about as? NSDictionary)?["tolerance"] as? NSDictionary)
      return (
        try #require(tolerance["abs"] as? Double), try #require(tolerance["rel"] as? Double)
      )
    }
  }

  @Test func thereAreCases() { #expect(Case.all.count >= 200) }

  /// A kind that is not supported yet ends with 69 and is not asked about.
  @Test(arguments: Case.all)
  func answers(_ expected: Case) throws {
    let folder = try TemporaryFolder()
    let (output, rejects) = ("\(folder.path)/out.jsonl", "\(folder.path)/rejects.csv")
    let code = Runpredict.main(
      [
        "predict", "--quiet", "--model", expected.model, "--format", "jsonl", "--on-error", "null",
        "--rejects", rejects, "-o", output, "\(expected.folder)/inputs.jsonl",
      ], environment: [:])
    if code == .unavailable { return }
    try #require(code == .success)
    let rows = try Case.rows(try String(contentsOfFile: output, encoding: .utf8))
    let answers = try expected.rows("expected.jsonl")
    let tolerance = try expected.tolerance()
    try #require(rows.count == answers.count)
    var words: [String] = []
    for (row, (found, answer)) in zip(rows, answers).enumerated() {
      if let word = answer?["$error"] as? String {
        words.append(word)
        #expect(found == nil, "row \(row)")
      } else {
        #expect(Self.isEqual(found, answer, tolerance), "row \(row): \(found ?? [:])")
      }
    }
    let told = try String(contentsOfFile: rejects, encoding: .utf8).split(separator: "\n")
      .dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false)[3] }
    #expect(told.map { String($0) } == words)
  }

  /// Tables that hold the same values give the same answers: arrays and dictionaries as cells of JSON,
  /// and arrays spread over columns.
  @Test(arguments: Case.all) func tablesAndLinesAreAlike(_ modelCase: Case) throws {
    let answers = try modelCase.rows("expected.jsonl")
    let lines = try String(contentsOfFile: "\(modelCase.folder)/inputs.jsonl", encoding: .utf8)
      .split(separator: "\n")
    let rows = try modelCase.rows("inputs.jsonl")
    let usable = rows.indices.filter { answers[$0]?["$error"] == nil }
    let names = Set(usable.flatMap { rows[$0]?.allKeys ?? [] }.compactMap { $0 as? String })
      .sorted()
    let cells = usable.map { row in names.map { Self.cell(rows[row]?[$0]) } }
    guard !usable.isEmpty, cells.allSatisfy({ !$0.contains(nil) }) else { return }
    let folder = try TemporaryFolder()
    try Self.table([names] + cells.map { $0.map { $0 ?? "" } })
      .write(toFile: "\(folder.path)/t.csv", atomically: false, encoding: .utf8)
    try Self.table(Self.spread(usable.map { rows[$0] ?? [:] }, names))
      .write(toFile: "\(folder.path)/e.csv", atomically: false, encoding: .utf8)
    try usable.map { lines[$0] }.joined(separator: "\n")
      .write(toFile: "\(folder.path)/l.jsonl", atomically: false, encoding: .utf8)
    let results = try ["t.csv", "e.csv", "l.jsonl"].map { name in
      let output = "\(folder.path)/\(name).out"
      let options = name == "l.jsonl" ? [] : ["--delimiter", ",", "--decimal", "."]
      let code = Runpredict.main(
        [
          "predict", "--quiet", "--raw", "--model", modelCase.model, "--format", "jsonl", "-o",
          output, "\(folder.path)/\(name)",
        ] + options, environment: [:])
      if code == .unavailable { return "" }
      #expect(code == .success, "\(name)")
      return try String(contentsOfFile: output, encoding: .utf8)
    }
    #expect(results[0] == results[2])
    #expect(results[1] == results[2])
  }

  private static func table(_ cells: [[String]]) -> String {
    cells.map { $0.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") }
      .joined(separator: "\n")
  }

  /// The text of a cell; nil for what no cell can say.
  private static func cell(_ value: Any?) -> String? {
    switch value {
    case nil, is NSNull: return ""
    case let text as String:
      let isPlain = text == text.trimmingCharacters(in: .whitespacesAndNewlines) && !text.isEmpty
      return isPlain ? text : nil
    case let value?:
      let data = try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
      return data.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// A header and rows in which arrays of one length in all rows are spread over columns.
  private static func spread(_ rows: [NSDictionary], _ names: [String]) -> [[String]] {
    let columns = names.flatMap { name in
      let shapes = Set(rows.map { lengths($0[name]) })
      let shape = shapes.count == 1 ? shapes.first ?? [] : []
      return indexes(shape).map { (name: name, path: $0) }
    }
    let header = columns.map { ([$0.name] + $0.path.map(String.init)).joined(separator: ".") }
    return [header]
      + rows.map { row in
        columns.map { column in
          cell(
            column.path.reduce(row[column.name]) { value, index in
              (value as? [Any])?[index]
            }) ?? ""
        }
      }
  }

  /// The lengths of nested arrays of numbers; empty for all else.
  private static func lengths(_ value: Any?) -> [Int] {
    guard let elements = value as? [Any], let first = elements.first else { return [] }
    return [elements.count] + lengths(first)
  }

  private static func indexes(_ shape: [Int]) -> [[Int]] {
    shape.reduce([[]]) { paths, size in
      paths.flatMap { path in (0..<size).map { path + [$0] } }
    }
  }

  /// Whether two JSON values are the same, numbers within the tolerance; integers exactly.
  private static func isEqual(
    _ found: Any?, _ expected: Any?, _ tolerance: (absolute: Double, relative: Double)
  ) -> Bool {
    switch (found, expected) {
    case (let found as NSDictionary, let expected as NSDictionary):
      found.count == expected.count
        && expected.allSatisfy { isEqual(found[$0.key], $0.value, tolerance) }
    case (let found as [Any], let expected as [Any]):
      found.count == expected.count
        && zip(found, expected).allSatisfy { isEqual($0, $1, tolerance) }
    case (let found as NSNumber, let expected as NSNumber):
      found == expected
        || abs(found.doubleValue - expected.doubleValue)
          <= tolerance.absolute + tolerance.relative * abs(expected.doubleValue)
    case (let found as String, let expected as String): found == expected
    default: false
    }
  }
}
