package import ModelSpec

extension ArrayFeatureType {
  /// The shape that the array of a row has: the declared one, or else the first or least allowed.
  var rowShape: [Int] {
    let declared =
      switch flexibility {
      case _ where !shape.isEmpty: shape
      case .none: shape
      case .enumerated(let shapes): shapes.first ?? []
      case .ranges(let ranges): ranges.map { Int64(clamping: $0.lowerBound) }
      }
    return declared.map { Int(clamping: $0) }
  }

  /// Whether the array of a row may have this shape.
  package func allows(_ shape: [Int]) -> Bool {
    if shape == rowShape { return true }
    switch flexibility {
    case .none: return false
    case .enumerated(let shapes): return shapes.contains { $0.elementsEqual(shape.map(Int64.init)) }
    case .ranges(let ranges):
      return shape.count == ranges.count
        && zip(shape, ranges).allSatisfy { size, range in
          size >= 0 && UInt64(size) >= range.lowerBound
            && (range.upperBound.map { Int64(size) <= $0 } ?? true)
        }
    }
  }

  /// The problem of a row whose array has a shape that is not allowed.
  package func shapeProblem(found: [Int]) -> RowProblem.Kind {
    switch flexibility {
    case .none: .wrongShape(expected: rowShape, found: found)
    case .enumerated(let shapes):
      .shapeNotAllowed(
        allowed: "one of the shapes " + shapes.map { "\($0)" }.joined(separator: ", "),
        found: found)
    case .ranges(let ranges):
      .shapeNotAllowed(
        allowed: "a shape within ["
          + ranges.map { range in
            let least = "\(range.lowerBound)"
            guard let most = range.upperBound else { return least + " or more" }
            return most == range.lowerBound ? least : "\(least) to \(most)"
          }.joined(separator: ", ") + "]",
        found: found)
    }
  }
}
