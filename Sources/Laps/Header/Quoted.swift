/// Names and cells as messages show them: in quotes, and never longer than a line.
enum Quoted {
  private static let longest = 60
  private static let most = 20

  static func text(_ text: String) -> String {
    text.count <= longest ? "\"\(text)\"" : "\"\(text.prefix(longest))…\""
  }

  static func list(_ texts: [String]) -> String {
    let shown = texts.prefix(most).map(text).joined(separator: ", ")
    return texts.count <= most ? shown : "\(shown) and \(texts.count - most) more"
  }
}
