import Foundation
import ModelSpec

/// The cell of one direction.
struct RecurrentCell: Sendable {
  let inputs: Int
  let units: Int
  let kind: Recurrent.Cell
  let gates: [Gate]
  let peepholes: [[Double]]
  let activations: [Activation]
  let couplesGates: Bool
  let clip: Double
  let limit: Double
  private let hiddenBias: [Double]?

  /// How layers of networks and operations of programs differ.
  struct Style: Sendable {
    /// The largest magnitude of what goes into an activation.
    var limit: Double
    /// Added to a GRU's product with its last output before the reset gate is applied to both; nil
    /// for one whose gate is applied to the output itself.
    var hiddenBias: [Float]?

    /// Of layers the format says what goes into an activation at most.
    static let layer = Style(limit: 50)
  }

  /// What a cell remembers, and room to compute in.
  struct Memory {
    var output: [Double]
    var cell: [Double]
    /// What went into the activations of the gates in the last step.
    var sums: [[Double]]

    init(units: Int) {
      output = Array(repeating: 0, count: units)
      cell = output
      sums = Array(repeating: output, count: 4)
    }

    /// Begins with those of the given states that belong to a direction, or with nothing.
    mutating func begin(with states: [[Float]], from first: Int, count: Int, at place: Int) {
      for unit in output.indices {
        output[unit] = states.isEmpty ? 0 : Double(states[first][place + unit])
        cell[unit] = states.isEmpty || count < 2 ? 0 : Double(states[first + 1][place + unit])
      }
    }
  }

  struct Gate: Sendable {
    var weights: [Double]
    var recursions: [Double]
    var bias: [Double]
  }

  init(_ recurrent: Recurrent, _ direction: Recurrent.Direction, _ style: Style) {
    limit = style.limit
    hiddenBias = style.hiddenBias.map { $0.map(Double.init) }
    kind = recurrent.cell
    inputs = Int(clamping: recurrent.inputSize)
    let units = Int(clamping: recurrent.outputSize)
    self.units = units
    activations = direction.activations
    couplesGates = recurrent.couplesGates
    clip = recurrent.cellClip > 0 ? Double(recurrent.cellClip) : .infinity
    peepholes = direction.peepholes.map { $0.values.map(Double.init) }
    let isLSTM = recurrent.cell == .lstm || recurrent.cell == .bidirectionalLSTM
    gates = direction.weights.indices.map { gate in
      var bias =
        direction.biases.isEmpty
        ? Array(repeating: 0, count: units) : direction.biases[gate].values.map(Double.init)
      if isLSTM, gate == 1, recurrent.addsForgetBias { bias = bias.map { $0 + 1 } }
      return Gate(
        weights: direction.weights[gate].values.map(Double.init),
        recursions: direction.recursions[gate].values.map(Double.init), bias: bias)
    }
  }

  /// Takes the next vector of a sequence.
  func advance(_ x: [Float], at start: Int, _ memory: inout Memory) {
    switch kind {
    case .simple:
      add(0, x, start, memory.output, &memory)
      for unit in 0..<units {
        memory.output[unit] = activations[0].value(limited(memory.sums[0][unit]))
      }
    case .gru: advanceGRU(x, start, &memory)
    case .lstm, .bidirectionalLSTM: advanceLSTM(x, start, &memory)
    }
  }

  private func advanceGRU(_ x: [Float], _ start: Int, _ memory: inout Memory) {
    add(0, x, start, memory.output, &memory)
    add(1, x, start, memory.output, &memory)
    if let hiddenBias {
      addReset(hiddenBias, x, start, &memory)
    } else {
      for unit in 0..<units {
        memory.cell[unit] =
          memory.output[unit] * activations[0].value(limited(memory.sums[1][unit]))
      }
      add(2, x, start, memory.cell, &memory)
    }
    for unit in 0..<units {
      let update = activations[0].value(limited(memory.sums[0][unit]))
      let new = activations[1].value(limited(memory.sums[2][unit]))
      memory.output[unit] = (1 - update) * new + update * memory.output[unit]
    }
  }

  /// Fills the sums of a GRU's output gate: `W x + b + r (R y + c)`.
  private func addReset(
    _ hiddenBias: [Double], _ x: [Float], _ start: Int, _ memory: inout Memory
  ) {
    for unit in 0..<units {
      var hidden = hiddenBias[unit]
      for index in 0..<units {
        hidden += gates[2].recursions[unit * units + index] * memory.output[index]
      }
      var sum =
        gates[2].bias[unit] + hidden * activations[0].value(limited(memory.sums[1][unit]))
      for index in 0..<inputs {
        sum += gates[2].weights[unit * inputs + index] * Double(x[start + index])
      }
      memory.sums[2][unit] = sum
    }
  }

  private func advanceLSTM(_ x: [Float], _ start: Int, _ memory: inout Memory) {
    for gate in 0..<4 { add(gate, x, start, memory.output, &memory) }
    for unit in 0..<units {
      let before = memory.cell[unit]
      func peephole(_ gate: Int, _ value: Double) -> Double {
        peepholes.isEmpty ? 0 : peepholes[gate][unit] * value
      }
      memory.sums[0][unit] = limited(memory.sums[0][unit] + peephole(0, before))
      memory.sums[1][unit] = limited(memory.sums[1][unit] + peephole(1, before))
      memory.sums[2][unit] = limited(memory.sums[2][unit])
      let input = activations[0].value(memory.sums[0][unit])
      let forget = couplesGates ? 1 - input : activations[0].value(memory.sums[1][unit])
      let block = activations[1].value(memory.sums[2][unit])
      let cell = min(max(before * forget + input * block, -clip), clip)
      memory.cell[unit] = cell
      memory.sums[3][unit] = limited(memory.sums[3][unit] + peephole(2, cell))
      let output = activations[0].value(memory.sums[3][unit])
      memory.output[unit] = activations[2].value(cell) * output
    }
  }

  /// Fills a gate's sums: `W x + R y + b`.
  private func add(
    _ gate: Int, _ x: [Float], _ start: Int, _ y: [Double], _ memory: inout Memory
  ) {
    let gate = (number: gate, values: gates[gate])
    for unit in 0..<units {
      var sum = gate.values.bias[unit]
      for index in 0..<inputs {
        sum += gate.values.weights[unit * inputs + index] * Double(x[start + index])
      }
      for index in 0..<units { sum += gate.values.recursions[unit * units + index] * y[index] }
      memory.sums[gate.number][unit] = sum
    }
  }

  private func limited(_ sum: Double) -> Double { min(max(sum, -limit), limit) }
}
