public import Foundation
import ModelSpec

/// Which multi-arrays a feature takes.
public final class MLMultiArrayConstraint: NSObject, Sendable {
  private let type: ArrayFeatureType

  init(_ type: ArrayFeatureType) { self.type = type }

  /// The default shape; empty where the model names none.
  public var shape: [NSNumber] { type.shape.map { NSNumber(value: $0) } }

  /// The type of the numbers.
  public var dataType: MLMultiArrayDataType { MLMultiArrayDataType(type.dataType) }

  /// Which shapes are allowed.
  public var shapeConstraint: MLMultiArrayShapeConstraint { MLMultiArrayShapeConstraint(type) }

  /// The type of the numbers and the default shape, such as `Float32, 1 × 6`.
  public override var description: String {
    "\(dataType.name), \(type.shape.map(String.init).joined(separator: " × "))"
  }

  /// Whether an array of that shape is allowed.
  func allows(shape: [Int]) -> Bool { type.allows(shape: shape) }
}

extension MLMultiArrayDataType {
  init(_ type: ArrayFeatureType.DataType) {
    self =
      switch type {
      case .float16: .float16
      case .float32: .float32
      case .double: .double
      case .int8: .int8
      case .int32: .int32
      }
  }
}

extension ArrayFeatureType {
  /// Whether an array of that shape is allowed; anything is where the model names no shape.
  func allows(shape: [Int]) -> Bool {
    switch flexibility {
    case .none: self.shape.isEmpty || self.shape.elementsEqual(shape, by: { $0 == Int64($1) })
    case .enumerated(let shapes):
      shapes.contains { $0.elementsEqual(shape, by: { $0 == Int64($1) }) }
    case .ranges(let ranges):
      ranges.count == shape.count
        && zip(ranges, shape).allSatisfy { range, size in
          UInt64(max(size, 0)) >= range.lowerBound
            && (range.upperBound.map { Int64(size) <= $0 } ?? true)
        }
    }
  }
}
