import ModelSpec
import Tables

extension FeatureReader {
  /// A feature reduced to what a single row needs: most are a number or a text.
  struct Question: Sendable {
    private enum Answer: Sendable { case double, int64, string, other }

    let name: String
    let isOptional: Bool
    private let answer: Answer

    init(_ feature: FeatureDescription) {
      name = feature.name
      isOptional = feature.isOptional
      answer =
        switch feature.type {
        case .double: .double
        case .int64: .int64
        case .string: .string
        default: .other
        }
    }

    /// The column of one row; nil for whatever is not a number or text of the very type.
    func column(_ value: MLFeatureValue) -> FeatureColumn? {
      switch (answer, value.content) {
      case (.double, .double(let number)): FeatureColumn(.doubles([number]))
      case (.double, .int64(let number)): FeatureColumn(.doubles([Double(number)]))
      case (.int64, .int64(let number)): FeatureColumn(.int64s([number]))
      case (.string, .string(let text)):
        FeatureColumn(.strings(StringColumn(codes: [0], dictionary: [text])))
      default: nil
      }
    }
  }
}
