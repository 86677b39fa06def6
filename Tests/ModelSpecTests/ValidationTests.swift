import Foundation
import Testing

@testable import ModelSpec

@Suite struct ValidationTests {
  @Test(arguments: ModelCase.valid + ModelCase.updatable)
  func acceptsValidModel(_ modelCase: ModelCase) throws {
    let document = try ModelDocument.read(at: modelCase.path)
    #expect(try document.bytes == modelCase.bytes())
  }

  @Test(arguments: ModelCase.invalid)
  func refusesInvalidModelByWordAndPlace(_ modelCase: ModelCase) throws {
    let expected = try ExpectedFault(of: modelCase)
    guard !ExpectedFault.foundInPlan.contains(modelCase.name) else {
      _ = try ModelDocument.read(at: modelCase.path)
      return
    }
    let error = try #require(throws: ModelError.self) {
      try ModelDocument.read(at: modelCase.path)
    }
    #expect(expected.matches(error), "\(error)")
  }
}

/// What a case says about its fault.
struct ExpectedFault: Decodable {
  var error: String
  var also: [String]?
  var `where`: String

  /// Shapes that do not fit from layer to layer are found when a plan is made of the network.
  static let foundInPlan: Set = [
    "nn-input-size", "nn-prelu-length", "nn-classifier-label-count", "nn-reshape-count",
  ]

  init(of modelCase: ModelCase) throws {
    let data = try Data(contentsOf: modelCase.folder.appending(path: "case.json"))
    self = try JSONDecoder().decode(Self.self, from: data)
  }

  func matches(_ found: ModelError) -> Bool {
    let text = "\(found.path) \(found.message)"
    let parts = `where`.split(separator: "…")
    return ([error] + (also ?? [])).contains(found.reason.rawValue)
      && parts.allSatisfy { text.contains($0) }
  }
}
