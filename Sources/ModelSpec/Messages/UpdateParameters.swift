/// How a network is fine-tuned: its loss, its optimizer, and what the model allows to be changed.
package struct UpdateParameters: Sendable, Equatable {
  package var losses: [LossLayer]
  package var optimizer: Optimizer
  package var epochs: Int64Parameter
  package var shuffle: Bool?
  package var seed: Int64Parameter?

  package init(
    losses: [LossLayer], optimizer: Optimizer, epochs: Int64Parameter, shuffle: Bool? = nil,
    seed: Int64Parameter? = nil
  ) {
    self.losses = losses
    self.optimizer = optimizer
    self.epochs = epochs
    self.shuffle = shuffle
    self.seed = seed
  }
}

/// What training makes small: a distance between a blob and a training input.
package struct LossLayer: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case meanSquaredError, categoricalCrossEntropy
  }

  package var name: String
  package var kind: Kind
  package var input: String
  package var target: String

  package init(name: String, kind: Kind, input: String, target: String) {
    self.name = name
    self.kind = kind
    self.input = input
    self.target = target
  }
}

/// The rule by which a step follows from a gradient.
package enum Optimizer: Sendable, Equatable {
  case sgd(learningRate: DoubleParameter, miniBatchSize: Int64Parameter, momentum: DoubleParameter?)
  case adam(
    learningRate: DoubleParameter, miniBatchSize: Int64Parameter, beta1: DoubleParameter,
    beta2: DoubleParameter, eps: DoubleParameter)
}

/// A Double with the range that the model allows.
package struct DoubleParameter: Sendable, Equatable {
  package var defaultValue: Double
  package var range: ClosedRange<Double>?

  package init(_ defaultValue: Double, range: ClosedRange<Double>? = nil) {
    self.defaultValue = defaultValue
    self.range = range
  }
}

/// An Int64 with the values that the model allows.
package struct Int64Parameter: Sendable, Equatable {
  package enum Allowed: Sendable, Equatable {
    case range(ClosedRange<Int64>)
    case set([Int64])
  }

  package var defaultValue: Int64
  package var allowed: Allowed?

  package init(_ defaultValue: Int64, allowed: Allowed? = nil) {
    self.defaultValue = defaultValue
    self.allowed = allowed
  }
}
