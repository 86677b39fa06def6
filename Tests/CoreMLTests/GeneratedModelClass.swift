import CoreML

// The classes below have the form that Xcode generates for a model, written for the case
// `update-pipeline`. They say only `import CoreML`, and compile here as they do for an iPhone.

/// Model input.
class FinishTimeInput: MLFeatureProvider {
  var course: String
  var km: Double
  var age: Int64

  var featureNames: Set<String> { ["course", "km", "age"] }

  func featureValue(for featureName: String) -> MLFeatureValue? {
    if featureName == "course" { return MLFeatureValue(string: course) }
    if featureName == "km" { return MLFeatureValue(double: km) }
    if featureName == "age" { return MLFeatureValue(int64: age) }
    return nil
  }

  init(course: String, km: Double, age: Int64) {
    self.course = course
    self.km = km
    self.age = age
  }
}

/// Model output.
class FinishTimeOutput: MLFeatureProvider {
  private let provider: MLFeatureProvider

  var hours: MLMultiArray {
    // swift-format-ignore: NeverForceUnwrap
    // Xcode's generated code does so.
    provider.featureValue(for: "hours")!.multiArrayValue!
  }

  var featureNames: Set<String> { provider.featureNames }

  func featureValue(for featureName: String) -> MLFeatureValue? {
    provider.featureValue(for: featureName)
  }

  init(hours: MLMultiArray) {
    // swift-format-ignore: NeverUseForceTry
    // Xcode's generated code does so.
    self.provider = try! MLDictionaryFeatureProvider(dictionary: [
      "hours": MLFeatureValue(multiArray: hours)
    ])
  }

  init(features: MLFeatureProvider) {
    self.provider = features
  }
}

/// Class for model loading and prediction.
class FinishTime {
  let model: MLModel

  init(model: MLModel) {
    self.model = model
  }

  convenience init(contentsOf modelURL: URL) throws {
    try self.init(model: MLModel(contentsOf: modelURL))
  }

  convenience init(contentsOf modelURL: URL, configuration: MLModelConfiguration) throws {
    try self.init(model: MLModel(contentsOf: modelURL, configuration: configuration))
  }

  class func load(
    contentsOf modelURL: URL, configuration: MLModelConfiguration = MLModelConfiguration(),
    completionHandler handler: @escaping (Swift.Result<FinishTime, Error>) -> Void
  ) {
    MLModel.load(contentsOf: modelURL, configuration: configuration) { result in
      switch result {
      case .failure(let error):
        handler(.failure(error))
      case .success(let model):
        handler(.success(FinishTime(model: model)))
      }
    }
  }

  class func load(
    contentsOf modelURL: URL, configuration: MLModelConfiguration = MLModelConfiguration()
  ) async throws -> FinishTime {
    let model = try await MLModel.load(contentsOf: modelURL, configuration: configuration)
    return FinishTime(model: model)
  }

  func prediction(input: FinishTimeInput) throws -> FinishTimeOutput {
    try prediction(input: input, options: MLPredictionOptions())
  }

  func prediction(input: FinishTimeInput, options: MLPredictionOptions) throws -> FinishTimeOutput {
    let outFeatures = try model.prediction(from: input, options: options)
    return FinishTimeOutput(features: outFeatures)
  }

  func prediction(
    input: FinishTimeInput, options: MLPredictionOptions = MLPredictionOptions()
  ) async throws -> FinishTimeOutput {
    let outFeatures = try await model.prediction(from: input, options: options)
    return FinishTimeOutput(features: outFeatures)
  }

  func prediction(course: String, km: Double, age: Int64) throws -> FinishTimeOutput {
    let input_ = FinishTimeInput(course: course, km: km, age: age)
    return try prediction(input: input_)
  }

  func predictions(
    inputs: [FinishTimeInput], options: MLPredictionOptions = MLPredictionOptions()
  ) throws -> [FinishTimeOutput] {
    let batchIn = MLArrayBatchProvider(array: inputs)
    let batchOut = try model.predictions(from: batchIn, options: options)
    var results: [FinishTimeOutput] = []
    results.reserveCapacity(inputs.count)
    for i in 0..<batchOut.count {
      let outProvider = batchOut.features(at: i)
      let result = FinishTimeOutput(features: outProvider)
      results.append(result)
    }
    return results
  }
}
