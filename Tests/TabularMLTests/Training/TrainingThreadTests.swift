import ModelSpec
import Testing

@testable import TabularML

/// The number of threads changes how long a training takes, and nothing else.
@Suite struct TrainingThreadTests {
  @Test(
    arguments: [64, 256, 300],
    [
      ModelSpec.Optimizer.sgd(
        learningRate: DoubleParameter(0.01), miniBatchSize: Int64Parameter(32),
        momentum: DoubleParameter(0.9)),
      .adam(
        learningRate: DoubleParameter(0.001), miniBatchSize: Int64Parameter(32),
        beta1: DoubleParameter(0.9), beta2: DoubleParameter(0.999), eps: DoubleParameter(1e-8)),
    ])
  func changeNoBit(batch: Int64, _ optimizer: ModelSpec.Optimizer) throws {
    let rows = NetworkFixture.rows(700, inputs: 14, outputs: 3)
    let runs = try [1, 2, 7].map { threads in
      var trainer = try NetworkTrainer(
        Self.model(optimizer), rows: rows,
        overrides: TrainingOverrides(miniBatchSize: batch, epochs: 2), threads: threads)
      var events: [TrainingEvent] = []
      while let event = try trainer.next() { events.append(event) }
      return (weights: trainer.weights, events: events)
    }
    for run in runs.dropFirst() {
      #expect(run.weights == runs[0].weights)
      #expect(run.events == runs[0].events)
    }
  }

  /// A mini-batch that is cut into slices gives the bits of one that is not: gradients are added up in
  /// the order of the rows.
  @Test func slicesAreAddedUpInOrder() throws {
    let rows = NetworkFixture.rows(256, inputs: 14, outputs: 3)
    let model = Self.model(
      .sgd(
        learningRate: DoubleParameter(1), miniBatchSize: Int64Parameter(256), momentum: nil))
    var trainer = try NetworkTrainer(
      model, rows: rows, overrides: TrainingOverrides(epochs: 1, shuffle: false))
    let before = trainer.weights
    _ = try trainer.next()
    let after = trainer.weights
    // The bias of the last layer: the sum of the gradients of the rows.
    let outputs = try Plan(model).predict(
      FeatureBatch(rowCount: 256, columns: [rows.columns[0]])
    ).outputs.columns[0].floats(width: 3, standIn: 0)
    let targets = rows.columns[1].floats(width: 3, standIn: 0)
    var expected = try #require(before.last?.bias)
    var sums: [Float] = [0, 0, 0]
    let factor = Float(2) / Float(3 * 256)
    for index in outputs.indices { sums[index % 3] += factor * (outputs[index] - targets[index]) }
    for output in 0..<3 { expected[output] -= sums[output] }
    #expect(after.last?.bias == expected)
  }

  @Test func copiesOfATrainingShareThreads() async throws {
    let rows = NetworkFixture.rows(700, inputs: 14, outputs: 3)
    let model = Self.model(nil)
    let start = try NetworkTrainer(
      model, rows: rows, overrides: TrainingOverrides(miniBatchSize: 96), threads: 3)
    let finished = try await withThrowingTaskGroup(of: [LayerWeights].self) { group in
      for _ in 0..<4 {
        group.addTask {
          var trainer = start
          while try trainer.next() != nil {}
          return trainer.weights
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(finished.count == 4 && finished.allSatisfy { $0 == finished[0] })
  }

  @Test func everyPartIsDoneOnce() {
    let team = WorkerTeam(threads: 4)
    for count in [0, 1, 2, 3, 50, 1000, 70_000] {
      let sums = Locked(Array(repeating: 0, count: count))
      team.run(count) { part in sums.withLock { $0[part] += 1 } }
      #expect(sums.withLock { $0 } == Array(repeating: 1, count: count))
    }
  }

  /// 14 inputs, 64 and 64 hidden units, 3 outputs: large enough to be cut.
  private static func model(_ optimizer: ModelSpec.Optimizer?) -> Model {
    NetworkFixture.model(
      [
        NetworkFixture.dense("first", 14, 64, from: "x", to: "h", seed: 3),
        NetworkFixture.layer(.activation(.relu), from: ["h"], to: "a"),
        NetworkFixture.dense("second", 64, 64, from: "a", to: "h2", seed: 4),
        NetworkFixture.layer(.activation(.tanh), from: ["h2"], to: "a2"),
        NetworkFixture.dense("third", 64, 3, from: "a2", to: "y", seed: 5),
      ], inputs: 14, outputs: 3, optimizer: optimizer, shuffle: true, seed: 3)
  }
}
