import CoreML
import Testing

/// What docs/api.md calls the same is used here as code for Apple's systems uses it.
@Suite struct InterfaceTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every name in a row of docs/api.md that ends in "same" stands somewhere in this file.
  @Test func theTableListsWhatIsUsedHere() throws {
    let table = try String(
      contentsOf: Self.root.appendingPathComponent("docs/api.md"), encoding: .utf8)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    var names = 0
    for line in table.split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 2, cells[1].hasPrefix("same") else { continue }
      for (index, name) in cells[0].split(separator: "`").enumerated()
      where cells[0].hasPrefix("`") == index.isMultiple(of: 2) {
        for part in name.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" })
        where part != "_" && part != "init" {
          names += 1
          #expect(source.contains(part), "\(part) of \(name)")
        }
      }
    }
    #expect(names > 150)
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
      let _: MLCPUComputeDevice = cpu
    }
    #expect(MLComputeDevice.allComputeDevices.count == 1)

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

  @Test func synchronousPrediction() throws {
    let url = try compiled("updatable/update-linear")
    defer { try? FileManager.default.removeItem(at: url) }
    let model = try MLModel(contentsOf: url)
    let row = try MLDictionaryFeatureProvider(dictionary: [
      "x": MLMultiArray(shape: [4], dataType: .double)
    ])
    let one = try model.prediction(from: row).featureValue(for: "y")
    #expect(
      try model.prediction(from: row, options: MLPredictionOptions()).featureValue(for: "y") == one)
  }

  @Test func errors() {
    let error = MLModelError(.io)
    #expect(MLModelErrorDomain == (error as NSError).domain)
    do { throw error } catch MLModelError.io {} catch { Issue.record("\(error)") }
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

    let input: MLFeatureDescription = try #require(description.inputDescriptionsByName["x"])
    #expect(input.name == "x" && input.type == MLFeatureType.multiArray && !input.isOptional)
    #expect(!input.isAllowedValue(MLFeatureValue(double: 1)))
    #expect(input.dictionaryConstraint == nil && input.sequenceConstraint == nil)
    let constraint: MLMultiArrayConstraint = try #require(input.multiArrayConstraint)
    #expect(constraint.shape.count == 1)
    let _: MLMultiArrayDataType = constraint.dataType
    let shapes: MLMultiArrayShapeConstraint = constraint.shapeConstraint
    #expect(shapes.type == .enumerated && shapes.enumeratedShapes.count == 1)
    #expect(shapes.sizeRangeForDimension.count == 1)
    let probabilities = description.predictedProbabilitiesName.flatMap {
      description.outputDescriptionsByName[$0]
    }
    let keys: MLDictionaryConstraint? = probabilities?.dictionaryConstraint
    #expect(keys?.keyType == .string)
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

  @Test func values() throws {
    #expect(MLFeatureValue(int64: 3).int64Value == 3)
    #expect(MLFeatureValue(double: 0.5).doubleValue == 0.5)
    #expect(MLFeatureValue(string: "a").stringValue == "a")
    let dictionary = try MLFeatureValue(dictionary: ["a": NSNumber(value: 1.5)])
    #expect(dictionary.dictionaryValue["a"] == NSNumber(value: 1.5))
    #expect(MLFeatureValue(undefined: .double).isUndefined)
    let texts = MLSequence(strings: ["a", "b"])
    #expect(MLFeatureValue(sequence: texts).sequenceValue?.stringValues == ["a", "b"])
    #expect(MLSequence(int64s: [NSNumber(value: 2)]).int64Values == [NSNumber(value: 2)])
    #expect(MLSequence(empty: .int64).type == .int64)
    let batch = try MLArrayBatchProvider(dictionary: ["x": [1.0, 2.0]])
    #expect(batch.count == 2)
  }

  @Test func multiArrays() throws {
    let array = try MLMultiArray(shape: [2, 3], dataType: .float32)
    array[4] = NSNumber(value: 7)
    #expect(array[[1, 1]] == NSNumber(value: 7))
    #expect(array.shape == [2, 3] && array.strides == [3, 1] && array.count == 6)
    #expect(array.dataType == .float32)
    array.withUnsafeMutableBytes { bytes, strides in
      #expect(bytes.count == 24 && strides == [3, 1])
    }
    array.withUnsafeMutableBufferPointer(ofType: Float.self) { numbers, _ in numbers[0] = 1 }
    #expect(array.withUnsafeBufferPointer(ofType: Float.self) { $0[0] } == 1)
    #expect(array.withUnsafeBytes { $0.count } == 24)
    let joined = MLMultiArray(concatenating: [array, array], axis: 0, dataType: .double)
    #expect(joined.shape == [4, 3])
    #expect(MLFeatureValue(multiArray: joined).multiArrayValue === joined)
    let memory = UnsafeMutablePointer<Double>.allocate(capacity: 2)
    memory.initialize(repeating: 4, count: 2)
    let wrapped = try MLMultiArray(
      dataPointer: memory, shape: [2], dataType: .double, strides: [1],
      deallocator: { $0.deallocate() })
    #expect(wrapped.dataPointer == UnsafeMutableRawPointer(memory))
  }

  @Test func shapedArrays() throws {
    var matrix = MLShapedArray<Float>(scalars: [1, 2, 3, 4, 5, 6], shape: [2, 3])
    matrix[scalarAt: 1, 2] = 7
    #expect(matrix[scalarAt: [1, 2]] == 7)
    var row: MLShapedArraySlice<Float> = matrix[0]
    #expect(row.scalars == [1, 2, 3] && row.shape == [3] && row[1].scalar == 2)
    row[scalarAt: 0] = 9
    #expect(matrix[scalarAt: 0, 0] == 1)
    matrix[0] = row
    #expect(matrix.scalars == [9, 2, 3, 4, 5, 7])
    #expect(matrix.scalarCount == 6 && !matrix.isScalar && matrix.strides == [3, 1])
    #expect(matrix.map(\.scalarCount) == [3, 3])
    #expect(matrix.reshaped(to: [3, 2])[scalarAt: 2, 1] == 7)
    #expect(MLShapedArray<Float>(MLMultiArray(matrix)) == matrix)
    #expect(MLShapedArray<Double>(converting: MLMultiArray(matrix)).scalars == [9, 2, 3, 4, 5, 7])
    let twice = MLShapedArray<Float>(concatenating: [matrix, matrix], alongAxis: 1)
    #expect(twice.shape == [2, 6] && twice[0].scalars == [9, 2, 3, 9, 2, 3])
    let value = MLFeatureValue(shapedArray: matrix)
    #expect(value.shapedArrayValue(of: Float.self) == matrix)
    #expect(value.shapedArrayValue(of: Double.self) == nil)
    #expect(MLShapedArray<Int32>(repeating: 2, shape: [2]).scalars == [2, 2])
    let bytes = withUnsafeBytes(of: Int32(5)) { Data($0) }
    #expect(MLShapedArray<Int32>(data: bytes, shape: [1]).scalars == [5])
    let filled = MLShapedArray<Double>(
      unsafeUninitializedShape: [2],
      initializingWith: { numbers, strides in
        #expect(strides == [1])
        numbers.initialize(repeating: 3)
      })
    #expect(sum(filled) == 6)
    matrix.withUnsafeMutableShapedBufferPointer { numbers, shape, _ in
      numbers[0] = Float(shape.count)
    }
    #expect(matrix[scalarAt: 0, 0] == 2)
    #expect(
      MLShapedArray<Float>(repeating: .nan, shape: []) != MLShapedArray(scalars: [0], shape: []))
  }

  @Test func partsOfShapedArrays() {
    var cube = MLShapedArray<Int32>(scalars: Array(0..<24), shape: [2, 3, 4])
    let part: MLShapedArraySlice<Int32> = cube[0..<2, 1, 2...]
    #expect(part.shape == [2, 1, 2] && part.scalars == [6, 7, 18, 19])
    #expect(cube[1, 2].scalars == [20, 21, 22, 23] && cube[1, 2].shape == [4])
    #expect(cube[1..<2].shape == [1, 3, 4] && cube[...].scalars == cube.scalars)
    #expect(cube[...0, ...1, 1...2].scalars == [1, 2, 5, 6])
    #expect(cube[..<1, ..<1, ..<1].scalars == [0])
    #expect(cube[[0..<1, 2..<3]].scalars == [8, 9, 10, 11])
    #expect(cube[0..<2][1..<2, 0..<1].scalars == [12, 13, 14, 15])
    #expect(cube[1..<1].scalarCount == 0)
    cube[0..<2, 0..<1, 3..<4] = MLShapedArraySlice(scalars: [-1, -2], shape: [2, 1, 1])
    #expect(cube[scalarAt: 0, 0, 3] == -1 && cube[scalarAt: 1, 0, 3] == -2)
    cube[1, 1] = MLShapedArraySlice(repeating: 5, shape: [4])
    #expect(cube.scalars[16..<20].allSatisfy { $0 == 5 } && cube.scalars[20] == 20)
    let whole: any MLShapedArrayRangeExpression = 1...
    #expect(whole.relative(toShapedArrayAxis: 0..<3) == 1..<3)

    let matrix = MLShapedArray<Int32>(scalars: Array(0..<6), shape: [2, 3])
    #expect(
      matrix.transposed().shape == [3, 2] && matrix.transposed().scalars == [0, 3, 1, 4, 2, 5])
    #expect(cube.transposed(permutation: [1, 0, 2])[scalarAt: 2, 1, 3] == cube[scalarAt: 1, 2, 3])
    #expect(matrix.expandingShape(at: 1).shape == [2, 1, 3])
    #expect(matrix.expandingShape(at: 1).squeezingShape() == matrix)
    #expect(MLShapedArray<Double>(identityMatrixOfSize: 2).scalars == [1, 0, 0, 1])
    var number = MLShapedArray<Float>(scalar: 3)
    number.fill(with: 4)
    #expect(number.scalar == 4)
  }

  @Test func sendableValues() async {
    let array = MLShapedArray<Float>(scalars: [1, 2], shape: [2])
    let values = [
      MLSendableFeatureValue(3), MLSendableFeatureValue(0.5), MLSendableFeatureValue("a"),
      MLSendableFeatureValue(["a", "b"]), MLSendableFeatureValue(["a": 1.5]),
      MLSendableFeatureValue([7: 1.5]), MLSendableFeatureValue(array),
      MLSendableFeatureValue(undefined: .double),
    ]
    let sent = await Task.detached { values }.value
    #expect(
      sent.map(\.type) == [
        .int64, .double, .string, .sequence, .dictionary, .dictionary, .multiArray, .double,
      ])
    #expect(sent[0].integerValue == 3 && sent[0].doubleValue == nil && sent[0].isScalar)
    #expect(sent[1].doubleValue == 0.5 && sent[1].floatValue == 0.5)
    #expect(sent[2].stringValue == "a" && sent[3].stringArrayValue == ["a", "b"])
    #expect(sent[4].stringDictionaryValue == ["a": 1.5])
    #expect(sent[5].integerDictionaryValue == [7: 1.5])
    #expect(sent[6].isShapedArray && sent[6].shapedArrayValue(of: Float.self) == array)
    #expect(sent[6].shapedArrayValue(of: Double.self) == nil && sent[7].isUndefined)
  }

  /// What may go from one task to another, as docs/api.md lists it.
  @Test func sendable() {
    func isSendable<Value: Sendable>(_ type: Value.Type) {}
    isSendable(MLModel.self)
    isSendable(MLModelAsset.self)
    isSendable(MLModelDescription.self)
    isSendable(MLFeatureDescription.self)
    isSendable(MLParameterDescription.self)
    isSendable(MLKey.self)
    isSendable(MLParameterKey.self)
    isSendable(MLMetricKey.self)
    isSendable(MLShapedArray<Float>.self)
    isSendable(MLShapedArraySlice<Float>.self)
    isSendable(MLSendableFeatureValue.self)
    isSendable(MLSequence.self)
    isSendable(MLTask.self)
    isSendable(MLUpdateTask.self)
    isSendable(MLUpdateContext.self)
    isSendable(MLUpdateProgressHandlers.self)
    isSendable(MLUpdateProgressEvent.self)
    isSendable(MLComputeDevice.self)
    isSendable(MLModelError.self)
  }

  private func sum<Shaped: MLShapedArrayProtocol>(_ array: Shaped) -> Double
  where Shaped.Scalar == Double {
    array.withUnsafeShapedBufferPointer { numbers, _, _ in numbers.reduce(0, +) }
  }

  @Test func updates() async throws {
    let url = try compiled("updatable/update-linear")
    defer { try? FileManager.default.removeItem(at: url) }
    let rows = MLArrayBatchProvider(array: [])
    let keys: [MLMetricKey] = [.lossValue, .epochIndex, .miniBatchIndex]
    #expect(Set(keys).count == 3)
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
