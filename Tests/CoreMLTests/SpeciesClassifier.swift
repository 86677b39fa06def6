// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry, BeginDocumentationCommentWithOneLineSummary

import CoreML

// Classes in the form that Xcode generates for a classifier of an array, written for the case
// `update-classifier-strings`, with availability, force and all.

/// Model Prediction Input Type
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
class SpeciesClassifierInput: MLFeatureProvider {

  /// x as 4 element vector of doubles
  var x: MLMultiArray

  var featureNames: Set<String> {
    get {
      ["x"]
    }
  }

  func featureValue(for featureName: String) -> MLFeatureValue? {
    if featureName == "x" {
      return MLFeatureValue(multiArray: x)
    }
    return nil
  }

  init(x: MLMultiArray) {
    self.x = x
  }

  convenience init(x: MLShapedArray<Double>) {
    self.init(x: MLMultiArray(x))
  }
}

/// Model Prediction Output Type
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
class SpeciesClassifierOutput: MLFeatureProvider {

  /// Source provided by CoreML
  private let provider: MLFeatureProvider

  /// label as string value
  var label: String {
    self.provider.featureValue(for: "label")!.stringValue
  }

  /// probability as dictionary of strings to doubles
  var probability: [String: Double] {
    self.provider.featureValue(for: "probability")!.dictionaryValue as! [String: Double]
  }

  var featureNames: Set<String> {
    self.provider.featureNames
  }

  func featureValue(for featureName: String) -> MLFeatureValue? {
    self.provider.featureValue(for: featureName)
  }

  init(label: String, probability: [String: Double]) {
    self.provider = try! MLDictionaryFeatureProvider(dictionary: [
      "label": MLFeatureValue(string: label),
      "probability": MLFeatureValue(dictionary: probability as [AnyHashable: NSNumber]),
    ])
  }

  init(features: MLFeatureProvider) {
    self.provider = features
  }
}

/// Class for model loading and prediction
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
class SpeciesClassifier {
  let model: MLModel

  /// URL of model assuming it was installed in the same bundle as this class
  class var urlOfModelInThisBundle: URL {
    let bundle = Bundle(for: self)
    return bundle.url(forResource: "SpeciesClassifier", withExtension: "mlmodelc")!
  }

  init(model: MLModel) {
    self.model = model
  }

  convenience init(configuration: MLModelConfiguration = MLModelConfiguration()) throws {
    try self.init(
      contentsOf: type(of: self).urlOfModelInThisBundle, configuration: configuration)
  }

  convenience init(contentsOf modelURL: URL) throws {
    try self.init(model: MLModel(contentsOf: modelURL))
  }

  convenience init(contentsOf modelURL: URL, configuration: MLModelConfiguration) throws {
    try self.init(model: MLModel(contentsOf: modelURL, configuration: configuration))
  }

  class func load(
    configuration: MLModelConfiguration = MLModelConfiguration(),
    completionHandler handler: @escaping (Swift.Result<SpeciesClassifier, Error>) -> Void
  ) {
    self.load(
      contentsOf: self.urlOfModelInThisBundle, configuration: configuration,
      completionHandler: handler)
  }

  class func load(
    configuration: MLModelConfiguration = MLModelConfiguration()
  ) async throws -> SpeciesClassifier {
    try await self.load(
      contentsOf: self.urlOfModelInThisBundle, configuration: configuration)
  }

  class func load(
    contentsOf modelURL: URL, configuration: MLModelConfiguration = MLModelConfiguration(),
    completionHandler handler: @escaping (Swift.Result<SpeciesClassifier, Error>) -> Void
  ) {
    MLModel.load(contentsOf: modelURL, configuration: configuration) { result in
      switch result {
      case .failure(let error):
        handler(.failure(error))
      case .success(let model):
        handler(.success(SpeciesClassifier(model: model)))
      }
    }
  }

  class func load(
    contentsOf modelURL: URL, configuration: MLModelConfiguration = MLModelConfiguration()
  ) async throws -> SpeciesClassifier {
    let model = try await MLModel.load(contentsOf: modelURL, configuration: configuration)
    return SpeciesClassifier(model: model)
  }

  func prediction(
    input: SpeciesClassifierInput, options: MLPredictionOptions = MLPredictionOptions()
  ) throws -> SpeciesClassifierOutput {
    let outFeatures = try model.prediction(from: input, options: options)
    return SpeciesClassifierOutput(features: outFeatures)
  }

  func prediction(x: MLShapedArray<Double>) throws -> SpeciesClassifierOutput {
    let input_ = SpeciesClassifierInput(x: x)
    return try self.prediction(input: input_)
  }

  func predictions(
    inputs: [SpeciesClassifierInput], options: MLPredictionOptions = MLPredictionOptions()
  ) throws -> [SpeciesClassifierOutput] {
    let batchIn = MLArrayBatchProvider(array: inputs)
    let batchOut = try model.predictions(from: batchIn, options: options)
    var results: [SpeciesClassifierOutput] = []
    results.reserveCapacity(inputs.count)
    for i in 0..<batchOut.count {
      let outProvider = batchOut.features(at: i)
      let result = SpeciesClassifierOutput(features: outProvider)
      results.append(result)
    }
    return results
  }
}

/// Model Update Input Type
@available(macOS 12.0, iOS 15.0, tvOS 15.0, visionOS 1.0, *)
class SpeciesClassifierTrainingInput: MLFeatureProvider {
  var x: MLMultiArray
  var label: String

  var featureNames: Set<String> { ["x", "label"] }

  func featureValue(for featureName: String) -> MLFeatureValue? {
    if featureName == "x" {
      return MLFeatureValue(multiArray: x)
    }
    if featureName == "label" {
      return MLFeatureValue(string: label)
    }
    return nil
  }

  init(x: MLMultiArray, label: String) {
    self.x = x
    self.label = label
  }
}
