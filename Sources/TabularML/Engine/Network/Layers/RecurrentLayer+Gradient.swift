import ModelSpec

/// The way back: of recurrent layers Core ML lets it through those with an LSTM of one direction.
extension RecurrentLayer {
  var isDifferentiable: Bool { recurrent.cell == .lstm }

  /// Runs forward once more, to know each step, and goes back through the steps.
  func backward(_ rows: Int, _ pass: inout BackwardPass) {
    let cell = cells[0]
    let (x, dy) = (pass.values[inputs[0]], pass.gradients[output])
    let states = inputs.dropFirst().map { pass.values[$0] }
    let width = pass.values.widths[output]
    let stateWidth = batches * cell.units
    let sequenceWidth = (recurrent.givesSequence ? steps : 1) * stateWidth
    var gradients = inputs.map { [Float](repeating: 0, count: rows * pass.values.widths[$0]) }
    for row in 0..<rows {
      for batch in 0..<batches {
        func start(of step: Int) -> Int {
          let from = recurrent.reversesInput ? steps - 1 - step : step
          return ((row * steps + from) * batches + batch) * cell.inputs
        }
        let place = row * stateWidth + batch * cell.units
        var memory = RecurrentCell.Memory(units: cell.units)
        memory.begin(with: states, from: 0, count: 2, at: place)
        let trace = (0..<steps).map { step in
          let before = memory.cell
          cell.advance(x, at: start(of: step), &memory)
          return RecurrentCell.Step(sums: memory.sums, before: before, after: memory.cell)
        }
        var gradient = RecurrentCell.Memory(units: cell.units)
        let last = row * width + sequenceWidth + batch * cell.units
        for unit in 0..<cell.units {
          gradient.output[unit] = Double(dy[last + unit])
          gradient.cell[unit] = Double(dy[last + stateWidth + unit])
        }
        for step in (0..<steps).reversed() {
          if recurrent.givesSequence || step == steps - 1 {
            let to = recurrent.givesSequence ? step : 0
            let answer = row * width + (to * batches + batch) * cell.units
            for unit in 0..<cell.units { gradient.output[unit] += Double(dy[answer + unit]) }
          }
          let vector = cell.goBack(through: trace[step], &gradient)
          for (index, value) in vector.enumerated() {
            gradients[0][start(of: step) + index] = Float(value)
          }
        }
        for (state, values) in zip(1..<inputs.count, [gradient.output, gradient.cell]) {
          for (unit, value) in values.enumerated() { gradients[state][place + unit] = Float(value) }
        }
      }
    }
    for (input, gradient) in zip(inputs, gradients) where pass.wanted[input] {
      var sums = pass.gradients.take(input)
      for (index, value) in gradient.enumerated() { sums[index] += value }
      pass.gradients.put(sums, input)
    }
  }
}
