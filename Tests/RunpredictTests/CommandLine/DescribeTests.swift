import CommandLineKit
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
