import Foundation
import ModelSpec
import Testing

@testable import runpredict

@Suite struct ModelLocatorTests {
  @Test(arguments: [("model", true), ("base", true), ("model.mlmodel", false), ("./model", false)])
  func twoNamesAreNoPaths(name: String, isReserved: Bool) {
    #expect(ModelLocator.isReserved(name) == isReserved)
  }

  @Test func aPathThatLeadsNowhereIsNamed() throws {
    let folder = try TemporaryFolder()
    let locator = ModelLocator(store: ModelStore(root: folder.path))
    let error = #expect(throws: ModelError.self) {
      try locator.locate(folder.path + "/none.mlmodel")
    }
    #expect(error?.reason == .missing)
  }

  @Test func theBundledModelIsInUseOnAFreshMachine() throws {
    let folder = try TemporaryFolder()
    let locator = ModelLocator(store: ModelStore(root: folder.path + "/store"))
    for name in [nil, "model", "base"] {
      let located = try locator.locate(name)
      #expect(located.origin == .bundled)
      #expect(located.document.model.isUpdatable)
      #expect(located.document.model.description.predictedFeatureName == "duration")
    }
    #expect(try folder.contents().isEmpty)
  }
}
