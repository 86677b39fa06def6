import CommandLineKit
import ModelSpec

extension FeatureType {
  /// The short word of the type in JSON.
  var word: String {
    switch self {
    case .int64: "int64"
    case .double: "double"
    case .string: "string"
    case .multiArray: "multiArray"
    case .dictionary: "dictionary"
    case .sequence: "sequence"
    case .image: "image"
    case .state: "state"
    }
  }
}

extension FeatureDescription {
  var json: JSONValue {
    var members: [(String, JSONValue)] = [("name", .string(name)), ("type", .string(type.word))]
    switch type {
    case .multiArray(let array), .state(let array):
      members.append(("shape", .array(array.shape.map(JSONValue.int))))
      members.append(("dataType", .string("\(array.dataType)")))
      switch array.flexibility {
      case .none: break
      case .enumerated(let shapes):
        members.append(("enumerated", .array(shapes.map { .array($0.map(JSONValue.int)) })))
      case .ranges(let ranges): members.append(("range", .array(ranges.map(\.json))))
      }
    case .dictionary(let key): members.append(("keyType", .string("\(key)")))
    case .sequence(let element, _): members.append(("elementType", .string("\(element)")))
    case .image(let width, let height):
      members.append(("width", .int(width)))
      members.append(("height", .int(height)))
    case .int64, .double, .string: break
    }
    members.append(("isOptional", .bool(isOptional)))
    members.append(("shortDescription", .string(shortDescription)))
    return .object(members)
  }

  /// The names of the columns of a table that give this feature.
  var columnNames: [String] {
    if case .dictionary = type { return ["\(name).<key>", "…"] }
    guard case .multiArray(let array) = type else { return [name] }
    let total = array.shape.reduce(1) { product, size in
      let (value, isTooMuch) = product.multipliedReportingOverflow(by: max(Int(clamping: size), 0))
      return isTooMuch ? Int.max : value
    }
    if total == 1 { return [name] }
    // A few names show the rule; nobody reads a thousand. Dots stand for two names or more.
    let shown = (0..<(total > 5 ? 3 : total)).map { index(of: $0, in: array.shape) }
    let last = total > 5 ? ["…", index(of: total - 1, in: array.shape)] : []
    return (shown + last).map { $0 == "…" ? $0 : "\(name).\($0)" }
  }

  private func index(of element: Int, in shape: [Int64]) -> String {
    var rest = element
    var indexes: [String] = []
    for size in shape.reversed() {
      let size = max(Int(clamping: size), 1)
      indexes.append(String(rest % size))
      rest /= size
    }
    return indexes.reversed().joined(separator: ".")
  }
}

extension SizeRange {
  /// The least and the greatest size, null where there is no greatest.
  fileprivate var json: JSONValue {
    .array([.int(Int64(clamping: lowerBound)), upperBound.map(JSONValue.int) ?? .null])
  }
}
