import ModelSpec

/// The way back through a step of an LSTM.
extension RecurrentCell {
  /// What the way back needs to know of a step.
  struct Step {
    /// What went into the activations of the gates.
    let sums: [[Double]]
    /// The states of the cells before and after it.
    let before: [Double]
    let after: [Double]
  }

  /// Gives the gradient of the vector that was read.
  ///
  /// `gradient` holds those of what the cell remembers: after the step at first, and then before it.
  func goBack(through step: Step, _ gradient: inout Memory) -> [Double] {
    for unit in 0..<units {
      func gate(_ index: Int) -> (value: Double, slope: Double) {
        let function = activations[index == 2 ? 1 : 0]
        let sum = step.sums[index][unit]
        return (function.value(sum), abs(sum) < limit ? function.slope(sum) : 0)
      }
      func peephole(_ gate: Int) -> Double { peepholes.isEmpty ? 0 : peepholes[gate][unit] }
      let (input, block, output) = (gate(0), gate(2), gate(3))
      let forget = couplesGates ? (value: 1 - input.value, slope: 0) : gate(1)
      let (before, after) = (step.before[unit], step.after[unit])
      let outputSum = gradient.output[unit] * activations[2].value(after) * output.slope
      let state =
        abs(after) < clip
        ? gradient.cell[unit] + outputSum * peephole(2)
          + gradient.output[unit] * output.value * activations[2].slope(after)
        : 0
      let inputSum = state * (couplesGates ? block.value - before : block.value) * input.slope
      let forgetSum = state * before * forget.slope
      gradient.sums[0][unit] = inputSum
      gradient.sums[1][unit] = forgetSum
      gradient.sums[2][unit] = state * input.value * block.slope
      gradient.sums[3][unit] = outputSum
      gradient.cell[unit] =
        state * forget.value + inputSum * peephole(0) + forgetSum * peephole(1)
    }
    for index in 0..<units {
      gradient.output[index] = gates.indices.reduce(0) { sum, gate in
        (0..<units).reduce(sum) {
          $0 + gates[gate].recursions[$1 * units + index] * gradient.sums[gate][$1]
        }
      }
    }
    return (0..<inputs).map { index in
      gates.indices.reduce(0) { sum, gate in
        (0..<units).reduce(sum) {
          $0 + gates[gate].weights[$1 * inputs + index] * gradient.sums[gate][$1]
        }
      }
    }
  }
}
