import ModelSpec
import TabularML

// What flows through a model, in a few words.

extension ModelSummary.Stage {
  /// Such as `course → courseCode : MultiArray (Double, 6)`.
  var flow: String {
    "\(list(inputs.map(\.name), of: "inputs")) → "
      + list(outputs.map { MLFeatureDescription($0).description }, of: "outputs")
  }
}

extension ModelSummary.Layer {
  /// Such as `x [6] → h [16]`.
  var flow: String {
    let ends = [inputs, outputs].map { blobs in
      list(blobs.map { "\($0.name) \($0.shape)" }, of: "blobs")
    }
    return inputs.isEmpty ? "→ \(ends[1])" : ends.joined(separator: " → ")
  }
}

extension FeatureDescription {
  /// Which shapes besides the declared one are taken, and what stands in for a missing value.
  var flexibilityText: String {
    guard case .multiArray(let array) = type else { return "" }
    var parts: [String] = []
    switch array.flexibility {
    case .none: break
    case .enumerated(let shapes):
      parts.append(
        "shapes " + list(shapes.map { $0.map(String.init).joined(separator: " × ") }, of: "shapes"))
    case .ranges(let ranges):
      parts.append("shapes " + ranges.map(\.text).joined(separator: " × "))
    }
    switch array.defaultValue {
    case nil: break
    case .int32(let value): parts.append("\(value) when missing")
    case .float(let value): parts.append("\(value) when missing")
    case .double(let value): parts.append("\(value) when missing")
    }
    return parts.joined(separator: ", ")
  }
}

/// A few names, or the first of many and their number.
private func list(_ names: [String], of things: String) -> String {
  guard names.count > 8 else { return names.joined(separator: ", ") }
  return names.prefix(3).joined(separator: ", ") + ", … (\(grouped(names.count)) \(things))"
}
