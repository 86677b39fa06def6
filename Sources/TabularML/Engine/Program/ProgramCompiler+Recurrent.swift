import ModelSpec

extension ProgramCompiler {
  /// `rnn`, `gru` and `lstm`: the sequence of outputs, the last output and, of an LSTM, its cells.
  mutating func recurrent(_ operation: Program.Operation) throws(ModelError) -> [Tensor] {
    let x = try required("x", of: operation)
    guard x.kind == .float, x.rank == 3, x.count > 0 else {
      throw error(
        .shape, "'\(operation.type)' takes sequences of vectors, not \(x.dimensions)",
        in: "inputs.x")
    }
    let direction = try text("direction", of: operation)?.lowercased() ?? "forward"
    let isTwofold = operation.type == "lstm" && direction == "bidirectional"
    guard isTwofold || direction == "forward" || direction == "reverse" else {
      throw error(
        .value, "'\(operation.type)' has no direction '\(direction)'", in: "inputs.direction")
    }
    var directions = [try cell(operation, x, "")]
    if isTwofold { directions.append(try cell(operation, x, "_back")) }
    let units = directions[0].units
    guard directions.allSatisfy({ $0.units == units }) else {
      throw error(.shape, "the two directions differ in size", in: "inputs.weight_hh_back")
    }
    let form = Recurrent(
      cell: isTwofold ? .bidirectionalLSTM : Self.cells[operation.type] ?? .simple,
      inputSize: UInt64(x.dimensions[2]),
      outputSize: UInt64(units), directions: directions.map(\.learned),
      givesSequence: try flag("output_sequence", of: operation),
      reversesInput: direction == "reverse", cellClip: try clip(operation))
    let (steps, batches) = (x.dimensions[0], x.dimensions[1])
    let sequence = try shape([form.givesSequence ? steps : 1, batches, directions.count * units])
    let state = try shape([batches, directions.count * units])
    let stateNames = operation.type == "lstm" ? ["initial_h", "initial_c"] : ["initial_h"]
    try limitWork([
      steps, batches, directions.count, form.directions[0].weights.count, units,
      x.dimensions[2] + units,
    ])
    // For each direction its own states, as layers of networks take them.
    var inputs = [x]
    let places = directions.indices.map { direction in
      (0..<batches * units).map {
        ($0 / units * directions.count + direction) * units + $0 % units
      }
    }
    for places in places {
      for name in stateNames {
        let initial = try required(name, of: operation)
        guard initial.kind == .float, initial.shape == state else {
          throw error(
            .shape, "the state should be \(state.dimensions), not \(initial.dimensions)",
            in: "inputs.\(name)")
        }
        inputs.append(try picked(initial, try shape([batches, units]), places))
      }
    }
    let style = RecurrentCell.Style(
      limit: .infinity, hiddenBias: directions[0].hiddenBias)
    let whole = try emit(
      x.dataType, try shape([sequence.count + stateNames.count * state.count]), from: inputs
    ) {
      RecurrentLayer(
        form, inputs: $0, output: $1, steps: steps, batches: batches, style: style)
    }
    var results = [try picked(whole, sequence, Array(0..<sequence.count))]
    for index in stateNames.indices {
      // The states of a direction lie together, those of both stand side by side in a result.
      let elements = (0..<state.count).map { element in
        let (batch, unit) = (element / (directions.count * units), element % units)
        let direction = element / units % directions.count
        let start = (direction * stateNames.count + index) * batches * units
        return sequence.count + start + batch * units + unit
      }
      results.append(try picked(whole, state, elements))
    }
    return results
  }

  private struct Direction {
    var units: Int
    var learned: Recurrent.Direction
    /// What a GRU that resets after its product adds to that.
    var hiddenBias: [Float]?
  }

  /// The learned numbers of one direction, in the order that layers of networks have them.
  private mutating func cell(
    _ operation: Program.Operation, _ x: Tensor, _ suffix: String
  ) throws(ModelError) -> Direction {
    let order = Self.gateOrders[operation.type] ?? [0]
    let recursions = try required("weight_hh" + suffix, of: operation)
    guard recursions.rank == 2, recursions.dimensions[1] > 0,
      recursions.dimensions[0] == order.count * recursions.dimensions[1]
    else {
      throw error(
        .shape, "weights of \(recursions.dimensions) are not those of \(order.count) gates",
        in: "inputs.weight_hh" + suffix)
    }
    let units = recursions.dimensions[1]
    let size = x.dimensions[2]
    func gates(
      _ name: String, _ width: Int, of count: Int, _ compiler: inout ProgramCompiler
    ) throws(ModelError) -> [[Float]]? {
      let name = name + suffix
      guard let numbers = try compiler.numbers(name, of: operation) else { return nil }
      guard numbers.count == count * units * width else {
        throw compiler.error(
          .shape, "\(numbers.count) numbers for \(count) times \(units) × \(width)",
          in: "inputs.\(name)")
      }
      // They are kept in double precision.
      try compiler.spend(2 * numbers.count)
      return (0..<count).map { Array(numbers[$0 * units * width..<($0 + 1) * units * width]) }
    }
    guard let weights = try gates("weight_ih", size, of: order.count, &self),
      let hidden = try gates("weight_hh", units, of: order.count, &self)
    else {
      throw error(.structure, "'\(operation.type)' lacks its weights", in: "inputs")
    }
    let zeros = Array(repeating: Array(repeating: Float(0), count: units), count: order.count)
    let own = try gates("bias", 1, of: order.count, &self) ?? zeros
    let second = try gates("input_bias", 1, of: order.count, &self) ?? zeros
    var biases = zip(own, second).map { zip($0, $1).map(+) }
    var hiddenBias: [Float]?
    if try flag("reset_after", of: operation) {
      biases[1] = second[1]
      hiddenBias = own[1]
    }
    func ordered(_ gates: [[Float]]) -> [WeightParameters] {
      order.map { WeightParameters(gates[$0]) }
    }
    let peepholes = try gates("peephole", 1, of: 3, &self) ?? []
    return Direction(
      units: units,
      learned: Recurrent.Direction(
        weights: ordered(weights), recursions: ordered(hidden), biases: ordered(biases),
        peepholes: peepholes.map { WeightParameters($0) }, activations: try activations(operation)),
      hiddenBias: hiddenBias)
  }

  private mutating func activations(
    _ operation: Program.Operation
  ) throws(ModelError) -> [Activation] {
    var names = [("activation", "tanh")]
    if operation.type == "lstm" { names.insert(("cell_activation", "tanh"), at: 0) }
    if operation.type != "rnn" { names.insert(("recurrent_activation", "sigmoid"), at: 0) }
    var activations: [Activation] = []
    for (name, standard) in names {
      let word = try text(name, of: operation) ?? standard
      guard let activation = Self.activations[word.lowercased()] else {
        throw error(.value, "there is no activation '\(word)'", in: "inputs.\(name)")
      }
      activations.append(activation)
    }
    return activations
  }

  private mutating func clip(_ operation: Program.Operation) throws(ModelError) -> Float {
    guard let clip = try numbers("clip", of: operation) else { return 0 }
    guard clip.count == 1, clip[0] > 0 else {
      throw error(.value, "cells can be held to one limit above 0", in: "inputs.clip")
    }
    return clip[0]
  }

  private static let cells: [String: Recurrent.Cell] = ["rnn": .simple, "gru": .gru, "lstm": .lstm]

  /// Which gate of an operation each gate of a layer is.
  private static let gateOrders: [String: [Int]] = ["gru": [2, 0, 1], "lstm": [0, 1, 3, 2]]

  /// The operations give no numbers: these are the usual ones (Keras; LeCun for the scaled tanh).
  private static let activations: [String: Activation] = [
    "linear": .linear(alpha: 1, beta: 0), "relu": .relu, "tanh": .tanh, "sigmoid": .sigmoid,
    "hard_sigmoid": .sigmoidHard(alpha: 0.2, beta: 0.5),
    "sigmoid_hard": .sigmoidHard(alpha: 0.2, beta: 0.5),
    "scaled_tanh": .scaledTanh(alpha: 1.7159, beta: 2 / 3),
  ]
}
