import Foundation
import Testing

@testable import runpredict

/// `update --holdout 0` on a plain table trains as the reference does: numpy in float64, see the cases.
@Suite struct UpdateReferenceTests {
  private static let folder = CommandCase.root + "/Tests/Cases/models/updatable"
  private static let cases =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/case.json") }.sorted()

  @Test func thereAreCases() { #expect(Self.cases.count > 10) }

  @Test(arguments: cases) func trainsAsTheReference(name: String) throws {
    let folder = try TemporaryFolder()
    let program = BuiltProgram(home: folder.path + "/store")
    let path = Self.folder + "/" + name
    let training = try write(path + "/training.jsonl", as: "training.csv", in: folder)
    let inputs = try write(path + "/inputs.jsonl", as: "inputs.csv", in: folder)
    let caseFile = try object(Data(contentsOf: URL(filePath: path + "/case.json")))
    let overrides = caseFile["overrides"] as? [String: Any] ?? [:]
    let options = overrides.flatMap { ["--\(kebabCase($0.key))", "\($0.value)"] }

    let model = folder.path + "/Updated.mlmodel"
    let update = try program.start(
      ["update", "--holdout", "0", "-m", path + "/model.mlmodel", "-o", model] + options
        + [training]
    ).ending()
    #expect(update.status == 0, "\(update.errors)")
    let predict = try program.run("predict", "--format", "jsonl", "-m", model, inputs)
    #expect(predict.status == 0, "\(predict.errors)")

    let tolerance = try #require(caseFile["tolerance"] as? [String: Double])
    let expected = try lines(path + "/expected.jsonl")
    let found = try predict.output.split(separator: "\n").map { try object(Data($0.utf8)) }
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) {
      for (output, value) in expected {
        if let label = value as? String {
          #expect(found[output] as? String == label)
          continue
        }
        let (got, wanted) = (numbers(found[output]), numbers(value))
        #expect(got.count == wanted.count && !wanted.isEmpty)
        for (got, wanted) in zip(got, wanted) {
          let allowed = (tolerance["abs"] ?? 0) + (tolerance["rel"] ?? 0) * abs(wanted)
          #expect(abs(got - wanted) <= allowed, "\(output)")
        }
      }
    }
  }

  /// Writes rows of JSON as a table, an array `x` as the columns `x.0`, `x.1` and so on.
  private func write(_ path: String, as name: String, in folder: TemporaryFolder) throws -> String {
    let rows = try lines(path).map { row in
      row.sorted { $0.key < $1.key }.flatMap { key, value in
        (value as? [Any])?.enumerated().map { ("\(key).\($0)", "\($1)") } ?? [(key, "\(value)")]
      }
    }
    let header = try #require(rows.first).map(\.0).joined(separator: ",")
    let text = rows.map { $0.map(\.1).joined(separator: ",") + "\n" }.joined()
    return try SampleHistory.write(header + "\n" + text, as: name, in: folder)
  }

  private func lines(_ path: String) throws -> [[String: Any]] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .map { try object(Data($0.utf8)) }
  }

  private func object(_ data: Data) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private func numbers(_ value: Any?) -> [Double] {
    if let object = value as? [String: Any] {
      return object.sorted { $0.key < $1.key }.flatMap { numbers($0.value) }
    }
    if let array = value as? [Any] { return array.flatMap { numbers($0) } }
    return (value as? NSNumber).map { [$0.doubleValue] } ?? []
  }

  private func kebabCase(_ key: String) -> String {
    key.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }
}
