@preconcurrency import CoreML

/// A model shared by many tasks, as code for Apple's systems does it since values can be sent.
actor LapService {
  private let model: MLModel
  private(set) var answered = 0

  init(modelAt url: URL, function: String? = nil) async throws {
    let asset = try MLModelAsset(url: url)
    let configuration = MLModelConfiguration()
    configuration.computeUnits = .cpuAndNeuralEngine
    configuration.optimizationHints.reshapeFrequency = .infrequent
    if let function, try await asset.functionNames.contains(function) {
      configuration.functionName = function
    }
    model = try await MLModel.load(asset: asset, configuration: configuration)
  }

  func answer(
    to inputs: [String: MLSendableFeatureValue]
  ) async throws -> [String: MLSendableFeatureValue] {
    let provider = try MLDictionaryFeatureProvider(
      dictionary: inputs.mapValues { MLFeatureValue($0) })
    let output = try await model.prediction(from: provider, options: MLPredictionOptions())
    answered += 1
    return Dictionary(
      uniqueKeysWithValues: output.featureNames.compactMap { name in
        output.featureValue(for: name).flatMap(MLSendableFeatureValue.init).map { (name, $0) }
      })
  }

  nonisolated func answers(
    to rows: [[String: MLSendableFeatureValue]]
  ) async throws -> [[String: MLSendableFeatureValue]] {
    try await withThrowingTaskGroup(of: (Int, [String: MLSendableFeatureValue]).self) { group in
      for (index, row) in rows.enumerated() {
        group.addTask { (index, try await self.answer(to: row)) }
      }
      var answers = [[String: MLSendableFeatureValue]](repeating: [:], count: rows.count)
      for try await (index, answer) in group { answers[index] = answer }
      return answers
    }
  }
}

/// What an inspector of models shows, a line for each feature and parameter.
enum ModelInspector {
  static func lines(of description: MLModelDescription) -> [String] {
    let inputs = description.inputDescriptionsByName.sorted { $0.key < $1.key }
    var lines = inputs.map { "\($0.key)\($0.value.isOptional ? "?" : ""): \(kind($0.value))" }
    for (key, parameter) in description.parameterDescriptionsByKey.sorted(by: {
      $0.key.name < $1.key.name
    }) {
      var line = "\(key.name) = \(parameter.defaultValue)"
      if let numbers = parameter.numericConstraint {
        if let allowed = numbers.enumeratedNumbers {
          line += " of \(allowed.map(\.intValue).sorted())"
        } else {
          line += " in \(numbers.minNumber)...\(numbers.maxNumber)"
        }
      }
      lines.append(line)
    }
    if let author = description.metadata[.author] as? String, !author.isEmpty {
      lines.append("by \(author)")
    }
    return lines
  }

  private static func kind(_ feature: MLFeatureDescription) -> String {
    switch feature.type {
    case .int64: return "integer"
    case .double: return "number"
    case .string: return "text"
    case .multiArray:
      guard let constraint = feature.multiArrayConstraint else { return "array" }
      let shape = constraint.shape.map { $0.stringValue }.joined(separator: "x")
      switch constraint.shapeConstraint.type {
      case .unspecified: return "any array"
      case .enumerated: return "array \(shape)"
      case .range:
        let ranges = constraint.shapeConstraint.sizeRangeForDimension.map(\.rangeValue)
        return "array \(ranges.map { "\($0.lowerBound)..<\($0.upperBound)" })"
      @unknown default: return "array"
      }
    case .dictionary:
      return feature.dictionaryConstraint?.keyType == .string ? "by text" : "by integer"
    case .sequence: return "at most \(feature.sequenceConstraint?.countRange.upperBound ?? 0)"
    case .image, .state, .invalid: return "not for tables"
    @unknown default: return "unknown"
    }
  }
}

/// Rows that wait on disk until there are enough of them for an update.
struct SampleDrawer {
  let file: URL

  func add(_ sample: MLDictionaryFeatureProvider) throws {
    var samples = try self.samples()
    samples.append(sample)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: NSArray(array: samples), requiringSecureCoding: true)
    try data.write(to: file, options: .atomic)
  }

  func samples() throws -> [MLDictionaryFeatureProvider] {
    guard let data = try? Data(contentsOf: file) else { return [] }
    let classes = [NSArray.self, MLDictionaryFeatureProvider.self]
    let archived = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
    return archived as? [MLDictionaryFeatureProvider] ?? []
  }

  func batch() throws -> MLBatchProvider { MLArrayBatchProvider(array: try samples()) }
}

extension MLUpdateTask {
  /// The losses of an update as they come; the stream ends with it, and ending the stream cancels it.
  static func losses(
    ofUpdating url: URL, with batch: MLBatchProvider, savingTo saved: URL
  ) -> AsyncThrowingStream<Double, Error> {
    AsyncThrowingStream { continuation in
      let handlers = MLUpdateProgressHandlers(forEvents: [.epochEnd]) { context in
        if let loss = context.metrics[.lossValue] as? Double { continuation.yield(loss) }
        if let epoch = context.metrics[.epochIndex] as? Int64, epoch == 1 {
          let rate = context.parameters[.learningRate] as? Double ?? 0
          context.task.resume(withParameters: [.learningRate: rate / 2])
        }
      } completionHandler: { context in
        guard context.task.state == .completed else {
          return continuation.finish(throwing: context.task.error)
        }
        do {
          try context.model.write(to: saved)
          continuation.finish()
        } catch { continuation.finish(throwing: error) }
      }
      do {
        let task = try MLUpdateTask(
          forModelAt: url, trainingData: batch, configuration: nil, progressHandlers: handlers)
        continuation.onTermination = { reason in
          if case .cancelled = reason { task.cancel() }
        }
        task.resume()
      } catch { continuation.finish(throwing: error) }
    }
  }
}
