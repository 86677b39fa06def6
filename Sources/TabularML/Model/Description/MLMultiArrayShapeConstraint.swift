public import Foundation
import ModelSpec

/// How the allowed shapes of a multi-array are given.
public enum MLMultiArrayShapeConstraintType: Int, Sendable {
  /// They are not: any shape is allowed.
  case unspecified = 1
  /// As a list; a fixed shape is a list of one.
  case enumerated = 2
  /// As a range per dimension.
  case range = 3
}

/// Which shapes a multi-array may have.
public final class MLMultiArrayShapeConstraint: NSObject, Sendable {
  private let arrayType: ArrayFeatureType

  init(_ arrayType: ArrayFeatureType) { self.arrayType = arrayType }

  /// How the allowed shapes are given.
  public var type: MLMultiArrayShapeConstraintType {
    switch arrayType.flexibility {
    case .none: arrayType.shape.isEmpty ? .unspecified : .enumerated
    case .enumerated: .enumerated
    case .ranges: .range
    }
  }

  /// The allowed shapes; empty when they are given as ranges or not at all.
  public var enumeratedShapes: [[NSNumber]] {
    shapes.map { $0.map { NSNumber(value: $0) } }
  }

  /// For each dimension an `NSRange` that contains the allowed sizes.
  ///
  /// A dimension without an upper bound has a range that goes to `Int.max`.
  public var sizeRangeForDimension: [NSValue] {
    let sizes: [NSRange]
    if case .ranges(let ranges) = arrayType.flexibility {
      sizes = ranges.map {
        NSRange(
          sizesFrom: Int(clamping: $0.lowerBound),
          through: $0.upperBound.map { Int(clamping: $0) })
      }
    } else {
      let rank = shapes.first?.count ?? 0
      sizes = (0..<rank).map { axis in
        let sizes = shapes.compactMap { $0.indices.contains(axis) ? Int(clamping: $0[axis]) : nil }
        return NSRange(sizesFrom: sizes.min() ?? 0, through: sizes.max() ?? 0)
      }
    }
    return sizes.map { NSValue(range: $0) }
  }

  private var shapes: [[Int64]] {
    switch arrayType.flexibility {
    case .none: arrayType.shape.isEmpty ? [] : [arrayType.shape]
    case .enumerated(let shapes): shapes
    case .ranges: []
    }
  }
}
