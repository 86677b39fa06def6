import CommandLineKit
import ModelSpec
import TabularML

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
    // Nothing can be a column of an impossible size.
    guard array.shape.allSatisfy({ $0 > 0 }) else { return [] }
    let shape = array.shape.map { Int(clamping: $0) }
    let total = shape.reduce(1) { product, size in
      let (value, isTooMuch) = product.multipliedReportingOverflow(by: size)
      return isTooMuch ? Int.max : value
    }
    if total == 1 { return [name] }
    // A few names show the rule; nobody reads a thousand. Dots stand for two names or more.
    let shown = (0..<(total > 5 ? 3 : total)).map { name + ElementName.suffix($0, in: shape) }
    return total > 5 ? shown + ["…", name + ElementName.suffix(total - 1, in: shape)] : shown
  }
}

extension SizeRange {
  /// The least and the greatest size, null where there is no greatest.
  fileprivate var json: JSONValue {
    .array([.int(Int64(clamping: lowerBound)), upperBound.map(JSONValue.int) ?? .null])
  }
}
