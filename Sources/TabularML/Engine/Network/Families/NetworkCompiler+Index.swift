import ModelSpec

extension NetworkCompiler {
  /// Adds a layer that reads or writes at places that a blob says.
  ///
  /// What is read from a place that is none is not-a-number; what is written there is lost.
  mutating func add(
    _ index: IndexLayer, _ layer: NeuralNetworkLayer, _ inputs: [Int]
  ) throws(ModelError) {
    let data = shapes[inputs[0]]
    let places = shapes[inputs[1]]
    let name = layer.kind.name
    let points: Points
    var mode: IndexLayer.Mode?
    switch index {
    case .gather(let axis), .scatter(let axis, _):
      let axis = try self.axis(axis, of: data, in: "\(name).axis")
      points = Points(gathering: data, axis: axis, places)
    case .gatherAlongAxis(let axis), .scatterAlongAxis(let axis, _):
      let axis = try self.axis(axis, of: data, in: "\(name).axis")
      var own = data.dimensions
      var other = places.dimensions
      guard other.count == own.count else {
        throw error(.shape, "places and data have not the same rank", in: name)
      }
      (own[axis], other[axis]) = (1, 1)
      guard own == other else {
        throw error(
          .shape, "places \(places.dimensions) do not go with \(data.dimensions)", in: name)
      }
      points = Points(along: axis, data, places)
    case .gatherND, .scatterND:
      let depth = places.dimensions.last ?? 0
      guard places.rank > 0, depth > 0, depth <= data.rank else {
        throw error(
          .shape, "places \(places.dimensions) do not go with \(data.dimensions)", in: name)
      }
      points = Points(nd: data, places, depth: depth)
    }
    switch index {
    case .scatter(_, let own), .scatterAlongAxis(_, let own), .scatterND(let own): mode = own
    default: mode = nil
    }
    let total = try shape(points.dimensions).count
    guard let mode else {
      try add(inputs, layer.outputs[0], points.dimensions) { x, y in
        for element in 0..<total { y[element] = points.source(element, x).map { x[$0] } ?? .nan }
      }
      return
    }
    guard shapes[inputs[2]].dimensions == points.dimensions else {
      throw error(
        .shape, "updates should have the shape \(points.dimensions)", in: name)
    }
    let count = data.count
    try add(inputs, layer.outputs[0], data.dimensions) { x, y in
      for element in 0..<count { y[element] = x[element] }
      for element in 0..<total {
        guard let target = points.source(element, x) else { continue }
        y[target] = mode.join(y[target], x[2, element])
      }
    }
  }
}

/// For each element that is read or written its place in the data.
private struct Points: Sendable {
  /// The shape of what is read or written.
  let dimensions: [Int]
  /// Elements from one point to the next, in the output and in the places.
  private let inner: Int
  private let depth: Int
  /// For each coordinate of a point how many places there are, and how far apart.
  private let lengths: [Int]
  private let steps: [Int]
  private let kind: Kind

  private enum Kind {
    case axis(places: Int), along(length: Int), points
  }

  init(gathering data: BlobShape, axis: Int, _ places: BlobShape) {
    dimensions = data.dimensions[..<axis] + places.dimensions + data.dimensions[(axis + 1)...]
    inner = data.stride(axis)
    depth = 1
    lengths = [data.dimensions[axis]]
    steps = [inner]
    kind = .axis(places: places.count)
  }

  init(along axis: Int, _ data: BlobShape, _ places: BlobShape) {
    dimensions = places.dimensions
    inner = data.stride(axis)
    depth = 1
    lengths = [data.dimensions[axis]]
    steps = [inner]
    kind = .along(length: places.dimensions[axis])
  }

  init(nd data: BlobShape, _ places: BlobShape, depth: Int) {
    let rest = data.dimensions[depth...]
    let points = places.dimensions.dropLast() + rest
    dimensions = points.isEmpty ? [1] : Array(points)
    inner = rest.reduce(1, *)
    self.depth = depth
    lengths = Array(data.dimensions[..<depth])
    steps = (0..<depth).map { data.stride($0) }
    kind = .points
  }

  /// The place in the data; nil if it is none.
  func source(_ element: Int, _ x: InputRow) -> Int? {
    let (outer, rest) = (element / inner, element % inner)
    switch kind {
    case .axis(let places):
      guard let place = x.place(1, outer % places, of: lengths[0]) else { return nil }
      return (outer / places * lengths[0] + place) * inner + rest
    case .along(let length):
      guard let place = x.place(1, element, of: lengths[0]) else { return nil }
      return (outer / length * lengths[0] + place) * inner + rest
    case .points:
      var target = rest
      for axis in 0..<depth {
        guard let place = x.place(1, outer * depth + axis, of: lengths[axis]) else { return nil }
        target += place * steps[axis]
      }
      return target
    }
  }
}

extension IndexLayer.Mode {
  fileprivate func join(_ old: Float, _ new: Float) -> Float {
    switch self {
    case .update: new
    case .add: old + new
    case .subtract: old - new
    case .multiply: old * new
    case .divide: old / new
    case .max: new > old ? new : old
    case .min: new < old ? new : old
    }
  }
}
