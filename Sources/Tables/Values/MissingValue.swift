/// The texts that stand for a value that is not known.
///
/// Empty, `-`, `--`, `---`, `–`, `—`, `?`, and in any case `N/A`, `NA`, `#N/A`, `null`, `none`, `\N`.
/// `NaN` is not among them: a program that wrote it had a number and lost it.
package enum MissingValue {
  package static func isMissing(_ text: Span<UInt8>) -> Bool {
    switch text.count {
    case 0: return true
    case 1: return text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "?")
    case 2...4: break
    default: return false
    }
    let first = text[0]
    if first >= UInt8(ascii: "0"), first <= UInt8(ascii: "9") { return false }
    var letters: UInt32 = 0
    for index in text.indices { letters = letters << 8 | UInt32(lowercase(text[index])) }
    return words.contains(letters)
  }

  package static func isMissing(_ text: String) -> Bool {
    isMissing(Array(text.utf8).span)
  }

  /// Two to four bytes of lower case each, as one number.
  private static let words: [UInt32] = [
    "--", "---", "–", "—", "n/a", "na", "#n/a", "null", "none", "\\n",
  ].map { (word: String) in
    word.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// The letter in lower case; other bytes as they are.
@inline(__always)
func lowercase(_ byte: UInt8) -> UInt8 {
  byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
}
