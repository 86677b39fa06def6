import ModelSpec

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
