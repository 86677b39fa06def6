import ModelSpec

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
}
