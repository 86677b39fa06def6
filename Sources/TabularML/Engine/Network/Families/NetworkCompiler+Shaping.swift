import ModelSpec

extension NetworkCompiler {
  mutating func add(
    _ shaping: ShapingLayer, _ layer: NeuralNetworkLayer, _ inputs: [Int]
  ) throws(ModelError) {
    let name = layer.kind.name
    let output = layer.outputs[0]
    switch shaping {
    case .getShape:
      let dimensions = shapes[inputs[0]].dimensions
      try add(constant: dimensions.map { Float($0) }, [dimensions.count], output)
    case .fillLike(let value): try fill(value, shapes[inputs[0]].dimensions, output)
    case .fillStatic(let value, let shape):
      try fill(value, shape.map { Int(clamping: $0) }, output)
    case .fillDynamic(let value):
      try fill(value, try constantNumbers(inputs[0], "the shape"), output)
    case .broadcastToLike:
      try broadcast(inputs[0], to: shapes[inputs[1]].dimensions, output, in: name)
    case .broadcastToStatic(let shape):
      try broadcast(
        inputs[0], to: shape.map { Int(clamping: $0) }, output, in: "\(name).targetShape")
    case .broadcastToDynamic:
      try broadcast(
        inputs[0], to: try constantNumbers(inputs[1], "the shape"), output, in: name)
    case .reshapeLike: try copy(inputs[0], output, shapes[inputs[1]].dimensions, in: name)
    case .reshapeDynamic:
      let old = shapes[inputs[0]].dimensions
      let target = try constantNumbers(inputs[1], "the shape").enumerated().map { axis, size in
        size == 0 && axis < old.count ? old[axis] : size
      }
      try fill(target, inputs[0], output, in: name)
    case .rangeStatic(let start, let end, let step):
      try range(start, end, step, output, in: name)
    case .rangeDynamic(let start, let step):
      var numbers: [Float] = []
      for input in inputs {
        guard let value = constants[input]?.first else {
          throw error(.unsupportedLayer, "a range may not differ from row to row", in: name)
        }
        numbers.append(value)
      }
      try range(
        numbers.count > 1 ? numbers[1] : start, numbers[0], numbers.count > 2 ? numbers[2] : step,
        output, in: name)
    case .whereBroadcastable:
      let (blob, indices) = try stretch(inputs, to: output, in: name)
      let count = shapes[blob].count
      layers.append(
        FunctionLayer(inputs: inputs, output: blob) { x, y in
          func number(_ input: Int, _ element: Int) -> Float {
            x[input, indices[input].isEmpty ? element : indices[input][element]]
          }
          for element in 0..<count {
            y[element] = number(number(0, element) != 0 ? 1 : 2, element)
          }
        })
    }
  }

  private mutating func fill(
    _ value: Float, _ dimensions: [Int], _ output: String
  ) throws(ModelError) {
    let count = try shape(dimensions).count
    try add(constant: Array(repeating: value, count: count), dimensions, output)
  }

  private mutating func broadcast(
    _ input: Int, to dimensions: [Int], _ output: String, in field: String
  ) throws(ModelError) {
    let target = try shape(dimensions)
    guard shapes[input].broadcast(target) == target else {
      throw error(
        .shape, "\(shapes[input].dimensions) does not stretch to \(dimensions)", in: field)
    }
    try spend(target.count)
    try add(shapes[input].indices(stretchedTo: target), of: input, dimensions, output)
  }

  private mutating func range(
    _ start: Float, _ end: Float, _ step: Float, _ output: String, in name: String
  ) throws(ModelError) {
    let count = ((Double(end) - Double(start)) / Double(step)).rounded(.up)
    guard count >= 1, count <= Double(PlanBuilder.largestArray) else {
      throw error(
        .value, "the range from \(start) to \(end) by \(step) is empty or endless", in: name)
    }
    let values = (0..<Int(count)).map { Float(Double(start) + Double($0) * Double(step)) }
    try add(constant: values, [values.count], output)
  }
}
