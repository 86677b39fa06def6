public import Foundation

/// Texts or integers in a row, the value of a sequence feature.
public final class MLSequence: NSObject, Sendable {
  private enum Elements: Hashable {
    case strings([String])
    case int64s([Int64])
  }

  private let elements: Elements

  /// Creates a sequence of texts.
  ///
  /// - Parameter stringValues: The texts, in order.
  public init(strings stringValues: [String]) {
    elements = .strings(stringValues)
  }

  /// Creates a sequence of integers.
  ///
  /// - Parameter int64Values: The integers, in order; a fraction is cut off.
  public init(int64s int64Values: [NSNumber]) {
    elements = .int64s(int64Values.map(\.int64Value))
  }

  /// Creates a sequence without elements.
  ///
  /// - Parameter type: The type of its elements: `.string`, or `.int64` for anything else.
  public init(empty type: MLFeatureType) {
    elements = type == .string ? .strings([]) : .int64s([])
  }

  /// How many elements there are.
  var count: Int {
    switch elements {
    case .strings(let values): values.count
    case .int64s(let values): values.count
    }
  }

  /// The type of the elements: `.string` or `.int64`.
  public var type: MLFeatureType {
    if case .strings = elements { .string } else { .int64 }
  }

  /// The texts; empty for a sequence of integers.
  public var stringValues: [String] {
    if case .strings(let values) = elements { values } else { [] }
  }

  /// The integers; empty for a sequence of texts.
  public var int64Values: [NSNumber] {
    if case .int64s(let values) = elements { values.map { NSNumber(value: $0) } } else { [] }
  }

  /// Whether the other object is a sequence with equal elements.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? MLSequence)?.elements == elements
  }

  /// A hash of the elements.
  public override var hash: Int { elements.hashValue }

  /// The elements as an array prints them.
  public override var description: String {
    switch elements {
    case .strings(let values): values.description
    case .int64s(let values): values.description
    }
  }
}
