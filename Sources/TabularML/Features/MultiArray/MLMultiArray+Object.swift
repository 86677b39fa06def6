import Foundation

extension MLMultiArray {
  /// Whether type, shape and numbers are equal; not-a-number equals nothing.
  func hasSameNumbers(as other: MLMultiArray) -> Bool {
    if other === self { return true }
    guard other.dataType == dataType, other.dimensions == dimensions else { return false }
    return (0..<count).allSatisfy {
      double(at: offset(ofElement: $0)) == other.double(at: other.offset(ofElement: $0))
    }
  }

  /// Type and shape, and the numbers of a vector or a matrix.
  var text: String {
    let sizes = dimensions.map(String.init).joined(separator: " × ")
    switch dimensions.count {
    case 1: return "\(dataType.name) \(sizes) vector\n[\(row(from: 0))]"
    case 2:
      let rows = (0..<dimensions[0]).map { row(from: $0 * dimensions[1]) }
      return "\(dataType.name) \(sizes) matrix\n[\(rows.joined(separator: ";\n "))]"
    default: return "\(dataType.name) \(sizes) array"
    }
  }

  private func row(from start: Int) -> String {
    (start..<(start + (dimensions.last ?? 0))).map { self[$0].plainText }
      .joined(separator: ",")
  }
}
