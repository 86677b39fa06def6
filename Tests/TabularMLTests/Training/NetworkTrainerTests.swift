import ModelSpec
import Testing

@testable import TabularML

/// How a training runs, stops and fails.
@Suite struct NetworkTrainerTests {
  @Test func sameSeedGivesTheSameBits() throws {
    let rows = NetworkFixture.rows(23, inputs: 4, outputs: 2)
    let model = NetworkFixture.twoLayers(shuffle: true, seed: 5)
    let first = try trained(model, rows)
    #expect(try trained(model, rows) == first)
    #expect(try trained(NetworkFixture.twoLayers(shuffle: true, seed: 6), rows) != first)
    #expect(try trained(NetworkFixture.twoLayers(shuffle: false), rows) != first)
  }

  @Test func trainingsAtTheSameTimeGiveTheSameBits() async throws {
    let rows = NetworkFixture.rows(40, inputs: 4, outputs: 2)
    let model = NetworkFixture.twoLayers(shuffle: true, seed: 5)
    let alone = try trained(model, rows)
    let together = try await withThrowingTaskGroup(of: [LayerWeights].self) { group in
      for _ in 0..<8 { group.addTask { try trained(model, rows) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(together.allSatisfy { $0 == alone })
  }

  @Test func everyEpochHasANewOrder() throws {
    let rows = NetworkFixture.rows(16, inputs: 4, outputs: 2)
    // Without learning, losses of mini-batches differ only by the rows in them.
    var trainer = try NetworkTrainer(
      NetworkFixture.twoLayers(shuffle: true, seed: 5), rows: rows,
      overrides: TrainingOverrides(learningRate: 0))
    var losses: [[Double]] = Array(repeating: [], count: 3)
    var epochLosses: [Double] = []
    while let event = try trainer.next() {
      switch event {
      case .miniBatchEnd(let epoch, _, let loss): losses[epoch].append(loss)
      case .epochEnd(_, let loss): epochLosses.append(loss)
      }
    }
    #expect(losses.map(\.count) == [4, 4, 4])
    #expect(losses[0] != losses[1] && losses[1] != losses[2] && losses[0] != losses[2])
    #expect(epochLosses.allSatisfy { abs($0 - trainer.loss()) < 1e-6 })
  }

  @Test func stoppingEarlyKeepsTheModel() throws {
    let rows = NetworkFixture.rows(20, inputs: 4, outputs: 2)
    var trainer = try NetworkTrainer(NetworkFixture.twoLayers(), rows: rows)
    let start = trainer.weights
    let checkpoint = trainer
    _ = try trainer.next()
    #expect(trainer.weights != start)
    #expect(checkpoint.weights == start)
  }

  @Test func miniBatchesMayBeLargerThanAllRows() throws {
    let rows = NetworkFixture.rows(10, inputs: 4, outputs: 2)
    let parameters = ModelSpec.Optimizer.sgd(
      learningRate: DoubleParameter(0.01), miniBatchSize: Int64Parameter(.max), momentum: nil)
    var trainer = try NetworkTrainer(
      NetworkFixture.twoLayers(optimizer: parameters, epochs: Int64Parameter(1)), rows: rows)
    let loss = trainer.loss()
    guard case .miniBatchEnd(0, 0, let first) = try trainer.next() else {
      Issue.record("no mini-batch")
      return
    }
    #expect(abs(first - loss) < 1e-6)
    #expect(try trainer.next() == .epochEnd(epoch: 0, loss: first))
    #expect(try trainer.next() == nil)
    #expect(trainer.loss() < loss)
  }

  @Test func lossThatIsNoNumberStops() throws {
    var rows = NetworkFixture.rows(20, inputs: 4, outputs: 2)
    var target = Array(repeating: 1.0, count: 40)
    target[25] = .infinity
    rows.columns[1] = FeatureColumn(.arrays(ArrayColumn(shape: [2], elements: .doubles(target))))
    var trainer = try NetworkTrainer(NetworkFixture.twoLayers(), rows: rows)
    #expect(throws: TrainingError.diverged(epoch: 0, miniBatch: 3)) {
      while try trainer.next() != nil {}
    }
  }

  @Test func weightsThatGrowWithoutEndStop() throws {
    let model = NetworkFixture.twoLayers(
      optimizer: .sgd(
        learningRate: DoubleParameter(1000), miniBatchSize: Int64Parameter(4), momentum: nil),
      epochs: Int64Parameter(50))
    var trainer = try NetworkTrainer(model, rows: NetworkFixture.rows(20, inputs: 4, outputs: 2))
    #expect(throws: TrainingError.self) { while try trainer.next() != nil {} }
  }

  @Test func learningRateCanChangeBetweenEpochs() throws {
    let rows = NetworkFixture.rows(20, inputs: 4, outputs: 2)
    var trainer = try NetworkTrainer(NetworkFixture.twoLayers(), rows: rows)
    var afterFirst: [LayerWeights] = []
    while let event = try trainer.next() {
      guard case .epochEnd(0, _) = event else { continue }
      afterFirst = trainer.weights
      try trainer.change(TrainingOverrides(learningRate: 0))
    }
    #expect(trainer.options.optimizer == .sgd(learningRate: 0, momentum: 0))
    #expect(trainer.weights == afterFirst)
  }

  /// A new seed begins a new series of orders with the next epoch: that of a training with this seed.
  @Test func seedCanChangeBetweenEpochs() throws {
    let rows = NetworkFixture.rows(16, inputs: 4, outputs: 2)
    let still = TrainingOverrides(learningRate: 0, epochs: 2)
    let model = NetworkFixture.twoLayers(
      epochs: Int64Parameter(2, allowed: .range(1...9)), shuffle: true, seed: 5)
    func losses(_ change: TrainingOverrides, _ start: TrainingOverrides) throws -> [Double] {
      var trainer = try NetworkTrainer(model, rows: rows, overrides: start)
      var losses: [Double] = []
      while let event = try trainer.next() {
        switch event {
        case .miniBatchEnd(_, _, let loss): losses.append(loss)
        case .epochEnd: try trainer.change(change)
        }
      }
      return losses
    }
    let same = TrainingOverrides(seed: 5)
    let other = try losses(same, TrainingOverrides(seed: 6).merged(over: still))
    let plain = try losses(same, still)
    #expect(Array(other.suffix(4)) == Array(plain.prefix(4)))
    #expect(Array(plain.suffix(4)) != Array(plain.prefix(4)))
  }

  /// Adam without an ε: a weight that never had a gradient stays, and is not 0 / 0.
  @Test func weightsWithoutAGradientStay() throws {
    var rows = NetworkFixture.rows(8, inputs: 4, outputs: 2)
    rows.columns[0] = FeatureColumn(
      .arrays(ArrayColumn(shape: [4], elements: .floats(Array(repeating: 0, count: 32)))))
    let model = NetworkFixture.model(
      [NetworkFixture.dense("y", 4, 2, from: "x", to: "y")], inputs: 4, outputs: 2,
      optimizer: .adam(
        learningRate: DoubleParameter(0.1), miniBatchSize: Int64Parameter(4),
        beta1: DoubleParameter(0.9), beta2: DoubleParameter(0.999), eps: DoubleParameter(0)))
    var trainer = try NetworkTrainer(model, rows: rows)
    let before = trainer.weights
    while try trainer.next() != nil {}
    #expect(trainer.weights[0].weights == before[0].weights)
    #expect(trainer.weights[0].bias != before[0].bias)
  }

  @Test func fixedLayersStayAsTheyAre() throws {
    let model = NetworkFixture.model(
      [
        NetworkFixture.dense("fixed", 4, 6, from: "x", to: "h", isUpdatable: false),
        NetworkFixture.layer(.activation(.tanh), from: ["h"], to: "a"),
        NetworkFixture.dense("last", 6, 2, from: "a", to: "y"),
        NetworkFixture.dense("aside", 6, 2, from: "a", to: "z"),
      ], inputs: 4, outputs: 2)
    var trainer = try NetworkTrainer(model, rows: NetworkFixture.rows(20, inputs: 4, outputs: 2))
    while try trainer.next() != nil {}
    #expect(trainer.weights.map(\.layer) == ["last"])
  }

  @Test func badRowsAreNamed() throws {
    var rows = NetworkFixture.rows(4, inputs: 4, outputs: 2)
    rows.columns[1].missing = [false, false, true, false]
    #expect(
      throws: TrainingError.row(RowProblem(row: 2, feature: "y_true", kind: .missingFeature))
    ) { try NetworkTrainer(NetworkFixture.twoLayers(), rows: rows) }

    let wide = NetworkFixture.rows(4, inputs: 4, outputs: 3)
    #expect(
      throws: TrainingError.row(
        RowProblem(row: 0, feature: "y_true", kind: .wrongShape(expected: [2], found: [3])))
    ) { try NetworkTrainer(NetworkFixture.twoLayers(), rows: wide) }

    #expect(throws: TrainingError.noRows) {
      try NetworkTrainer(
        NetworkFixture.twoLayers(), rows: NetworkFixture.rows(0, inputs: 4, outputs: 2))
    }
  }

  /// The stages before the network read open points as the caller says.
  @Test(arguments: [LargestNorm.magnitude, .number])
  func stagesBeforeTheNetworkTakeTheReadings(_ reading: LargestNorm) throws {
    var network = NetworkFixture.model(
      [NetworkFixture.dense("y", 1, 1, from: "n", to: "y")], inputs: 1, outputs: 1)
    network.description.inputs = [NetworkFixture.array("n", [1])]
    network.description.trainingInputs = []
    let normalizer = Model(
      specificationVersion: 1,
      description: ModelDescription(
        inputs: [NetworkFixture.array("x", [1])], outputs: [NetworkFixture.array("n", [1])]),
      kind: .normalizer(Normalizer(norm: .max)))
    let pipeline = Model(
      specificationVersion: 4,
      description: ModelDescription(
        inputs: [NetworkFixture.array("x", [1])], outputs: [NetworkFixture.array("y", [1])],
        trainingInputs: [NetworkFixture.array("x", [1]), NetworkFixture.array("y_true", [1])]),
      isUpdatable: true, kind: .pipeline(Pipeline(models: [normalizer, network])))
    let rows = FeatureBatch(
      rowCount: 2,
      columns: [[-4, -2], [1, 1]].map {
        FeatureColumn(.arrays(ArrayColumn(shape: [1], elements: .doubles($0))))
      })
    var conventions = Conventions.standard
    conventions.largestNorm = reading
    let trainer = try NetworkTrainer(TrainingPlan(pipeline, conventions: conventions), rows: rows)
    // The largest number of -4 alone is -4 itself; of the largest magnitude it is 4.
    let x: Float = reading == .number ? 1 : -1
    let layer = trainer.weights[0]
    let y = layer.weights[0] * x + (try #require(layer.bias)[0])
    #expect(abs(trainer.loss() - Double((y - 1) * (y - 1))) < 1e-5)
  }

  private func trained(_ model: Model, _ rows: FeatureBatch) throws -> [LayerWeights] {
    var trainer = try NetworkTrainer(model, rows: rows)
    while try trainer.next() != nil {}
    return trainer.weights
  }

  @Test(arguments: [
    ([0, 1, 3] as [Double], RowProblem.Kind.unknownCategory("3")),
    ([0, -1, 2], .unknownCategory("-1")),
    ([0, 0.5, 2], .lossyInteger(0.5)),
  ])
  func classesThatThereAreNotAreRefused(
    _ classes: [Double], _ kind: RowProblem.Kind
  ) throws {
    var rows = NetworkFixture.rows(3, inputs: 4, outputs: 1)
    rows.columns[1] = FeatureColumn(.doubles(classes))
    let row = classes.firstIndex { ![0, 1, 2].contains($0) } ?? -1
    #expect(throws: TrainingError.row(RowProblem(row: row, feature: "y_true", kind: kind))) {
      try NetworkTrainer(Self.classifier(), rows: rows)
    }
  }

  @Test func targetOfAnAbsurdSizeIsRefusedBeforeThereAreRows() throws {
    var model = Self.classifier()
    model.description.trainingInputs[1] = NetworkFixture.array("y_true", [1 << 40, 1 << 10])
    let error = #expect(throws: ModelError.self) { try TrainingPlan(model) }
    #expect(error?.reason == .shape)
    var regressor = NetworkFixture.twoLayers()
    regressor.description.trainingInputs[1] = NetworkFixture.array("y_true", [1 << 40])
    let other = #expect(throws: ModelError.self) { try TrainingPlan(regressor) }
    #expect(other?.reason == .shape)
  }

  /// A dense layer and a softmax: three classes by their index.
  private static func classifier() -> Model {
    NetworkFixture.model(
      [
        NetworkFixture.dense("z", 4, 3, from: "x", to: "z"),
        NetworkFixture.layer(.softmax, from: ["z"], to: "y"),
      ], inputs: 4, outputs: 3, loss: .categoricalCrossEntropy)
  }
}
