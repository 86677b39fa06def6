import Foundation
import ModelSpec
import Testing

@testable import TabularML

/// A plan made of a model that nobody validated throws; it never traps and never answers by chance.
@Suite struct InvalidModelTests {
  static let models: [ModelCase] = {
    let folder = ModelCase.folder("invalid")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { ModelCase(name: $0, folder: folder.appending(path: $0)) }
  }()

  @Test(arguments: models)
  func doesNotTrap(_ modelCase: ModelCase) throws {
    let file = modelCase.folder.appending(path: "model.mlmodel")
    guard let data = try? Data(contentsOf: file),
      let model = try? ModelDecoder.decode(Array(data)), let plan = try? Plan(model)
    else { return }
    let row = Dictionary(
      uniqueKeysWithValues: Set(plan.inputs.map(\.name)).map { ($0, NSNull() as Any) })
    let batch = try FeatureBatch(row: row, plan.inputs)
    let result = try plan.predict(batch)
    #expect(result.outputs.columns.count == plan.outputs.count)
  }
}
