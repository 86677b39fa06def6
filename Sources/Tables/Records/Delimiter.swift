/// The delimiters that a table may have and what they are tried in.
package enum Delimiter {
  /// Comma, semicolon, tab, bar: in the order in which equals are preferred.
  package static let candidates: [UInt8] = Array(",;\t|".utf8)

  /// Whether a character can separate cells: one byte, no quote, line end or NUL.
  package static func isUsable(_ byte: UInt8) -> Bool {
    byte < 0x80 && ![0, 0x0A, 0x0D, quote].contains(byte)
  }

  /// The name of a delimiter in messages.
  package static func name(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: ","): "commas"
    case UInt8(ascii: ";"): "semicolons"
    case UInt8(ascii: "\t"): "tabs"
    case UInt8(ascii: "|"): "bars"
    case UInt8(ascii: " "): "spaces"
    default: "'\(String(decoding: [byte], as: UTF8.self))'"
    }
  }
}
