import ModelSpec

extension ProgramCompiler {
  /// `scatter`, `scatter_along_axis` and `scatter_nd`.
  mutating func scatter(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let data = try required("data", of: operation)
    let indices = try required("indices", of: operation)
    let updates = try required("updates", of: operation)
    guard indices.kind == .integer, updates.dataType == data.dataType,
      data.kind == .float || data.kind == .integer
    else {
      throw error(.type, "'\(operation.type)' takes numbers of one type, and integers for places")
    }
    let name = try text("mode", of: operation) ?? "add"
    guard let mode = ScatterLayer.Mode(rawValue: name) else {
      throw error(.value, "there is no mode '\(name)'", in: "inputs.mode")
    }
    let expected: [Int]
    let bounds: [Int]
    var (axis, chosen) = (0, indices.dimensions)
    switch operation.type {
    case "scatter_nd":
      guard let axes = chosen.popLast(), (1...max(1, data.rank)).contains(axes), data.rank > 0
      else {
        throw error(
          .shape, "\(indices.dimensions) are no points of \(data.dimensions)", in: "inputs.indices")
      }
      bounds = Array(data.dimensions[..<axes])
      expected = chosen + data.dimensions[axes...]
    case "scatter_along_axis":
      axis = try self.axis(of: operation, rank: data.rank, default: 0)
      bounds = [data.dimensions[axis]]
      var others = chosen
      if others.count == data.rank { others[axis] = bounds[0] }
      guard others == data.dimensions else {
        throw error(
          .shape, "\(chosen) is no choice along an axis of \(data.dimensions)",
          in: "inputs.indices")
      }
      expected = chosen
      chosen = [chosen[axis]]
    default:
      axis = try self.axis(of: operation, rank: data.rank, default: 0)
      bounds = [data.dimensions[axis]]
      expected = data.dimensions[..<axis] + chosen + data.dimensions[(axis + 1)...]
    }
    guard updates.dimensions == expected else {
      throw error(
        .shape, "the updates should be \(expected), not \(updates.dimensions)",
        in: "inputs.updates")
    }
    let run = data.dimensions[(axis + bounds.count)...].reduce(1, *)
    let outer = data.dimensions[..<axis].reduce(1, *)
    let choices = chosen.reduce(1, *)
    let isInteger = data.kind == .integer
    let isElementwise = operation.type == "scatter_along_axis"
    return try emit(data.dataType, data.shape, from: [data, indices, updates]) {
      ScatterLayer(
        inputs: $0, output: $1, mode: mode, isInteger: isInteger, bounds: bounds, run: run,
        outer: outer, choices: choices, isElementwise: isElementwise)
    }
  }

  /// A value with a slice of it replaced.
  mutating func sliceUpdate(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let x = try required("x", of: operation)
    let update = try required("update", of: operation)
    let (picks, kept) = try slice(operation, x)
    guard update.dataType == x.dataType, update.dimensions == kept.map({ picks[$0].count }) else {
      throw error(
        .shape, "the update should be \(kept.map { picks[$0].count }), not \(update.dimensions)",
        in: "inputs.update")
    }
    try spend(2 * x.count)
    var places = Array(0..<x.count)
    for (index, place) in placesOf(picks, in: x).enumerated() { places[place] = x.count + index }
    let both = try joined(
      [try reshaped(x, [x.count]), try reshaped(update, [update.count])], axis: 0)
    return try picked(both, x.shape, places)
  }

  /// The first elements along one axis backwards: so many as a number says for each place of another.
  mutating func reverseSequence(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let x = try required("x", of: operation)
    let lengths = try required("lengths", of: operation)
    let axis = try axis(
      try integer("seq_axis", of: operation, default: 0), rank: x.rank, in: "seq_axis")
    let batchAxis = try self.axis(
      try integer("batch_axis", of: operation, default: 0), rank: x.rank, in: "batch_axis")
    guard lengths.kind == .integer, lengths.dimensions == [x.dimensions[batchAxis]] else {
      throw error(
        .shape, "there should be \(x.dimensions[batchAxis]) lengths, not \(lengths.dimensions)",
        in: "inputs.lengths")
    }
    guard axis != batchAxis else {
      throw error(.value, "sequences and batches are not one axis", in: "inputs.seq_axis")
    }
    let (length, stride) = (x.dimensions[axis], x.shape.stride(axis))
    let (batches, batchStride) = (x.dimensions[batchAxis], x.shape.stride(batchAxis))
    let count = x.count
    return try emit(x.dataType, x.shape, from: [x, lengths]) {
      FunctionLayer(inputs: $0, output: $1) { row, y in
        for element in 0..<count {
          let turned = Int(row[1, element / batchStride % batches].integer)
          let place = element / stride % length
          let from = place < min(turned, length) ? min(turned, length) - 1 - place : place
          y[element] = row[0, element + (from - place) * stride]
        }
      }
    }
  }
}
