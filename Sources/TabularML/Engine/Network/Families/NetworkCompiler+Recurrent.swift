import ModelSpec

extension NetworkCompiler {
  /// Adds a recurrent layer: one blob with all that it gives, and the parts that have names.
  mutating func add(
    _ recurrent: Recurrent, _ layer: NeuralNetworkLayer, _ inputs: [Int]
  ) throws(ModelError) {
    let shape = shapes[inputs[0]]
    let name = layer.kind.name
    let size = Int(clamping: recurrent.inputSize)
    let units = Int(clamping: recurrent.outputSize)
    guard shape.rank == 5, shape.dimensions.suffix(3).reduce(1, *) == size else {
      throw error(
        .shape, "vectors of \(size) numbers do not come out of \(shape.dimensions)",
        in: "\(name).inputVectorSize")
    }
    let states = recurrent.stateCount
    guard inputs.count == 1 || inputs.count == 1 + states,
      layer.outputs.count == 1 || layer.outputs.count == 1 + states
    else {
      throw error(
        .structure, "the layer takes and gives a sequence, alone or with \(states) states",
        in: name)
    }
    let (steps, batches) = (shape.dimensions[0], shape.dimensions[1])
    for state in inputs.dropFirst() where shapes[state].count != batches * units {
      throw error(
        .shape, "a state of \(batches * units) numbers is \(shapes[state].dimensions)", in: name)
    }
    let directions = recurrent.directions.count
    let given = recurrent.givesSequence ? steps : 1
    let sequence = try self.shape([given, batches, directions * units, 1, 1])
    let state = try self.shape([1, batches, units, 1, 1])
    let blob = try add(hidden: try self.shape([sequence.count + states * state.count]))
    layers.append(
      RecurrentLayer(
        recurrent, inputs: inputs, output: blob, steps: steps, batches: batches))
    try add(Array(0..<sequence.count), of: blob, sequence.dimensions, layer.outputs[0])
    for (index, output) in layer.outputs.dropFirst().enumerated() {
      let start = sequence.count + index * state.count
      try add(Array(start..<start + state.count), of: blob, state.dimensions, output)
    }
  }
}
