import Foundation
import ModelSpec
import Testing

@testable import runpredict

/// `update` of models that are no networks for numbers: what is compared, and what is told.
@Suite struct UpdateKindsTests {
  private let folder: TemporaryFolder
  private let program: BuiltProgram
  private static let models = CommandCase.root + "/Tests/Cases/models"

  init() throws {
    folder = try TemporaryFolder()
    program = BuiltProgram(home: folder.path + "/store")
  }

  private func update(_ model: String, _ table: String) throws -> (String, [String: Any]) {
    let path = try SampleHistory.write(table, as: "rows.csv", in: folder)
    let output = folder.path + "/Updated.mlmodel"
    let model = "\(Self.models)/\(model)/model.mlmodel"
    let arguments = ["update", "--force", "-m", model, "-o", output, path]
    let text = try program.start(arguments).ending()
    #expect(text.status == 0, "\(text.errors)")
    let json = try program.start(arguments + ["--json"]).ending()
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    return (text.output, try #require(object as? [String: Any]))
  }

  @Test func classesAreComparedByLogLoss() throws {
    let rows = (0..<40).map { row in
      let x = Double(row % 10) / 4 - 1
      return "\(x),\(-x),\(x / 2),1,\(x > 0 ? "fir" : "ash")\n"
    }
    let (text, json) = try update(
      "updatable/update-classifier-strings", "x.0,x.1,x.2,x.3,label\n" + rows.joined())
    #expect(text.contains(" of the classes are right, before "))
    #expect(text.contains("the log loss is "))
    #expect(json["measure"] as? String == "logLoss")
    let after = try #require(json["errorAfter"] as? Double)
    #expect(after < (json["errorBefore"] as? Double ?? 0))
    #expect(json["accuracyAfter"] is Double && json["accuracyBefore"] is Double)
  }

  /// What could never vote, or would come back as another class, is a bad row.
  @Test(arguments: [
    ("update-knn-from-empty", #"{"input": ["nan", 0, 1], "label": 7}"#, "no finite distance"),
    ("update-knn-from-empty", #"{"input": [0, 3e38, 1], "label": 7}"#, "no finite distance"),
    ("update-knn-strings", #"{"input": [0, 1, 2], "label": "p\u00000"}"#, "a text without NUL"),
  ]) func rowsThatMakeNoSampleAreRefused(_ model: String, _ row: String, _ words: String) throws {
    let path = folder.path + "/rows.jsonl"
    try Data((row + "\n").utf8).write(to: URL(filePath: path))
    let update = try program.start([
      "update", "--force", "--holdout", "0", "-m",
      "\(Self.models)/updatable/\(model)/model.mlmodel",
      "-o", folder.path + "/Updated.mlmodel", path,
    ]).ending()
    #expect(update.status == 65 && update.errors.contains(words), "\(update.errors)")
  }

  /// The place of a class that no integer can hold is a bad row, and never a trap.
  @Test(arguments: ["1e300", "-1e19", "0.5"])
  func placesOfClassesThatThereAreNotAreRefused(_ place: String) throws {
    let rows = (0..<20).map { "0.\($0),1,0.5,\($0),\($0 == 7 ? place : "1")\n" }
    let path = try SampleHistory.write(
      "x.0,x.1,x.2,x.3,class_true\n" + rows.joined(), as: "rows.csv", in: folder)
    let model = "\(Self.models)/updatable/update-cross-entropy-index/model.mlmodel"
    let end = try program.start([
      "update", "-m", model, "-o", folder.path + "/Updated.mlmodel", path,
    ]).ending()
    #expect(end.status == 65, "\(end.output) \(end.errors)")
  }

  /// The largest number of -4 alone is -4 itself, so that it becomes 1; of the largest magnitude it is 4.
  @Test func readingsOfOpenPointsAreThoseOfPredict() throws {
    func array(_ name: String) -> FeatureDescription {
      FeatureDescription(
        name: name, type: .multiArray(ArrayFeatureType(shape: [1], dataType: .double)))
    }
    let normalizer = Model(
      specificationVersion: 1,
      description: ModelDescription(inputs: [array("x")], outputs: [array("n")]),
      kind: .normalizer(Normalizer(norm: .max)))
    let dense = InnerProduct(
      inputChannels: 1, outputChannels: 1, weights: WeightParameters([1], isUpdatable: true),
      bias: WeightParameters([0], isUpdatable: true))
    let network = Model(
      specificationVersion: 4,
      description: ModelDescription(
        inputs: [array("n")], outputs: [array("y")], trainingInputs: [array("n"), array("y_true")]),
      isUpdatable: true,
      kind: .neuralNetwork(
        NeuralNetwork(
          layers: [
            NeuralNetworkLayer(
              name: "dense", inputs: ["n"], outputs: ["y"], isUpdatable: true,
              kind: .innerProduct(dense))
          ],
          updateParameters: UpdateParameters(
            losses: [
              LossLayer(name: "loss", kind: .meanSquaredError, input: "y", target: "y_true")
            ],
            optimizer: .sgd(
              learningRate: DoubleParameter(0.01, range: 0...1),
              miniBatchSize: Int64Parameter(4, allowed: .range(1...100)), momentum: nil),
            epochs: Int64Parameter(2), shuffle: false, seed: nil))))
    let pipeline = Model(
      specificationVersion: 4,
      description: ModelDescription(
        inputs: [array("x")], outputs: [array("y")], trainingInputs: [array("x"), array("y_true")]),
      isUpdatable: true, kind: .pipeline(Pipeline(models: [normalizer, network])))
    let model = folder.path + "/pipeline.mlmodel"
    try Data(ModelDocument(pipeline).bytes).write(to: URL(filePath: model))
    let rows = try SampleHistory.write("x,y\n-4,1\n-2,1\n-1,1\n-3,1\n", as: "n.csv", in: folder)
    func errorBefore(_ options: String...) throws -> Double? {
      let update = try program.start(
        ["update", "--json", "--force", "-m", model, "-o", folder.path + "/New.mlmodel", rows]
          + options
      ).ending()
      #expect(update.status == 0, "\(update.errors)")
      let json = try JSONSerialization.jsonObject(with: Data(update.output.utf8))
      return (json as? [String: Any])?["errorBefore"] as? Double
    }
    #expect(try errorBefore() == 2)
    #expect(try errorBefore("--reading", "largest-norm=number") == 0)
  }

  @Test func neighborsAreComparedByWrongClasses() throws {
    let rows = (0..<20).map { row in
      let x = Double(row) / 8
      return "\(x),\(x),\(-x),\(row < 10 ? 3 : 7)\n"
    }
    let (text, json) = try update(
      "updatable/update-knn-from-empty", "input.0,input.1,input.2,label\n" + rows.joined())
    #expect(text.contains("Added 16 rows to the samples."))
    #expect(json["measure"] as? String == "errorRate")
    #expect(json["errorBefore"] as? Double == 1)
    #expect((json["accuracyAfter"] as? Double ?? 0) > 0.5)
  }

  @Test func linearRegressorsBecomeNetworks() throws {
    // The model of the case, with another constant and a heavier third input.
    let inputs = try String(
      contentsOfFile: "\(Self.models)/glm-regressor-scalars/inputs.jsonl", encoding: .utf8)
    let answers = try String(
      contentsOfFile: "\(Self.models)/glm-regressor-scalars/expected.jsonl", encoding: .utf8)
    let rows = try zip(inputs.split(separator: "\n"), answers.split(separator: "\n")).map {
      let input = try JSONDecoder().decode([String: Double].self, from: Data($0.utf8))
      let answer = try JSONDecoder().decode([String: Double].self, from: Data($1.utf8))
      let cells = ["zeta", "alpha", "mid", "Beta"].map { "\(input[$0] ?? 0)" }
      let target = (answer["y"] ?? 0) + 3 + (input["mid"] ?? 0) / 2
      return cells.joined(separator: ",") + ",\(target)\n"
    }
    let (text, json) = try update(
      "glm-regressor-scalars", "zeta,alpha,mid,Beta,y\n" + rows.joined())
    #expect(text.hasSuffix("The linear regressor became the neural network that it is equal to.\n"))
    #expect(json["became"] as? String == "neuralNetworkRegressor")
    let after = try #require(json["errorAfter"] as? Double)
    #expect(after < (json["errorBefore"] as? Double ?? 0) / 2)
  }
}
