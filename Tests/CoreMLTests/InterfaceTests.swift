import CoreML
import Testing

/// What docs/api.md calls the same is used here as code for Apple's systems uses it.
@Suite struct InterfaceTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Every name in a row of docs/api.md that ends in "same" stands somewhere in these tests.
  @Test func theTableListsWhatIsUsedHere() throws {
    let source = try ["", "+Values", "+ShapedArrays"]
      .map { try Self.text("Tests/CoreMLTests/InterfaceTests\($0).swift") }.joined()
    var names = 0
    for line in try Self.text("docs/api.md").split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 2, cells[1].hasPrefix("same") else { continue }
      for (index, name) in cells[0].split(separator: "`").enumerated()
      where cells[0].hasPrefix("`") == index.isMultiple(of: 2) {
        for part in name.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" })
        where part != "_" && part != "init" {
          names += 1
          let isUsed = source.contains(part)
          #expect(isUsed, "\(part) of \(name)")
        }
      }
    }
    #expect(names > 300)
  }

  /// Every public name of the library stands in docs/api.md.
  @Test func theTableHasEveryPublicName() throws {
    let declaration =
      /public (?:(?:final|class|static|mutating|convenience|override|nonisolated\(\w+\)|private\(set\)) )*(?:func|var|let|class|struct|enum|protocol) `?(\w+)/
    let table = try Self.text("docs/api.md")
    let words = Set(table.split(whereSeparator: { !$0.isLetter && !$0.isNumber }))
    // What protocols of the standard library ask for is listed as the protocol.
    let plumbing: Set<Substring> = ["encode", "supportsSecureCoding"]
    let folder = Self.root.appendingPathComponent("Sources/TabularML")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var names: Set<Substring> = []
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      let source = try String(contentsOf: file, encoding: .utf8)
      for match in source.matches(of: declaration) { names.insert(match.output.1) }
    }
    #expect(names.count > 150)
    for name in names.subtracting(plumbing).subtracting(words).sorted() {
      Issue.record("\(name) is not in docs/api.md")
    }
  }

  private func compiled(_ name: String) throws -> URL {
    try MLModel.compileModel(
      at: Self.root.appendingPathComponent("Tests/Cases/models/\(name)/model.mlmodel"))
  }

  @Test func models() async throws {
    let file = Self.root.appendingPathComponent("Tests/Cases/models/updatable/update-linear")
      .appendingPathComponent("model.mlmodel")
    let url: URL = try await MLModel.compileModel(at: file)
    defer { try? FileManager.default.removeItem(at: url) }
    let configuration = MLModelConfiguration()
    configuration.computeUnits = .cpuOnly
    configuration.parameters = [.learningRate: 0.1]
    configuration.functionName = nil
    configuration.modelDisplayName = "line"
    configuration.allowLowPrecisionAccumulationOnGPU = false
    var hints = MLOptimizationHints()
    #expect(hints.reshapeFrequency == MLOptimizationHints.ReshapeFrequency.frequent)
    #expect(hints.specializationStrategy == MLOptimizationHints.SpecializationStrategy.default)
    hints.specializationStrategy = .fastPrediction
    configuration.optimizationHints = hints
    let another = try #require(configuration.copy(with: nil) as? MLModelConfiguration)
    #expect(another.optimizationHints == hints && another !== configuration)
    let all: [MLComputeUnits] = [.cpuOnly, .cpuAndGPU, .all, .cpuAndNeuralEngine]
    #expect(all.map(\.rawValue) == [0, 1, 2, 3])

    let plain = try MLModel(contentsOf: url)
    let configured = try MLModel(contentsOf: url, configuration: configuration)
    let loaded = try await MLModel.load(contentsOf: url, configuration: configuration)
    let asset = try MLModelAsset(specification: Data(contentsOf: file))
    let fromAsset = try await MLModel.load(asset: asset, configuration: configuration)
    let handled: MLModel = try await withCheckedThrowingContinuation { done in
      MLModel.load(contentsOf: url, configuration: MLModelConfiguration()) { result in
        done.resume(with: result)
      }
    }
    #expect(configured.configuration.modelDisplayName == "line")
    #expect(try plain.parameterValue(for: MLParameterKey.learningRate) is NSNumber)
    #expect(
      try configured.parameterValue(
        for: MLParameterKey.weights.scoped(to: Self.layer)) is MLMultiArray)
    for device in MLModel.availableComputeDevices {
      guard case .cpu(let cpu) = device else {
        Issue.record("not a CPU")
        continue
      }
      let processor: MLCPUComputeDevice = cpu
      let _: any MLComputeDeviceProtocol = processor
    }
    #expect(Set(MLComputeDevice.allComputeDevices) == Set(MLModel.availableComputeDevices))
    #expect(!MLComputeDevice.allComputeDevices[0].description.isEmpty)

    let options = MLPredictionOptions()
    options.usesCPUOnly = true
    let row = try MLDictionaryFeatureProvider(dictionary: [
      "x": MLFeatureValue(shapedArray: MLShapedArray<Double>(repeating: 0.5, shape: [4]))
    ])
    let rows = MLArrayBatchProvider(array: [row, row])
    for model in [plain, configured, loaded, fromAsset, handled] {
      let description: MLModelDescription = model.modelDescription
      #expect(description.isUpdatable)
      let answers: any MLBatchProvider = try model.predictions(from: rows, options: options)
      #expect(try model.predictions(fromBatch: rows).count == answers.count)
      let answer: any MLFeatureProvider = try await model.prediction(from: row, options: options)
      #expect(answer.featureNames == ["y"])
      #expect(answers.features(at: 1).featureValue(for: "y") == answer.featureValue(for: "y"))
    }
    let writable: any MLWritable = plain
    let copy = url.deletingLastPathComponent().appendingPathComponent(
      UUID().uuidString + ".mlmodelc")
    try writable.write(to: copy)
    try FileManager.default.removeItem(at: copy)
  }

  private static let layer = "dense1"

  @Test func assets() async throws {
    let url = try compiled("updatable/update-linear")
    defer { try? FileManager.default.removeItem(at: url) }
    let asset = try MLModelAsset(url: url)
    let description: MLModelDescription = try await asset.modelDescription
    #expect(description.isUpdatable)
    #expect(try await asset.functionNames == [String]())
    await #expect(throws: MLModelError.self) { try await asset.modelDescription(of: "main") }
    asset.modelDescription { (_: MLModelDescription?, _: (any Error)?) in }
    asset.functionNames { (_: [String]?, _: (any Error)?) in }
    asset.functionNames(completionHandler: { names, error in #expect(names == [] && error == nil) })
    asset.modelDescription(
      ofFunctionNamed: "main", completionHandler: { _, error in #expect(error != nil) })
    MLModel.load(asset, configuration: MLModelConfiguration()) { (model: MLModel?, _) in
      #expect(model != nil)
    }
    #expect(throws: MLModelError.self) {
      try MLModelAsset(specification: Data([1, 2]), blobMapping: [url: Data()])
    }
  }

  @Test func synchronousPrediction() throws {
    let url = try compiled("updatable/update-linear")
    defer { try? FileManager.default.removeItem(at: url) }
    let model = try MLModel(contentsOf: url)
    let row = try MLDictionaryFeatureProvider(dictionary: [
      "x": MLMultiArray(shape: [4], dataType: .double)
    ])
    let one = try model.prediction(from: row).featureValue(for: "y")
    let options = MLPredictionOptions()
    let backing = try MLMultiArray(shape: [1], dataType: .double)
    options.outputBackings = ["y": backing]
    let answer = try model.prediction(from: row, options: options).featureValue(for: "y")
    #expect(answer?.multiArrayValue === backing && backing[0] == one?.multiArrayValue?[0])
  }

  @Test func errors() {
    let error = MLModelError(.io)
    #expect(MLModelErrorDomain == (error as NSError).domain)
    do { throw error } catch MLModelError.io {} catch { Issue.record("\(error)") }
    let codes: [MLModelError.Code] = [
      .generic, .featureType, .io, .customLayer, .customModel, .update, .parameters,
      .modelDecryptionKeyFetch, .modelDecryption, .modelCollection, .predictionCancelled,
    ]
    #expect(codes.map(\.rawValue) == [0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    let told = MLModelError(.update, userInfo: [NSLocalizedDescriptionKey: "no rows"])
    #expect(told.localizedDescription == "no rows" && told.code == .update)
    #expect(told.userInfo.count == 1 && told.errorCode == 6 && told.errorUserInfo.count == 1)
    #expect(MLModelError.errorDomain == MLModelErrorDomain)
  }

  @Test func descriptions() throws {
    let url = try compiled("updatable/update-classifier-strings")
    defer { try? FileManager.default.removeItem(at: url) }
    let description = try MLModel(contentsOf: url).modelDescription
    #expect(description.inputDescriptionsByName.count == 1)
    #expect(description.outputDescriptionsByName.count == 2)
    #expect(description.trainingInputDescriptionsByName.count == 2)
    #expect(description.stateDescriptionsByName.isEmpty)
    #expect(description.predictedFeatureName == "label")
    #expect(description.predictedProbabilitiesName != nil)
    #expect(description.classLabels is [String])
    let author = description.metadata[MLModelMetadataKey.author]
    #expect(author is String)
    let keys: [MLModelMetadataKey] = [.description, .versionString, .license, .creatorDefinedKey]
    #expect(keys.allSatisfy { description.metadata[$0] != nil && $0.rawValue.hasPrefix("MLModel") })

    let input: MLFeatureDescription = try #require(description.inputDescriptionsByName["x"])
    #expect(input.name == "x" && input.type == MLFeatureType.multiArray && !input.isOptional)
    #expect(!input.isAllowedValue(MLFeatureValue(double: 1)))
    #expect(input.dictionaryConstraint == nil && input.sequenceConstraint == nil)
    #expect(input.copy(with: nil) as? MLFeatureDescription == input)
    let constraint: MLMultiArrayConstraint = try #require(input.multiArrayConstraint)
    #expect(constraint.shape.count == 1)
    let _: MLMultiArrayDataType = constraint.dataType
    let shapes: MLMultiArrayShapeConstraint = constraint.shapeConstraint
    #expect(shapes.type == MLMultiArrayShapeConstraintType.enumerated)
    #expect(shapes.enumeratedShapes.count == 1)
    #expect(shapes.sizeRangeForDimension.count == 1)
    let probabilities = description.predictedProbabilitiesName.flatMap {
      description.outputDescriptionsByName[$0]
    }
    let classes: MLDictionaryConstraint? = probabilities?.dictionaryConstraint
    #expect(classes?.keyType == .string)
    let sequence: MLSequenceConstraint? = input.sequenceConstraint
    #expect(sequence?.valueDescription == nil && sequence?.countRange == nil)

    let parameter: MLParameterDescription = try #require(
      description.parameterDescriptionsByKey[.learningRate])
    #expect(parameter.key == MLParameterKey.learningRate && parameter.defaultValue is NSNumber)
    let numbers: MLNumericConstraint? = parameter.numericConstraint
    if let numbers {
      #expect(numbers.minNumber.doubleValue <= numbers.maxNumber.doubleValue)
      #expect(numbers.enumeratedNumbers == nil)
    }
  }

  @Test func updates() async throws {
    let url = try compiled("updatable/update-linear")
    defer { try? FileManager.default.removeItem(at: url) }
    let rows = MLArrayBatchProvider(array: [])
    let keys: [MLMetricKey] = [.lossValue, .epochIndex, .miniBatchIndex]
    #expect(Set(keys).count == 3)
    let parameters: [MLParameterKey] = [
      .learningRate, .momentum, .miniBatchSize, .beta1, .beta2, .eps, .epochs, .shuffle, .seed,
      .numberOfNeighbors, .weights, .biases, .linkedModelFileName, .linkedModelSearchPath,
    ]
    #expect(Set(parameters.map(\.name)).count == 14 && parameters[0].scope == nil)
    let states: [MLTaskState] = [.suspended, .running, .cancelling, .completed, .failed]
    #expect(states.map(\.rawValue) == [1, 2, 3, 4, 5])
    let failed: String? = try await withCheckedThrowingContinuation { done in
      do {
        let task = try MLUpdateTask(
          forModelAt: url, trainingData: rows, configuration: MLModelConfiguration(),
          progressHandlers: MLUpdateProgressHandlers(
            forEvents: [.trainingBegin, .epochEnd, .miniBatchEnd] as MLUpdateProgressEvent,
            progressHandler: nil,
            completionHandler: { (context: MLUpdateContext) in
              _ = (context.model, context.event, context.metrics, context.parameters)
              let task: MLTask = context.task
              #expect(task.state == .failed)
              done.resume(returning: task.error?.localizedDescription)
            }))
        #expect(!task.taskIdentifier.isEmpty && task.state == .suspended)
        task.resume(withParameters: [.learningRate: 0.5])
        task.resume()
      } catch { done.resume(throwing: error) }
    }
    #expect(failed != nil)
    let others = [
      try MLUpdateTask(forModelAt: url, trainingData: rows, completionHandler: { _ in }),
      try MLUpdateTask(
        forModelAt: url, trainingData: rows, configuration: nil, completionHandler: { _ in }),
      try MLUpdateTask(
        forModelAt: url, trainingData: rows,
        progressHandlers: MLUpdateProgressHandlers(
          forEvents: [], progressHandler: nil, completionHandler: { _ in })),
    ]
    for task in others { task.cancel() }
  }
}
