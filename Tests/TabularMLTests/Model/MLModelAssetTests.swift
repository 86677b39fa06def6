import Foundation
import Testing

@testable import TabularML

@Suite struct MLModelAssetTests {
  @Test func aCompiledModelTellsItsFunctions() async throws {
    let compiled = try await MLModel.compileModel(
      at: ModelCase.folder("program-several-functions/model.mlpackage"))
    defer { MLModelFileTests.remove(compiled: compiled) }
    let asset = try MLModelAsset(url: compiled)
    #expect(try await asset.functionNames == ["doubled", "plain"])
    let standard = try await asset.modelDescription
    #expect(
      standard.description == (try MLModel(contentsOf: compiled)).modelDescription.description)

    for name in try await asset.functionNames {
      let configuration = MLModelConfiguration()
      configuration.functionName = name
      let model = try await MLModel.load(asset: asset, configuration: configuration)
      let described = try await asset.modelDescription(of: name)
      #expect(described.description == model.modelDescription.description)
    }
    let error = await #expect(throws: MLModelError.self) {
      try await asset.modelDescription(of: "main")
    }
    #expect(error?.code == .generic)
  }

  @Test func handlersAreCalledWithOneOfTwo() async throws {
    let compiled = try await MLModel.compileModel(at: MLModelFileTests.source)
    defer { MLModelFileTests.remove(compiled: compiled) }
    let asset = try MLModelAsset(url: compiled)
    let names: [String]? = await withCheckedContinuation { done in
      asset.functionNames { names, error in done.resume(returning: error == nil ? names : nil) }
    }
    #expect(names == [])
    let isUpdatable: Bool? = await withCheckedContinuation { done in
      asset.modelDescription { description, _ in
        done.resume(returning: description?.isUpdatable)
      }
    }
    #expect(isUpdatable == true)
    let failure: String? = await withCheckedContinuation { done in
      asset.modelDescription(ofFunctionNamed: "main") { description, error in
        done.resume(returning: description == nil ? error?.localizedDescription : nil)
      }
    }
    #expect(failure?.contains("'main'") == true)
    let configuration = MLModelConfiguration()
    configuration.modelDisplayName = "laps"
    let model: MLModel? = await withCheckedContinuation { done in
      MLModel.load(asset, configuration: configuration) { model, error in
        done.resume(returning: error == nil ? model : nil)
      }
    }
    #expect(model?.configuration.modelDisplayName == "laps")
  }

  @Test func weightsFromMemory() async throws {
    let modelCase = ModelCase(
      name: "program-mlp-fp32", folder: ModelCase.folder("program-mlp-fp32"))
    let package = modelCase.folder.appending(path: "model.mlpackage/Data/com.apple.CoreML")
    let specification = try Data(contentsOf: package.appending(path: "model.mlmodel"))
    let weights = try Data(contentsOf: package.appending(path: "weights/weight.bin"))
    let url = try #require(URL(string: "@model_path/weights/weight.bin"))
    let asset = try MLModelAsset(specification: specification, blobMapping: [url: weights])
    let model = try await MLModel.load(asset: asset)
    let features = model.modelDescription.inputDescriptionsByName
    #expect(!features.isEmpty && model.modelDescription.outputDescriptionsByName.count == 1)
    let rows = try modelCase.rows("inputs.jsonl")
    let expected = try modelCase.rows("expected.jsonl")
    for (row, answer) in zip(rows, expected) {
      let input = try MLDictionaryFeatureProvider(row: row, of: model.plan.inputs)
      let output = try await model.prediction(from: input)
      for name in output.featureNames {
        let value = try #require(output.featureValue(for: name))
        #expect(value.matches(answer[name], try modelCase.tolerance()))
      }
    }

    let missing = #expect(throws: MLModelError.self) {
      try MLModelAsset(specification: specification)
    }
    #expect(missing?.code == .io)
    let outside = try #require(URL(string: "@model_path/../weight.bin"))
    for (url, bytes) in [(outside, weights), (url, weights.prefix(100))] {
      let error = #expect(throws: MLModelError.self) {
        try MLModelAsset(specification: specification, blobMapping: [url: bytes])
      }
      #expect(error?.code == .io)
    }
  }

  @Test func aModelThatIsNotCompiledIsNoAsset() {
    let error = #expect(throws: MLModelError.self) {
      try MLModelAsset(url: MLModelFileTests.source)
    }
    #expect(error?.code == .generic)
  }
}
