import ModelSpec

extension ArrayFeatureType {
  /// Whether a row's array may have this shape: the default one, or another that the model names.
  func allows(_ shape: [Int]) -> Bool {
    if shape == rowShape { return true }
    switch flexibility {
    case .none: return false
    case .enumerated(let shapes):
      return shapes.contains { $0.elementsEqual(shape) { Int($0) == $1 } }
    case .ranges(let ranges):
      return ranges.count == shape.count
        && zip(ranges, shape).allSatisfy { range, size in
          size >= range.lowerBound && range.upperBound.map { size <= $0 } ?? true
        }
    }
  }
}

extension ArrayFeatureType.DataType {
  var isInteger: Bool { self == .int32 || self == .int8 }

  /// The nearest number that an element of this type can be.
  ///
  /// Fractions are rounded to single or half precision. Nil for a finite number beyond the greatest
  /// of the type, and for what is no whole number where the type has only these.
  func element(_ number: Double) -> Double? {
    let element: Double
    switch self {
    case .double: return number
    case .float32: element = Double(Float(number))
    case .float16: element = Double(Float16(number))
    case .int32: return Int32(exactly: number).map { Double($0) }
    case .int8: return Int8(exactly: number).map { Double($0) }
    }
    return element.isInfinite && number.isFinite ? nil : element
  }
}
