/// A layer that reads a sequence of vectors and remembers.
package struct Recurrent: LayerParameters {
  package enum Cell: Int, Sendable {
    case simple = 400
    case gru = 410
    case lstm = 420
    case bidirectionalLSTM = 430
  }

  /// The learned numbers of one direction, an entry for each gate.
  ///
  /// The gates of a GRU are update, reset and output; those of an LSTM input, forget, block input
  /// and output. Peepholes look from input, forget and output gate.
  package struct Direction: Sendable, Equatable {
    package var weights: [WeightParameters]
    package var recursions: [WeightParameters]
    package var biases: [WeightParameters]
    package var peepholes: [WeightParameters]
    /// Of a simple cell one; of a GRU those of gates and output; of an LSTM gates, block input, output.
    package var activations: [Activation]

    package init(
      weights: [WeightParameters], recursions: [WeightParameters], biases: [WeightParameters] = [],
      peepholes: [WeightParameters] = [], activations: [Activation]
    ) {
      self.weights = weights
      self.recursions = recursions
      self.biases = biases
      self.peepholes = peepholes
      self.activations = activations
    }
  }

  package var cell: Cell
  package var inputSize: UInt64
  package var outputSize: UInt64
  package var directions: [Direction]
  /// Whether the output has a vector for each of the input's, or the last one only.
  package var givesSequence: Bool
  package var reversesInput: Bool
  /// Whether 1 is added to the forget gate's bias.
  package var addsForgetBias: Bool
  /// The forget gate is 1 minus the input gate.
  package var couplesGates: Bool
  /// The largest magnitude of a cell's state; 0 stands for no limit.
  package var cellClip: Float

  package init(
    cell: Cell, inputSize: UInt64, outputSize: UInt64, directions: [Direction],
    givesSequence: Bool = false, reversesInput: Bool = false, addsForgetBias: Bool = false,
    couplesGates: Bool = false, cellClip: Float = 0
  ) {
    self.cell = cell
    self.inputSize = inputSize
    self.outputSize = outputSize
    self.directions = directions
    self.givesSequence = givesSequence
    self.reversesInput = reversesInput
    self.addsForgetBias = addsForgetBias
    self.couplesGates = couplesGates
    self.cellClip = cellClip
  }

  package var number: Int { cell.rawValue }

  /// The states that the layer takes and gives besides the sequence.
  package var stateCount: Int {
    switch cell {
    case .simple, .gru: 1
    case .lstm: 2
    case .bidirectionalLSTM: 4
    }
  }

  var inputCount: ClosedRange<Int> { 1...1 + stateCount }
  var outputCount: ClosedRange<Int> { 1...1 + stateCount }

  /// Names and field numbers of each gate's weights, recursions and biases.
  static func gates(_ cell: Cell) -> [(name: String, fields: (Int, Int, Int))] {
    switch cell {
    case .simple: [("", (30, 31, 32))]
    case .gru:
      [
        ("updateGate", (30, 50, 70)), ("resetGate", (31, 51, 71)), ("outputGate", (32, 52, 72)),
      ]
    case .lstm, .bidirectionalLSTM:
      [
        ("inputGate", (1, 20, 40)), ("forgetGate", (2, 21, 41)), ("blockInput", (3, 22, 42)),
        ("outputGate", (4, 23, 43)),
      ]
    }
  }

  var learned: [LearnedNumbers] {
    var all: [LearnedNumbers] = []
    let gates = Recurrent.gates(cell)
    for (index, direction) in directions.enumerated() {
      let place =
        switch cell {
        case .simple, .gru: ""
        case .lstm: "weightParams."
        case .bidirectionalLSTM: "weightParams[\(index)]."
        }
      func add(_ values: [WeightParameters], _ part: String, _ shape: [UInt64]) {
        for (gate, values) in zip(gates, values) {
          let name = gate.name + part
          all.append(
            LearnedNumbers(
              field: place + name.prefix(1).lowercased() + name.dropFirst(), values: values,
              shape: shape))
        }
      }
      add(direction.weights, "WeightMatrix", [outputSize, inputSize])
      add(direction.recursions, "RecursionMatrix", [outputSize, outputSize])
      add(direction.biases, "BiasVector", [outputSize])
      for (name, values) in zip(["input", "forget", "output"], direction.peepholes) {
        all.append(
          LearnedNumbers(
            field: place + name + "GatePeepholeVector", values: values, shape: [outputSize]))
      }
    }
    return all
  }

  func validate(version: Int32, at path: ModelPath) throws(ModelError) {
    guard inputSize > 0 else {
      throw path.field("inputVectorSize").error(.shape, "the vectors are empty")
    }
    guard outputSize > 0 else {
      throw path.field("outputVectorSize").error(.shape, "the vectors are empty")
    }
    let names: [(String, Int)] =
      switch cell {
      case .simple: [("activation", 1)]
      case .gru: [("activations", 2)]
      case .lstm: [("activations", 3)]
      case .bidirectionalLSTM: [("activationsForwardLSTM", 3), ("activationsBackwardLSTM", 3)]
      }
    guard directions.count == names.count else {
      throw path.field("weightParams").error(
        .shape, "there are weights for \(directions.count) directions, not \(names.count)")
    }
    for ((name, count), direction) in zip(names, directions) {
      let path = path.field(name)
      let gates = Recurrent.gates(cell).count
      guard direction.weights.count == gates, direction.recursions.count == gates,
        [0, gates].contains(direction.biases.count), [0, 3].contains(direction.peepholes.count)
      else { throw path.error(.shape, "there are not numbers for \(gates) gates") }
      guard direction.activations.count == count else {
        throw path.error(
          .shape, "there are \(direction.activations.count) activations, not \(count)")
      }
      for activation in direction.activations {
        switch activation {
        case .prelu, .parametricSoftplus:
          throw path.error(.value, "an activation with learned parameters cannot stand in a cell")
        default: continue
        }
      }
    }
  }
}
