import ModelSpec
import Testing

@testable import TabularML

/// Parameters of a training come from the model, and from the caller within the model's ranges.
@Suite struct TrainingOptionsTests {
  static let parameters = UpdateParameters(
    losses: [],
    optimizer: .sgd(
      learningRate: DoubleParameter(0.1, range: 0.01...0.5),
      miniBatchSize: Int64Parameter(8, allowed: .set([4, 8, 16])),
      momentum: DoubleParameter(0.5, range: 0...0.9)),
    epochs: Int64Parameter(10, allowed: .range(1...20)), shuffle: nil, seed: nil)

  static let adam = UpdateParameters(
    losses: [],
    optimizer: .adam(
      learningRate: DoubleParameter(0.001), miniBatchSize: Int64Parameter(8, allowed: .set([8])),
      beta1: DoubleParameter(0.9), beta2: DoubleParameter(0.999), eps: DoubleParameter(1e-8)),
    epochs: Int64Parameter(10), shuffle: false, seed: Int64Parameter(3))

  @Test func comeFromTheModel() throws {
    let options = try TrainingOptions(Self.parameters)
    #expect(options.optimizer == .sgd(learningRate: 0.1, momentum: 0.5))
    #expect(options.epochs == 10 && options.miniBatchSize == 8)
    #expect(options.shuffle && options.seed == 0)
    let adam = try TrainingOptions(Self.adam)
    #expect(adam.optimizer == .adam(learningRate: 0.001, beta1: 0.9, beta2: 0.999, eps: 1e-8))
    #expect(!adam.shuffle && adam.seed == 3)
  }

  @Test func canBeOverridden() throws {
    let options = try TrainingOptions(
      Self.parameters,
      TrainingOverrides(
        learningRate: 0.5, momentum: 0, miniBatchSize: 16, epochs: 20, shuffle: false, seed: -4))
    #expect(options.optimizer == .sgd(learningRate: 0.5, momentum: 0))
    #expect(options.epochs == 20 && options.miniBatchSize == 16)
    #expect(!options.shuffle && options.seed == -4)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var overrides: TrainingOverrides
    var message: String
    var isAdam = false
    var testDescription: String { message }
  }

  @Test(arguments: [
    Refusal(
      overrides: TrainingOverrides(learningRate: 0.6),
      message: "the training parameter learningRate must be from 0.01 to 0.5, found 0.6"),
    Refusal(
      overrides: TrainingOverrides(learningRate: .nan),
      message: "the training parameter learningRate must be from 0.01 to 0.5, found nan"),
    Refusal(
      overrides: TrainingOverrides(epochs: 21),
      message: "the training parameter epochs must be from 1 to 20, found 21"),
    Refusal(
      overrides: TrainingOverrides(miniBatchSize: 5),
      message: "the training parameter miniBatchSize must be one of 4, 8, 16, found 5"),
    Refusal(
      overrides: TrainingOverrides(miniBatchSize: 5),
      message: "the training parameter miniBatchSize must be 8, found 5", isAdam: true),
    Refusal(
      overrides: TrainingOverrides(beta1: 0.5),
      message: "the training parameter beta1 must be left alone: the model is trained with SGD, "
        + "found 0.5"),
    Refusal(
      overrides: TrainingOverrides(momentum: 0.5),
      message:
        "the training parameter momentum must be left alone: the model is trained with Adam, "
        + "found 0.5", isAdam: true),
    Refusal(
      overrides: TrainingOverrides(beta2: 1),
      message: "the training parameter beta2 must be 0 or more and less than 1.0, found 1.0",
      isAdam: true),
    Refusal(
      overrides: TrainingOverrides(learningRate: -0.1),
      message: "the training parameter learningRate must be 0 or more and finite, found -0.1",
      isAdam: true),
    Refusal(
      overrides: TrainingOverrides(epochs: 0),
      message: "the training parameter epochs must be 1 or more, found 0", isAdam: true),
  ])
  func outsideTheRangeIsAnError(_ refusal: Refusal) {
    let error = #expect(throws: TrainingError.self) {
      try TrainingOptions(refusal.isAdam ? Self.adam : Self.parameters, refusal.overrides)
    }
    #expect(error?.message == refusal.message)
  }
}
