import Foundation
import ModelSpec
import TabularML
import Testing

@Suite struct MLModelDescriptionTests {
  /// A model with a feature of each type, to be described only.
  static let model = Model(
    specificationVersion: 4,
    description: ModelDescription(
      inputs: [
        FeatureDescription(name: "course", type: .string),
        FeatureDescription(name: "lap", type: .int64, isOptional: true),
        FeatureDescription(
          name: "x", type: .multiArray(ArrayFeatureType(shape: [1, 6], dataType: .float32))),
        FeatureDescription(
          name: "any",
          type: .multiArray(
            ArrayFeatureType(
              shape: [2], dataType: .double,
              flexibility: .ranges([SizeRange(lowerBound: 1, upperBound: 8)])))),
        FeatureDescription(
          name: "either",
          type: .multiArray(
            ArrayFeatureType(
              shape: [2], dataType: .int32, flexibility: .enumerated([[2], [4]])))),
        FeatureDescription(
          name: "free",
          type: .multiArray(
            ArrayFeatureType(shape: [], dataType: .float16))),
        FeatureDescription(name: "words", type: .dictionary(.string)),
        FeatureDescription(name: "ids", type: .dictionary(.int64)),
        FeatureDescription(
          name: "list", type: .sequence(.string, size: SizeRange(lowerBound: 1, upperBound: 3))),
      ],
      outputs: [FeatureDescription(name: "duration", type: .double)],
      predictedFeatureName: "duration",
      trainingInputs: [FeatureDescription(name: "duration_true", type: .double)],
      metadata: Metadata(
        shortDescription: "How long a run takes, \"roughly\"", versionString: "1_0",
        author: "Zoë \\ Ödön", license: "", userDefined: ["b.c": "two\nlines", "a": "x"])),
    isUpdatable: true,
    kind: .pipelineRegressor(
      Pipeline(models: [
        Model(
          specificationVersion: 4, description: ModelDescription(inputs: [], outputs: []),
          isUpdatable: true,
          kind: .neuralNetworkRegressor(
            NeuralNetwork(
              layers: [],
              updateParameters: UpdateParameters(
                losses: [],
                optimizer: .sgd(
                  learningRate: DoubleParameter(0.25, range: 0...1),
                  miniBatchSize: Int64Parameter(16, allowed: .set([32, 16])),
                  momentum: DoubleParameter(0)),
                epochs: Int64Parameter(10, allowed: .range(1...100)), shuffle: true))))
      ])))

  @Test func text() {
    #expect(
      MLModelDescription(Self.model).description == """
        functionName: (null)
        inputs: (
            "course : String",
            "lap : Int64?",
            "x : MultiArray (Float32, 1 \\U00d7 6)",
            "any : MultiArray (Double, 2)",
            "either : MultiArray (Int32, 2)",
            "free : MultiArray (Float16, )",
            "words : Dictionary (String \\U2192 Double)",
            "ids : Dictionary (Int64 \\U2192 Double)",
            "list : Sequence (String)"
        )
        outputs: (
            "duration : Double"
        )
        states: (
        )
        predictedFeatureName: duration
        predictedProbabilitiesName: (null)
        classLabels: (null)
        updatable: YES
        trainingInputs: (
            "duration_true : Double"
        )
        parameters: (
            "learningRate : 0.25 [0, 1]",
            "miniBatchSize : 16 {16, 32}",
            "momentum : 0",
            "epochs : 10 [1, 100]",
            "shuffle : true"
        )
        metadata: {
            MLModelAuthorKey = "Zo\\U00eb \\\\ \\U00d6d\\U00f6n";
            MLModelCreatorDefinedKey =     {
                a = x;
                "b.c" = "two\\nlines";
            };
            MLModelDescriptionKey = "How long a run takes, \\"roughly\\"";
            MLModelLicenseKey = "";
            MLModelVersionStringKey = 1_0;
        }
        """)
  }

  @Test func ofManyLabelsOnlySomeNeedBeShown() {
    var model = Self.model
    model.kind = .glmClassifier(
      GLMClassifier(weights: [], offset: [], labels: .int64s(Array(0..<1_000))))
    let description = MLModelDescription(model)
    #expect(description.description.contains("    999\n)"))
    #expect(description.text(labelLimit: 2).contains("(\n    0,\n    1,\n    … 998 more\n)"))
    #expect(description.text(labelLimit: 999) == description.description)
  }

  @Test func emptyModel() {
    let description = MLModelDescription(
      Model(
        specificationVersion: 1, description: ModelDescription(inputs: [], outputs: []),
        kind: .scaler(Scaler(shift: [], scale: []))))
    #expect(description.predictedFeatureName == nil)
    #expect(description.predictedProbabilitiesName == nil)
    #expect(description.classLabels == nil)
    #expect(!description.isUpdatable)
    #expect(description.parameterDescriptionsByKey.isEmpty)
    #expect(description.stateDescriptionsByName.isEmpty)
    #expect(description.metadata[.author] as? String == "")
    #expect(description.metadata[.creatorDefinedKey] as? [String: String] == [:])
    #expect(description.metadata.count == 5)
    #expect(description.description.contains("inputs: (\n)\n"))
  }

  @Test func parameters() throws {
    let parameters = MLModelDescription(Self.model).parameterDescriptionsByKey
    #expect(
      Set(parameters.keys) == [.learningRate, .miniBatchSize, .momentum, .epochs, .shuffle])
    let rate = try #require(parameters[.learningRate])
    #expect(rate.key == .learningRate && rate.defaultValue as? Double == 0.25)
    #expect(rate.numericConstraint?.minNumber == 0 && rate.numericConstraint?.maxNumber == 1)
    #expect(rate.numericConstraint?.enumeratedNumbers == nil)
    #expect(rate.numericConstraint?.allows(0.5) == true)
    #expect(rate.numericConstraint?.allows(1.5) == false)
    let sizes = try #require(parameters[.miniBatchSize]?.numericConstraint)
    #expect(sizes.enumeratedNumbers == [16, 32])
    #expect(sizes.minNumber == 16 && sizes.maxNumber == 32)
    #expect(sizes.allows(32) && !sizes.allows(24))
    #expect(parameters[.shuffle]?.defaultValue as? Bool == true)
    #expect(parameters[.shuffle]?.numericConstraint == nil)
  }

  @Test func features() throws {
    let inputs = MLModelDescription(Self.model).inputDescriptionsByName
    #expect(inputs.count == 9)
    #expect(inputs["course"]?.type == .string && inputs["course"]?.isOptional == false)
    #expect(inputs["lap"]?.isOptional == true)
    #expect(inputs["words"]?.dictionaryConstraint?.keyType == .string)
    #expect(inputs["ids"]?.dictionaryConstraint?.keyType == .int64)
    #expect(inputs["list"]?.sequenceConstraint?.valueDescription.type == .string)
    #expect(inputs["list"]?.sequenceConstraint?.countRange == NSRange(location: 1, length: 3))
    #expect(inputs["course"]?.multiArrayConstraint == nil)
    let x = try #require(inputs["x"]?.multiArrayConstraint)
    #expect(x.shape == [1, 6] && x.dataType == .float32 && x.description == "Float32, 1 × 6")
    #expect(inputs["x"]?.description == "x : MultiArray (Float32, 1 × 6)")
  }

  @Test(
    "A fixed shape is a list of one, a flexible one a list or ranges",
    arguments: [
      ("x", MLMultiArrayShapeConstraintType.enumerated, [[1, 6]], [(1, 1), (6, 1)]),
      ("either", .enumerated, [[2], [4]], [(2, 3)]), ("any", .range, [], [(1, 8)]),
      ("free", .unspecified, [], []),
    ])
  func shapes(
    name: String, type: MLMultiArrayShapeConstraintType, shapes: [[Int]], ranges: [(Int, Int)]
  ) throws {
    let input = MLModelDescription(Self.model).inputDescriptionsByName[name]
    let constraint = try #require(input?.multiArrayConstraint?.shapeConstraint)
    #expect(constraint.type == type)
    #expect(constraint.enumeratedShapes == shapes.map { $0.map { NSNumber(value: $0) } })
    #expect(
      constraint.sizeRangeForDimension.map(\.rangeValue)
        == ranges.map { NSRange(location: $0.0, length: $0.1) })
  }

  @Test(
    "A range of sizes ends where an Int does",
    arguments: [
      (SizeRange(lowerBound: 0, upperBound: .max), 0, Int.max),
      (SizeRange(lowerBound: 0), 0, Int.max), (SizeRange(lowerBound: 2), 2, Int.max - 2),
      (SizeRange(lowerBound: .max), Int.max, 0),
    ])
  func sizesWithoutEnd(size: SizeRange, location: Int, length: Int) throws {
    let sequence = MLFeatureDescription(
      FeatureDescription(name: "s", type: .sequence(.int64, size: size)))
    #expect(sequence.sequenceConstraint?.countRange == NSRange(location: location, length: length))
    let type = ArrayFeatureType(shape: [], dataType: .double, flexibility: .ranges([size]))
    let array = MLFeatureDescription(FeatureDescription(name: "a", type: .multiArray(type)))
    #expect(
      array.multiArrayConstraint?.shapeConstraint.sizeRangeForDimension.map(\.rangeValue)
        == [NSRange(location: location, length: length)])
  }

  @Test func allowedValues() throws {
    let inputs = MLModelDescription(Self.model).inputDescriptionsByName
    func allows(_ name: String, _ value: MLFeatureValue) -> Bool? {
      inputs[name]?.isAllowedValue(value)
    }
    #expect(allows("course", MLFeatureValue(string: "x")) == true)
    #expect(allows("course", MLFeatureValue(double: 1)) == false)
    #expect(allows("course", MLFeatureValue(undefined: .string)) == false)
    #expect(allows("lap", MLFeatureValue(undefined: .int64)) == true)
    for (name, shape, isAllowed) in [
      ("x", [1, 6], true), ("x", [6], false), ("any", [8], true), ("any", [9], false),
      ("any", [0], false), ("either", [4], true), ("either", [3], false), ("free", [7, 1], true),
    ] {
      let array = try MLMultiArray(shape: shape.map { NSNumber(value: $0) }, dataType: .double)
      #expect(allows(name, MLFeatureValue(multiArray: array)) == isAllowed, "\(name) \(shape)")
    }
    #expect(allows("words", try MLFeatureValue(dictionary: ["a": 1])) == true)
    #expect(allows("ids", try MLFeatureValue(dictionary: ["a": 1])) == false)
    for (count, isAllowed) in [(0, false), (1, true), (3, true), (4, false)] {
      let texts = MLSequence(strings: Array(repeating: "a", count: count))
      #expect(allows("list", MLFeatureValue(sequence: texts)) == isAllowed, "\(count)")
    }
    #expect(allows("list", MLFeatureValue(sequence: MLSequence(int64s: [1]))) == false)
  }
}
