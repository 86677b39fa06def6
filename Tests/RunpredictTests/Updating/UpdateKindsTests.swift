import Foundation
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
