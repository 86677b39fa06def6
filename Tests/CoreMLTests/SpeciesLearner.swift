import CoreML

/// Keeps the classifier of an app and what the user has taught it, as apps do it.
final class SpeciesLearner: @unchecked Sendable {
  private var currentModel: SpeciesClassifier?
  private let defaultModelURL: URL
  private let updatedModelURL: URL
  private let tempUpdatedModelURL: URL
  private let queue = DispatchQueue(label: "learning")

  static let appDirectory = FileManager.default.urls(
    for: .applicationSupportDirectory, in: .userDomainMask
  ).first

  private(set) var progress: [Double] = []
  private(set) var began = 0

  init(defaultModelURL: URL, directory: URL) {
    self.defaultModelURL = defaultModelURL
    updatedModelURL = directory.appendingPathComponent("personalized.mlmodelc")
    tempUpdatedModelURL = directory.appendingPathComponent("personalized_tmp.mlmodelc")
  }

  var hasUpdatedModel: Bool { FileManager.default.fileExists(atPath: updatedModelURL.path) }

  func loadModel() throws {
    let url = hasUpdatedModel ? updatedModelURL : defaultModelURL
    guard let model = try? SpeciesClassifier(contentsOf: url) else {
      throw CocoaError(.fileNoSuchFile)
    }
    currentModel = model
  }

  /// The most probable names, best first.
  func guesses(for numbers: [Double], count: Int = 2) -> [(name: String, percent: Int)] {
    guard let model = currentModel, let x = try? MLMultiArray(shape: [4], dataType: .double) else {
      return []
    }
    for (index, number) in numbers.enumerated() {
      x[index] = NSNumber(value: number)
    }
    guard let output = try? model.prediction(input: SpeciesClassifierInput(x: x)) else { return [] }
    return output.probability
      .sorted { $0.value > $1.value }
      .prefix(count)
      .map { (name: $0.key, percent: Int(($0.value * 100).rounded())) }
  }

  func updateModel(
    with samples: [(numbers: [Double], label: String)],
    completionHandler: @escaping @Sendable (Result<Double, Error>) -> Void
  ) {
    let usingUpdatedModel = hasUpdatedModel
    let currentModelURL = usingUpdatedModel ? updatedModelURL : defaultModelURL
    let handlers = MLUpdateProgressHandlers(
      forEvents: [.trainingBegin, .miniBatchEnd, .epochEnd],
      progressHandler: { [weak self] context in
        switch context.event {
        case .trainingBegin:
          self?.began += 1
        case .epochEnd:
          guard let loss = context.metrics[.lossValue] as? Double else { return }
          self?.progress.append(loss)
        case .miniBatchEnd:
          break
        default:
          print("unknown event")
        }
      },
      completionHandler: { [weak self] context in
        guard let self else { return }
        if let error = context.task.error {
          completionHandler(.failure(error))
          return
        }
        do {
          try self.saveUpdatedModel(context)
          try self.loadModel()
          let loss = context.metrics[.lossValue] as? Double ?? .nan
          DispatchQueue.main.async { completionHandler(.success(loss)) }
        } catch {
          completionHandler(.failure(error))
        }
      })
    queue.async {
      do {
        let trainingData = try self.batchProvider(for: samples)
        let configuration = MLModelConfiguration()
        configuration.parameters = [.epochs: 12, MLParameterKey.learningRate: 0.1]
        let updateTask = try MLUpdateTask(
          forModelAt: currentModelURL, trainingData: trainingData, configuration: configuration,
          progressHandlers: handlers)
        updateTask.resume()
      } catch {
        completionHandler(.failure(error))
      }
    }
  }

  private func batchProvider(
    for samples: [(numbers: [Double], label: String)]
  ) throws -> MLBatchProvider {
    var providers = [MLFeatureProvider]()
    for sample in samples {
      let x = try MLMultiArray(shape: [NSNumber(value: sample.numbers.count)], dataType: .double)
      for i in 0..<x.count { x[[i] as [NSNumber]] = NSNumber(value: sample.numbers[i]) }
      let dataPointValues: [String: Any] = ["x": x, "label": sample.label]
      providers.append(try MLDictionaryFeatureProvider(dictionary: dataPointValues))
    }
    return MLArrayBatchProvider(array: providers)
  }

  private func saveUpdatedModel(_ updateContext: MLUpdateContext) throws {
    let updatedModel = updateContext.model
    let fileManager = FileManager.default
    // Write to a folder of its own first, then put it in the place of the old one.
    try fileManager.createDirectory(
      at: tempUpdatedModelURL, withIntermediateDirectories: true, attributes: nil)
    try updatedModel.write(to: tempUpdatedModelURL)
    _ = try fileManager.replaceItemAt(updatedModelURL, withItemAt: tempUpdatedModelURL)
  }

  func resetToDefault() throws {
    if hasUpdatedModel { try FileManager.default.removeItem(at: updatedModelURL) }
    try loadModel()
  }
}
