import ModelSpec

extension ProgramCompiler {
  /// Lists of values of one shape, which TensorFlow's loops over sequences read and write.
  ///
  /// Places must be known; what was never written is zeros.
  mutating func list(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    if operation.type == "make_list" { return try makeList(operation) }
    var list = try required("ls", of: operation)
    guard case .list(var elements) = list.storage else {
      throw error(.type, "'\(operation.type)' takes a list", in: "inputs.ls")
    }
    switch operation.type {
    case "list_length":
      return Tensor(
        dataType: .int32, shape: try shape([]),
        storage: .constant([Float(integer: Int32(clamping: elements.count))]))
    case "list_read":
      return try element(place(try integer("index", of: operation), in: elements), of: list)
    case "list_gather":
      var chosen: [Tensor] = []
      for index in try integers("indices", of: operation) ?? [] {
        let element = try element(place(index, in: elements), of: list)
        chosen.append(try reshaped(element, [1] + element.dimensions))
      }
      guard !chosen.isEmpty else { throw error(.shape, "no element is chosen", in: "inputs") }
      return try joined(chosen, axis: 0)
    case "list_write":
      let value = try required("value", of: operation)
      try write(value, at: try integer("index", of: operation), &list, &elements)
    default:
      let value = try required("value", of: operation)
      let places = try integers("indices", of: operation) ?? []
      guard value.dimensions.first == places.count else {
        throw error(
          .shape, "\(places.count) places for values of \(value.dimensions)", in: "inputs.value")
      }
      let inner = try shape(Array(value.dimensions.dropFirst()))
      for (index, place) in places.enumerated() {
        let part = try picked(
          value, inner, Array(index * inner.count..<(index + 1) * inner.count))
        try write(part, at: place, &list, &elements)
      }
    }
    list.storage = .list(elements)
    return list
  }

  private mutating func makeList(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let length = try integer("init_length", of: operation, default: 1)
    let name = try text("dtype", of: operation) ?? "fp32"
    guard let dataType = Program.DataType(named: name), (0...1 << 16).contains(length) else {
      throw error(.value, "there is no list of \(length) \(name)", in: "inputs")
    }
    // A size that is a text is not known before the first element is written.
    var dimensions: [Int] = []
    for size in try list("elem_shape", of: operation) {
      dimensions.append(size.constant?.first.map { Int($0.integer) } ?? 0)
    }
    try spend(Self.slotSize * length)
    return Tensor(
      dataType: dataType, shape: try shape(dimensions.map { max($0, 0) }),
      storage: .list(Array(repeating: nil, count: length)))
  }

  /// Numbers that the place of an element in a list is as large as; each change is a list of its own.
  private static let slotSize = 16

  private func place(_ index: Int, in elements: [Tensor?]) throws(ModelError) -> Int {
    guard elements.indices.contains(index) else {
      throw error(.value, "there is no element \(index) of \(elements.count)", in: "inputs")
    }
    return index
  }

  private mutating func element(_ place: Int, of list: Tensor) throws(ModelError) -> Tensor {
    guard case .list(let elements) = list.storage else { return list }
    if let element = elements[place] { return element }
    try spend(list.count)
    return Tensor(
      dataType: list.dataType, shape: list.shape,
      storage: .constant(Array(repeating: 0, count: list.count)))
  }

  /// A list becomes longer when something is written behind its end.
  private mutating func write(
    _ value: Tensor, at index: Int, _ list: inout Tensor, _ elements: inout [Tensor?]
  ) throws(ModelError) {
    guard value.dataType == list.dataType, (0...1 << 16).contains(index) else {
      throw error(
        .value, "\(value.dataType.name) cannot be the element \(index) of a list", in: "inputs")
    }
    if elements.allSatisfy({ $0 == nil }) { list.shape = value.shape }
    guard value.shape == list.shape else {
      throw error(
        .shape, "an element of \(value.dimensions) in a list of \(list.dimensions)",
        in: "inputs.value")
    }
    try spend(Self.slotSize * max(elements.count, index + 1))
    if index >= elements.count {
      elements += Array(repeating: nil, count: index + 1 - elements.count)
    }
    elements[index] = value
  }
}
