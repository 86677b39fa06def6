import CommandLineKit
import Foundation
import ModelSpec
import Testing

@testable import runpredict

/// What `describe` says of shapes, labels and what flows through a model.
@Suite struct DescribeTests {
  private func feature(_ array: ArrayFeatureType) -> FeatureDescription {
    FeatureDescription(name: "x", type: .multiArray(array))
  }

  private func document(labels: Int) throws -> LocatedModel {
    let texts = (1...labels).map { "class \($0)" }
    let model = Model(
      specificationVersion: 1,
      description: ModelDescription(
        inputs: [FeatureDescription(name: "x", type: .double)],
        outputs: [FeatureDescription(name: "y", type: .string)], predictedFeatureName: "y"),
      kind: .glmClassifier(
        GLMClassifier(
          weights: texts.map { _ in [1] }, offset: texts.map { _ in 0 }, classEncoding: .oneVsRest,
          labels: .strings(texts))))
    return LocatedModel(document: try ModelDocument(model), origin: .path("m.mlmodel"))
  }

  @Test func otherShapesAreSaid() {
    var array = ArrayFeatureType(shape: [1, 3], dataType: .double)
    #expect(feature(array).flexibilityText == "")
    array.flexibility = .enumerated([[1, 3], [2, 3]])
    #expect(feature(array).flexibilityText == "shapes 1 × 3, 2 × 3")
    array.flexibility = .ranges([SizeRange(lowerBound: 1), SizeRange(lowerBound: 3, upperBound: 3)])
    array.defaultValue = .double(0.5)
    #expect(feature(array).flexibilityText == "shapes 1... × 3, 0.5 when missing")
    #expect(
      feature(array).json.compact.contains(#""range":[[1,null],[3,3]]"#))
  }

  @Test func manyLabelsAreShortened() throws {
    let located = try document(labels: 30)
    let text = DescriptionText(model: located, name: "m.mlmodel").text
    #expect(text.contains("    \"class 10\",\n    … 20 more\n)"))
    #expect(!text.contains("class 11"))
    #expect(text.contains("30 classes (class 1, class 2"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let whole = DescriptionText(model: located, name: "m.mlmodel", isDetailed: true).text
    #expect(whole.contains("class 30"))
  }

  private static func model(_ name: String) throws -> LocatedModel {
    let path = "\(CommandCase.root)/Tests/Cases/models/\(name)/model.mlmodel"
    return LocatedModel(document: try .read(at: path), origin: .path("m.mlmodel"))
  }

  @Test(
    "The size is told in what a model is made of",
    arguments: [
      ("tree-regressor-missing-direction", "6 trees, 272 nodes"),
      ("glm-regressor-ridge-columns", "parameters"), ("identity-all-types", ""),
    ])
  func sizes(name: String, size: String) throws {
    let text = DescriptionText(model: try Self.model(name), name: "m.mlmodel").text
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("Size") })
    #expect(line.hasSuffix(size.isEmpty ? "bytes" : size), "\(line)")
  }

  @Test func longListsAndKeysAreWrapped() throws {
    let inputs = (0..<40).map { FeatureDescription(name: "feature\($0)", type: .double) }
    var description = ModelDescription(
      inputs: inputs, outputs: [FeatureDescription(name: "y", type: .double)],
      predictedFeatureName: "y")
    let key = "com.example.a.key.that.is.longer.than.others"
    description.metadata.userDefined = [key: "its value", "b": "another"]
    let model = Model(
      specificationVersion: 1, description: description,
      kind: .glmRegressor(GLMRegressor(weights: [inputs.map { _ in 1 }], offset: [0])))
    let located = LocatedModel(document: try ModelDocument(model), origin: .path("m.mlmodel"))
    let text = DescriptionText(model: located, name: "m.mlmodel").text
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
    let index = try #require(lines.firstIndex { $0 == key })
    #expect(lines[index + 1].hasSuffix("  its value"))
    let column = lines[index + 1].firstIndex(of: "i").map {
      lines[index + 1].distance(from: lines[index + 1].startIndex, to: $0)
    }
    let other = try #require(lines.first { $0.hasPrefix("b  ") })
    #expect(
      column
        == other.distance(from: other.startIndex, to: other.firstIndex(of: "a") ?? other.startIndex)
    )
  }

  /// What Apple's compiler wrote of three models, beside what is said of them here.
  @Test(arguments: ["wisconsin", "coremltools-add-model"])
  func metadataIsThatOfTheCompiler(name: String) throws {
    let shared =
      ProcessInfo.processInfo.environment["RUNPREDICT_SHARED_CASES"]
      ?? CommandCase.root + "/../shared/cases"
    let path = "\(shared)/models/third-party/\(name)/model.mlmodelc"
    guard let data = FileManager.default.contents(atPath: path + "/metadata.json") else {
      print("\(path) is not here")
      return
    }
    let list = try JSONSerialization.jsonObject(with: data) as? [[String: Any]]
    var theirs = try #require(list?.first)
    let document = try ModelDocument.read(at: path)
    let text = DescriptionJSON(
      model: LocatedModel(document: document, origin: .path("m.mlmodelc")), name: "m"
    ).value.compact
    let ours = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    theirs["generatedClassName"] = "m"
    var availability = try #require(ours["availability"] as? [String: String])
    // The compiler that wrote the older one knew no visionOS.
    availability["visionOS"] = (theirs["availability"] as? [String: String])?["visionOS"]
    #expect(
      availability as NSDictionary == theirs.removeValue(forKey: "availability") as? NSDictionary)
    for (key, value) in theirs {
      #expect(ours[key] as? NSObject == value as? NSObject, "\(key)")
    }
  }

  @Test func jsonHasTheKeysOfTheCompiler() throws {
    let text = DescriptionJSON(model: try document(labels: 3), name: "m.mlmodel").value.compact
    for part in [
      #""metadataOutputVersion":"3.0""#, #""isUpdatable":"0""#, #""generatedClassName":"m""#,
      #""classLabels":["class 1","class 2","class 3"]"#, #""specificationVersion":1"#,
      #""modelParameters":[]"#, #""modelType":{"name":"MLModelType_glmClassifier"}"#,
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }
}
