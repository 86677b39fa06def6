/// A JSON document whose objects keep the order in which they were written.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  /// Not a number and the infinities become the texts `nan`, `inf`, `-inf`.
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([(String, JSONValue)])

  /// A text, or null.
  package init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

  /// On one line.
  package var compact: String {
    var text = ""
    write(into: &text, indent: nil)
    return text
  }

  /// For reading, two spaces a level.
  package var pretty: String {
    var text = ""
    write(into: &text, indent: 0)
    return text
  }

  private func write(into text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += "\(value)"
    case .double(let value): text += JSONValue.number(value)
    case .string(let value): JSONValue.quote(value, into: &text)
    case .array(let values):
      JSONValue.enclose("[", "]", values.count, into: &text, indent: indent) { index, text, inner in
        values[index].write(into: &text, indent: inner)
      }
    case .object(let members):
      JSONValue.enclose("{", "}", members.count, into: &text, indent: indent) {
        index, text, inner in
        JSONValue.quote(members[index].0, into: &text)
        text += inner == nil ? ":" : ": "
        members[index].1.write(into: &text, indent: inner)
      }
    }
  }

  private static func enclose(
    _ open: String, _ close: String, _ count: Int, into text: inout String, indent: Int?,
    each: (Int, inout String, Int?) -> Void
  ) {
    text += open
    let inner = indent.map { $0 + 2 }
    for index in 0..<count {
      if index > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: " ", count: inner) }
      each(index, &text, inner)
    }
    if let indent, count > 0 { text += "\n" + String(repeating: " ", count: indent) }
    text += close
  }

  private static func number(_ value: Double) -> String {
    if value.isNaN { return "\"nan\"" }
    if value.isInfinite { return value < 0 ? "\"-inf\"" : "\"inf\"" }
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Appends a quoted text, with the escapes that JSON asks for.
  package static func quote(_ value: String, into text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case let control where control.value < 0x20:
        let digits = String(control.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
