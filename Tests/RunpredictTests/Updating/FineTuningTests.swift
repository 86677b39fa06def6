import CommandLineKit
import ModelSpec
import TabularML
import Testing

@testable import runpredict

@Suite struct FineTuningTests {
  private func fineTuning() throws -> FineTuning {
    FineTuning(document: try BundledModel.document())
  }

  private func run(
    _ fineTuning: FineTuning, _ records: TrainingRecords,
    used: FineTuning.UsedRuns = FineTuning.UsedRuns()
  ) throws -> FineTuning.Result {
    try fineTuning.run(records, used: used) { _ in }
  }

  @Test func learnsHowARunnerSlowsDown() throws {
    let result = try run(fineTuning(), SampleRuns.records(20))
    let before = try #require(result.errorBefore)
    let after = try #require(result.errorAfter)
    #expect(result.verdict == .better)
    #expect(after < before * 0.8)
    #expect(result.split.heldOut.count == 4)
    #expect(result.rows == 160)
    #expect(result.lossPerEpoch.count <= result.epochsWanted)
  }

  @Test func theSameRunsGiveTheSameBits() throws {
    let first = try run(fineTuning(), SampleRuns.records(12))
    let second = try run(fineTuning(), SampleRuns.records(12))
    #expect(first.document?.bytes == second.document?.bytes)
    #expect(first.lossPerEpoch == second.lossPerEpoch)
    var other = try fineTuning()
    other.overrides.seed = 77
    #expect(try run(other, SampleRuns.records(12)).document?.bytes != first.document?.bytes)
  }

  @Test func shuffledTargetsMakeNoBetterModel() throws {
    let wrong = SampleRuns.records(20) { run, duration in duration * (run % 2 == 0 ? 0.7 : 1.4) }
    let result = try run(fineTuning(), wrong)
    #expect(!result.verdict.isTaken)
    #expect(result.errorAfter != nil)
    #expect(result.errorAfter != result.errorBefore)
  }

  @Test func whatIsDeclinedIsThereForThoseWhoForceIt() throws {
    var short = try fineTuning()
    short.overrides.epochs = 3
    let wrong = SampleRuns.records(20) { run, duration in duration * (run % 2 == 0 ? 0.7 : 1.4) }
    let result = try run(short, wrong)
    #expect(result.document != nil)
    #expect(result.verdict == .noCredibleGain)
    #expect(result.lossPerEpoch.count == 3)
  }

  @Test func runsThatWereUsedAreLeftOut() throws {
    let records = SampleRuns.records(10)
    let first = try run(fineTuning(), records)
    let used = FineTuning.UsedRuns(
      trained: Set(first.split.training.map { records.fingerprints[$0] }),
      heldOut: Set(first.split.heldOut.map { records.fingerprints[$0] }))
    let again = try run(fineTuning(), records, used: used)
    #expect(again.split.newCount == 0)
    #expect(again.document == nil)
    let longer = try run(fineTuning(), SampleRuns.records(15), used: used)
    #expect(longer.split.newCount == 5)
    #expect(longer.split.alreadyUsed.count == 8)
    #expect(longer.split.heldOut.count == 3)
    #expect(longer.rows == 40)
  }

  @Test func oneRunCannotBeCompared() throws {
    let result = try run(fineTuning(), SampleRuns.records(1))
    #expect(result.errorBefore == nil)
    #expect(result.errorAfter == nil)
    #expect(result.verdict == .notComparable)
    #expect(!result.verdict.isTaken)
    #expect(result.document != nil)
    #expect(result.lossPerEpoch.count == result.epochsWanted)
  }

  @Test func oneRunToTrainOnNeedsSeveralToCompareOn() throws {
    let two = try run(fineTuning(), SampleRuns.records(2))
    #expect(two.verdict == .noCredibleGain && two.split.training.count == 1)
    let earlier = SampleRuns.records(10)
    let split = RunSplit(earlier.fingerprints, share: 0.5, seed: 0)
    let used = FineTuning.UsedRuns(
      trained: Set(split.training.map { earlier.fingerprints[$0] }),
      heldOut: Set(split.heldOut.map { earlier.fingerprints[$0] }))
    let next = try run(fineTuning(), SampleRuns.records(11), used: used)
    #expect(next.split.training.count == 1 && next.split.heldOut.count == 5)
    #expect(next.verdict == .better)
  }

  @Test func withoutHoldoutEverythingIsTrainedOn() throws {
    var all = try fineTuning()
    all.holdout = 0
    let result = try run(all, SampleRuns.records(8))
    #expect(result.rows == 80)
    #expect(result.verdict == .notCompared)
    #expect(result.errorAfter == nil)
  }

  @Test func aParameterOutsideTheModelsRangeIsRefused() throws {
    var wrong = try fineTuning()
    wrong.overrides.learningRate = 7
    let error = #expect(throws: TrainingError.self) { try run(wrong, SampleRuns.records(4)) }
    #expect(error?.exitCode == .usage)
    #expect(error?.diagnostic.name == "--learning-rate")
    #expect(error?.message.contains("from 0.0 to 1.0") == true)
  }

  @Test func anotherOptimizerCanBeChosen() throws {
    var other = try fineTuning()
    other.optimizer = .sgd
    other.overrides = TrainingOverrides(learningRate: 1e-12, epochs: 2)
    let result = try run(other, SampleRuns.records(6))
    #expect(result.lossPerEpoch.count == 2)
    other.overrides.beta1 = 0.5
    #expect(throws: TrainingError.self) { try run(other, SampleRuns.records(6)) }
  }

  @Test func stoppingLeavesNothingBehind() throws {
    struct Stopped: Error {}
    let document = try BundledModel.document()
    #expect(throws: Stopped.self) {
      try FineTuning(document: document).run(SampleRuns.records(6)) { event in
        if case .trained = event { throw Stopped() }
      }
    }
    #expect(document.bytes == (try BundledModel.document().bytes))
  }
}

@Suite struct ShrinkageTests {
  private func layer(_ weights: [Float], _ bias: [Float]?) -> [LayerWeights] {
    [LayerWeights(stage: [3], layer: "out", weights: weights, bias: bias)]
  }

  @Test(arguments: [(1, 1.0 / 6), (5, 0.5), (45, 0.9)])
  func fewRunsMoveLittle(runs: Int, factor: Float) {
    #expect(
      Shrinkage().weights(
        from: layer([0, 10], [1]), to: layer([6, 4], [1]), runs: runs)
        == layer([factor * 6, 10 - factor * 6], [1]))
    #expect(
      Shrinkage().weights(from: layer([0], nil), to: layer([6], nil), runs: runs)
        == layer([factor * 6], nil))
  }
}

@Suite struct EpochSearchTests {
  @Test func looksThinOut() {
    #expect((1...50).filter(EpochSearch.isLook) == [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48])
    var table = EpochTable()
    #expect((1...20).filter { table.shows($0, isLast: $0 == 20) } == [1, 2, 4, 8, 16, 20])
  }

  @Test func aGainWithinChanceIsNotCredible() {
    #expect(Gain([1, 1.2, 0.9]).isCredible)
    #expect(!Gain([1, -1, 0.1]).isCredible)
    #expect(!Gain([5]).isCredible)
    #expect(!Gain([-1, -1.1]).isCredible)
    #expect(abs(Gain([1, 2, 3]).standardError - (1.0 / 3).squareRoot()) < 1e-15)
    #expect(Gain([2, 2, 2]).isCredible && !Gain([0, 0, 0]).isCredible && !Gain([]).isCredible)
  }

  /// Quantiles of Student's t from tables: by chance, a mean is so many standard errors once in 20 times.
  @Test(arguments: [
    (1, 6.31375), (2, 2.91999), (3, 2.35336), (4, 2.13185), (5, 2.01505), (8, 1.85955),
    (29, 1.69913), (120, 1.65765), (5000, 1.64515),
  ])
  func fewRunsHaveToSayMore(degreesOfFreedom: Int, standardErrors: Double) {
    let spread = (0...degreesOfFreedom).map { Double($0) - Double(degreesOfFreedom) / 2 }
    let shift = Gain(spread).standardError * standardErrors
    let gain = Gain(spread.map { $0 + shift })
    #expect(abs(gain.byChance - 0.05) < 2e-6)
    #expect(Gain(spread.map { $0 + shift * 1.001 }).isCredible)
    #expect(!Gain(spread.map { $0 + shift * 0.999 }).isCredible)
    #expect(abs(Gain(spread).byChance - 0.5) < 1e-12)
  }
}
