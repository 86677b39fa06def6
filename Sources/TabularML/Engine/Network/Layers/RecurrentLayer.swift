import Foundation
import ModelSpec

/// Reads a sequence and remembers; computed in Double, so that long sequences stay exact.
///
/// The output holds the sequence, then for each direction the last output and, of an LSTM, the last
/// state of the cells. A reversed input is read from its end, and answered in the order of reading;
/// of two directions, the backward one's answers stand beside the forward one's of the same place.
struct RecurrentLayer: ForwardLayer {
  let inputs: [Int]
  let output: Int
  private let recurrent: Recurrent
  private let cells: [RecurrentCell]
  private let steps: Int
  private let batches: Int

  init(
    _ recurrent: Recurrent, inputs: [Int], output: Int, steps: Int, batches: Int,
    style: RecurrentCell.Style = .layer
  ) {
    self.recurrent = recurrent
    self.inputs = inputs
    self.output = output
    self.steps = steps
    self.batches = batches
    cells = recurrent.directions.map { RecurrentCell(recurrent, $0, style) }
  }

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let x = blobs[inputs[0]]
    let states = inputs.dropFirst().map { blobs[$0] }
    var y = blobs.take(output)
    let width = blobs.widths[output]
    let (size, units) = (cells[0].inputs, cells[0].units)
    let stateWidth = batches * units
    let given = recurrent.givesSequence ? steps : 1
    let sequenceWidth = given * batches * cells.count * units
    // Of a GRU and a simple cell there is one state for a direction, of an LSTM there are two.
    let statesEach = recurrent.stateCount / cells.count
    var memory = RecurrentCell.Memory(units: units)
    for row in 0..<rows {
      for batch in 0..<batches {
        for (direction, cell) in cells.enumerated() {
          let first = direction * statesEach
          for unit in 0..<units {
            let place = row * stateWidth + batch * units + unit
            memory.output[unit] = states.isEmpty ? 0 : Double(states[first][place])
            memory.cell[unit] =
              states.isEmpty || statesEach < 2 ? 0 : Double(states[first + 1][place])
          }
          let isBackward = direction == 1 || recurrent.reversesInput
          for step in 0..<steps {
            let from = isBackward ? steps - 1 - step : step
            cell.advance(x, at: ((row * steps + from) * batches + batch) * size, &memory)
            let isLast = step == steps - 1
            guard recurrent.givesSequence || isLast else { continue }
            let to = !recurrent.givesSequence ? 0 : direction == 1 ? from : step
            let start = row * width + ((to * batches + batch) * cells.count + direction) * units
            for unit in 0..<units { y[start + unit] = Float(memory.output[unit]) }
          }
          for unit in 0..<units {
            let place = row * width + sequenceWidth + first * stateWidth + batch * units + unit
            y[place] = Float(memory.output[unit])
            if statesEach == 2 { y[place + stateWidth] = Float(memory.cell[unit]) }
          }
        }
      }
    }
    blobs.put(y, output)
  }
}

/// The cell of one direction.
struct RecurrentCell: Sendable {
  let inputs: Int
  let units: Int
  private let kind: Recurrent.Cell
  private let gates: [Gate]
  private let peepholes: [[Double]]
  private let activations: [Activation]
  private let couplesGates: Bool
  private let clip: Double
  private let limit: Double
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
    fileprivate var sums: [[Double]]

    init(units: Int) {
      output = Array(repeating: 0, count: units)
      cell = output
      sums = Array(repeating: output, count: 4)
    }
  }

  private struct Gate: Sendable {
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
      let input = activations[0].value(limited(memory.sums[0][unit] + peephole(0, before)))
      let forget =
        couplesGates
        ? 1 - input : activations[0].value(limited(memory.sums[1][unit] + peephole(1, before)))
      let block = activations[1].value(limited(memory.sums[2][unit]))
      let cell = min(max(before * forget + input * block, -clip), clip)
      memory.cell[unit] = cell
      let output = activations[0].value(limited(memory.sums[3][unit] + peephole(2, cell)))
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

extension Activation {
  /// The function in Double; those with learned parameters stand in no cell.
  fileprivate func value(_ x: Double) -> Double {
    switch self {
    case .linear(let alpha, let beta): return Double(alpha) * x + Double(beta)
    case .relu: return x < 0 ? 0 : x
    case .leakyReLU(let alpha): return x < 0 ? Double(alpha) * x : x
    case .thresholdedReLU(let alpha): return x < Double(alpha) ? 0 : x
    case .tanh: return Foundation.tanh(x)
    case .scaledTanh(let alpha, let beta): return Double(alpha) * Foundation.tanh(Double(beta) * x)
    case .sigmoid: return LinkFunction.logistic(x)
    case .sigmoidHard(let alpha, let beta): return min(max(Double(alpha) * x + Double(beta), 0), 1)
    case .elu(let alpha): return x < 0 ? Double(alpha) * expm1(x) : x
    case .softsign: return x / (1 + abs(x))
    case .softplus: return max(x, 0) + log1p(exp(-abs(x)))
    case .prelu, .parametricSoftplus: return x
    }
  }
}
