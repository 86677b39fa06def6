/// Turns diagnostics into the text of standard error, or into JSON lines.
package struct DiagnosticPrinter: Sendable {
  package enum Form: String, Sendable, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  package var form: Form
  package var isColored: Bool
  package var width: Int

  package init(form: Form = .text, isColored: Bool = false, width: Int = 80) {
    self.form = form
    self.isColored = isColored
    self.width = width
  }

  /// The whole text with its line end; `tool` stands where no file is known.
  package func render(_ diagnostic: Diagnostic, tool: String = "runpredict") -> String {
    switch form {
    case .json: diagnostic.json.compact + "\n"
    case .text: text(of: diagnostic, tool: tool)
    }
  }

  /// The message of a wrong command line, with its usage.
  package func render(_ error: UsageError) -> String {
    let text = render(error.diagnostic, tool: error.commandPath.joined(separator: " "))
    return form == .json ? text : text + "usage: \(error.usage)\n\(error.advice)\n"
  }

  private func text(of diagnostic: Diagnostic, tool: String) -> String {
    var place = diagnostic.file.map { $0.isEmpty ? "\"\"" : printable($0) } ?? tool
    if diagnostic.file != nil, let line = diagnostic.line {
      place += ":\(line)"
      if let column = diagnostic.column { place += ":\(column)" }
    }
    let label =
      switch diagnostic.severity {
      case .error: paint("error:", "1;31")
      case .leftOut: paint("left out:", "1;33")
      case .note: paint("note:", "1;36")
      }
    var text = "\(paint(place + ":", "1")) \(label) \(printable(shortened(diagnostic.message)))\n"
    if let excerpt = diagnostic.excerpt { text += lines(of: excerpt, number: diagnostic.line) }
    // One hint, however many lines it has.
    let question = diagnostic.didYouMean.map { "did you mean \"\(printable($0))\"?" }
    let hints = [question, diagnostic.hint.map(printable)].compactMap { $0 }
    if !hints.isEmpty {
      text += "\(paint("hint:", "1;32")) \(hints.joined(separator: "\n      "))\n"
    }
    return text
  }

  private func paint(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// The line with its number, and a caret under what is meant.
  private func lines(of excerpt: Diagnostic.Excerpt, number: Int?) -> String {
    let gutter = "  " + (number.map { "\($0) | " } ?? "| ")
    let scalars = Array(excerpt.line.unicodeScalars)
    let start = min(max(excerpt.column - 1, 0), scalars.count)
    // A long line is cut to a window that begins a little before the culprit.
    let room = max(40, width - gutter.count - 2)
    let first = scalars.count <= room || start < room * 2 / 3 ? 0 : start - room / 2
    let last = min(scalars.count, first + room)
    let shown = scalars[first..<last].map(printableInLine)
    let lead = first > 0 ? "…" : ""
    let tail = last < scalars.count ? "…" : ""
    let line = lead + shown.joined() + tail
    let padding = lead + shown[..<(start - first)].joined()
    let end = min(start + max(excerpt.length, 1), last)
    let covered = end > start ? shown[(start - first)..<(end - first)].joined() : " "
    let caret = "^" + String(repeating: "~", count: max(displayWidth(covered) - 1, 0))
    let margin = String(repeating: " ", count: gutter.count - 2) + "| "
    return "\(gutter)\(line)\n"
      + "\(margin)\(String(repeating: " ", count: displayWidth(padding)))\(paint(caret, "1;32"))\n"
  }
}

/// A text that cannot steer the terminal: control characters are spelled out.
package func printable(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isControl) else { return text }
  return text.unicodeScalars.map { scalar in
    isControl(scalar) && scalar != "\n" ? escaped(scalar) : String(scalar)
  }.joined()
}

private func printableInLine(_ scalar: Unicode.Scalar) -> String {
  if scalar == "\t" { return " " }
  return isControl(scalar) ? escaped(scalar) : String(scalar)
}

private func escaped(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\t": "\\t"
  case "\n": "\\n"
  case "\r": "\\r"
  default: "\\u{\(String(scalar.value, radix: 16))}"
  }
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
}

/// The columns that a text takes on a terminal.
package func displayWidth(_ text: String) -> Int {
  text.unicodeScalars.reduce(0) { width, scalar in
    switch scalar.value {
    case 0x0300...0x036F, 0x200B...0x200F, 0xFE00...0xFE0F, 0xFEFF: width
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      width + 2
    default: width + 1
    }
  }
}
