/// Breaks a text at spaces so that no line is wider than `width`; line ends in the text stay.
package func wrapped(_ text: String, width: Int) -> [String] {
  text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
    var lines: [String] = []
    var line = ""
    for word in paragraph.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }
}

/// Terms in a column of their own with their meaning beside them, or below where a term is long.
func termList(_ terms: [(term: String, meaning: String)], indent: Int, column: Int, width: Int)
  -> String
{
  var text = ""
  for (term, meaning) in terms {
    let margin = String(repeating: " ", count: column)
    let head = String(repeating: " ", count: indent) + term
    let lines = meaning.isEmpty ? [] : wrapped(meaning, width: max(20, width - column))
    if head.count + 2 <= column, let first = lines.first {
      text += head + String(repeating: " ", count: column - head.count) + first + "\n"
      for line in lines.dropFirst() { text += margin + line + "\n" }
    } else {
      text += head + "\n"
      for line in lines { text += margin + line + "\n" }
    }
  }
  return text
}
