import Foundation
import ModelSpec
import Testing

@testable import TabularML

/// Every faulty model is refused, by the word and the place that its case names.
///
/// ModelSpec finds what a part says wrongly; whether shapes fit from layer to layer is found when a
/// plan is made. Who uses a model does not care which of them it was.
@Suite struct RefusedModelTests {
  static let cases = folders(in: ModelCase.folder("invalid"))

  /// Cases outside of the repository, if they are there.
  static let shared: [ModelCase] = {
    let named = ProcessInfo.processInfo.environment["RUNPREDICT_SHARED_CASES"]
    let beside = ModelCase.folder("../../../../shared/cases").standardizedFileURL
    let folder = named.map { URL(filePath: $0) } ?? beside
    return folders(in: folder.appending(path: "models/invalid"))
  }()

  private static func folders(in folder: URL) -> [ModelCase] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { ModelCase(name: $0, folder: folder.appending(path: $0)) }
  }

  @Test(arguments: cases)
  func refusesByWordAndPlace(_ modelCase: ModelCase) throws {
    try requireRefusal(of: modelCase)
  }

  @Test(.enabled(if: !shared.isEmpty, "the shared cases are not here"), arguments: shared)
  func refusesSharedCasesByWordAndPlace(_ modelCase: ModelCase) throws {
    try requireRefusal(of: modelCase)
  }

  @Test func theCasesAreThere() { #expect(Self.cases.count > 200) }

  private func requireRefusal(of modelCase: ModelCase) throws {
    let expected = try JSONDecoder().decode(
      ExpectedFault.self,
      from: Data(contentsOf: modelCase.folder.appending(path: "case.json")))
    let error = try #require(throws: ModelError.self) { try Plan(modelCase.model()) }
    #expect(expected.matches(error), "\(error)")
  }
}

/// What a case says about its fault.
private struct ExpectedFault: Decodable {
  var error: String
  /// Other words that fit as well.
  var also: [String]?
  /// Parts of the place, with `…` between those that do not follow each other.
  var `where`: String

  func matches(_ found: ModelError) -> Bool {
    let text = "\(found.path) \(found.message)"
    return ([error] + (also ?? [])).contains(found.reason.rawValue)
      && `where`.split(separator: "…").allSatisfy { text.contains($0) }
  }
}
