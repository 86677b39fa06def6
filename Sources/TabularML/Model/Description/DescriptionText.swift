import Foundation
import ModelSpec

/// The text of a model's description, in the layout that macOS 15 prints.
///
/// It is that of old property lists: sorted keys, quotes around everything but letters, digits and
/// underscores, and characters beyond ASCII as `\Uxxxx`.
enum DescriptionText {
  /// Of many class labels only the first ones may be shown, with the number of the others.
  static func of(_ description: MLModelDescription, labelLimit: Int = .max) -> String {
    let model = description.model
    let labels = description.classLabels.map { labels in
      let others = labels.count - labelLimit
      return others < 2
        ? list(labels.map { "\($0)" })
        : list(labels.prefix(labelLimit).map { "\($0)" }, ending: ",\n    … \(others) more")
    }
    return """
      functionName: (null)
      inputs: \(list(model.inputs.map(text)))
      outputs: \(list(model.outputs.map(text)))
      states: \(list([]))
      predictedFeatureName: \(description.predictedFeatureName ?? "(null)")
      predictedProbabilitiesName: \(description.predictedProbabilitiesName ?? "(null)")
      classLabels: \(labels ?? "(null)")
      updatable: \(description.isUpdatable ? "YES" : "NO")
      trainingInputs: \(list(model.trainingInputs.map(text)))
      parameters: \(list(description.parameterDescriptions.map(\.description)))
      metadata: \(metadata(description))
      """
  }

  private static func text(_ feature: FeatureDescription) -> String {
    MLFeatureDescription(feature).description
  }

  private static func list(_ items: [String], ending: String = "") -> String {
    "(\n" + items.map { "    \(quoted($0))" }.joined(separator: ",\n") + ending
      + (items.isEmpty ? ")" : "\n)")
  }

  private static func metadata(_ description: MLModelDescription) -> String {
    var lines: [String] = []
    for (key, value) in description.metadata.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      if let text = value as? String {
        lines.append("    \(key.rawValue) = \(quoted(text));")
      } else if let values = value as? [String: String] {
        lines.append("    \(key.rawValue) =     {")
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
          lines.append("        \(quoted(key)) = \(quoted(value));")
        }
        lines.append("    };")
      }
    }
    return "{\n\(lines.joined(separator: "\n"))\n}"
  }

  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9"))
        || ($0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z"))
        || $0 == UInt8(ascii: "_")
    }
    if isPlain && !text.isEmpty { return text }
    var result = "\""
    for unit in text.utf16 {
      switch unit {
      case 0x22: result += "\\\""
      case 0x5C: result += "\\\\"
      case 0x0A: result += "\\n"
      case 0x0D: result += "\\r"
      case 0x09: result += "\\t"
      case 0x20...0x7E: result += String(decoding: CollectionOfOne(unit), as: UTF16.self)
      default:
        let digits = String(unit, radix: 16)
        result += "\\U" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result + "\""
  }
}
