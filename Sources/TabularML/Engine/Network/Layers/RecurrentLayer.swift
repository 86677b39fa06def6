import ModelSpec

/// Reads a sequence and remembers; computed in Double, so that long sequences stay exact.
///
/// The output holds the sequence, then for each direction the last output and, of an LSTM, the last
/// state of the cells. A reversed input is read from its end, and answered in the order of reading;
/// of two directions, the backward one's answers stand beside the forward one's of the same place.
struct RecurrentLayer: CompiledLayer {
  let inputs: [Int]
  let output: Int
  let recurrent: Recurrent
  let cells: [RecurrentCell]
  let steps: Int
  let batches: Int

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
          memory.begin(
            with: states, from: first, count: statesEach, at: row * stateWidth + batch * units)
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
