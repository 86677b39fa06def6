// Kinds of text that are no tables.

extension FileSignature {
  /// What a text in angle brackets is.
  static func markup(_ beginning: [UInt8]) -> (name: String, wayOut: String)? {
    let text = String(decoding: withoutMark(beginning), as: UTF8.self).lowercased()
    guard
      ["<?xml", "<!doctype", "<html", "<gpx", "<trainingcenter", "<kml"].contains(
        where: text.hasPrefix)
    else { return nil }
    if text.contains("<gpx") {
      return (
        "a GPX track",
        "a track has points and no laps: export the laps of the activity as CSV, or its FIT file and that with FitCSVTool"
      )
    }
    if text.contains("<trainingcenterdatabase") {
      return (
        "a TCX file",
        "export the laps of the activity as CSV, or its FIT file and that with FitCSVTool"
      )
    }
    if text.contains("<html") {
      return ("a web page", "download the file itself: the page may ask to log in")
    }
    return ("an XML document", "export its rows as CSV or as JSON lines")
  }

  /// What a text of JSON is.
  static func json(_ beginning: [UInt8]) -> (name: String, wayOut: String)? {
    let text = Array(withoutMark(beginning))
    guard let first = text.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return nil
    }
    var cursor = JSONCursor(text, 0..<text.count)
    do {
      try cursor.skip()
    } catch {
      // The document may go on behind what is known of it.
      guard error.offset >= text.count, beginning.count == ByteSource.beginningSize else {
        return nil
      }
      return document(first)
    }
    let rest = text[cursor.index...].prefix { $0 != newline && $0 != UInt8(ascii: "\r") }
    guard Blanks.isBlank(rest) else { return nil }
    let isOneLine = !text[..<cursor.index].contains(newline)
    return first == UInt8(ascii: "{") && isOneLine
      ? ("JSON, one object a line", "--input-format jsonl") : document(first)
  }

  private static func document(_ first: UInt8) -> (name: String, wayOut: String) {
    (
      "a JSON document",
      "jq -c \(first == UInt8(ascii: "[") ? "'.[]'" : ".") FILE makes one object a line of it: "
        + "read that with --input-format jsonl"
    )
  }

  /// Without a byte-order mark and blanks before the text.
  private static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    return text.drop { $0 == 0x20 || $0 == 0x09 || $0 == newline || $0 == UInt8(ascii: "\r") }
  }
}

extension TableProblem {
  /// The same error of a file that is no table but something known, in words about that.
  ///
  /// `source` must have been read from its beginning.
  package func explained(by source: ByteSource) -> TableProblem {
    guard let (name, wayOut) = FileSignature.find(in: source.beginning) else { return self }
    return TableProblem(
      kind, severity: severity, at: place, message: "this is no table but \(name)", hint: wayOut)
  }
}
