extension Recurrent {
  func write(to writer: inout WireWriter) {
    writer.uint(1, inputSize)
    writer.uint(2, outputSize)
    let first = directions.first
    switch cell {
    case .simple, .gru:
      for activation in first?.activations ?? [] {
        writer.message(10) { ModelEncoder.write(activation, to: &$0) }
      }
      writer.bool(15, givesSequence)
      writer.bool(20, first?.biases.isEmpty == false)
      if let first { writeNumbers(first, to: &writer) }
    case .lstm, .bidirectionalLSTM:
      for (number, direction) in zip(10..., directions) {
        for activation in direction.activations {
          writer.message(number) { ModelEncoder.write(activation, to: &$0) }
        }
      }
      writer.message(15) {
        $0.bool(10, givesSequence)
        $0.bool(20, first?.biases.isEmpty == false)
        $0.bool(30, addsForgetBias)
        $0.bool(40, first?.peepholes.isEmpty == false)
        $0.bool(50, couplesGates)
        $0.float(60, cellClip)
      }
      for direction in directions { writer.message(20) { writeNumbers(direction, to: &$0) } }
    }
    writer.bool(100, reversesInput)
  }

  private func writeNumbers(_ direction: Direction, to writer: inout WireWriter) {
    let fields = Recurrent.gates(cell).map(\.fields)
    let lists = [
      (fields.map(\.0), direction.weights), (fields.map(\.1), direction.recursions),
      (fields.map(\.2), direction.biases), ([60, 61, 62], direction.peepholes),
    ]
    for (numbers, values) in lists {
      for (number, values) in zip(numbers, values) {
        writer.message(number) { ModelEncoder.write(values, to: &$0) }
      }
    }
  }
}
