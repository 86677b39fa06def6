// When will this run end? A program as one would write it for an iPhone: it compiles a downloaded
// model at run time, prints what the model says about itself, and predicts from a provider class
// of its own.
//
//     swift run FinishTime data/RunDuration.mlmodel

import CoreML

/// The lap that a runner has just finished.
final class Lap: MLFeatureProvider {
  let course = "road"
  let distance = 10_000.0
  let lapNumber = 3.0
  let lapDistance = 1_000.0
  let cumDistance = 3_000.0
  let lapTime = 312.4
  let cumTime = 930.1

  var featureNames: Set<String> {
    ["course", "distance", "lapNumber", "lapDistance", "cumDistance", "lapTime", "cumTime"]
  }

  func featureValue(for featureName: String) -> MLFeatureValue? {
    switch featureName {
    case "course": MLFeatureValue(string: course)
    case "distance": MLFeatureValue(double: distance)
    case "lapNumber": MLFeatureValue(double: lapNumber)
    case "lapDistance": MLFeatureValue(double: lapDistance)
    case "cumDistance": MLFeatureValue(double: cumDistance)
    case "lapTime": MLFeatureValue(double: lapTime)
    case "cumTime": MLFeatureValue(double: cumTime)
    default: nil
    }
  }
}

let path = CommandLine.arguments.dropFirst().first ?? "data/RunDuration.mlmodel"
let compiled = try MLModel.compileModel(at: URL(fileURLWithPath: path))
defer { try? FileManager.default.removeItem(at: compiled) }

let model = try MLModel(contentsOf: compiled)
print(model.modelDescription)

let prediction = try model.prediction(from: Lap())
let seconds = prediction.featureValue(for: "duration")?.doubleValue ?? .nan
print("The run will take \(Int(seconds.rounded())) seconds.")
