/// Cuts a textual program into words, texts and signs.
struct ProgramTextScanner {
  enum Token: Equatable {
    /// A name, a keyword or a number; where it stands in the text.
    case word(Range<Int>)
    case text(String)
    case sign(UInt8)
    case end
  }

  let bytes: [UInt8]
  /// The name of the file, for errors.
  let file: String
  /// The token that is looked at, and where it begins.
  private(set) var token = Token.end
  private(set) var start = 0
  private var next = 0

  init(_ bytes: [UInt8], file: String) throws(ModelError) {
    self.bytes = bytes
    self.file = file
    try advance()
  }

  /// The text of a word.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Whether the token is this word.
  func isWord(_ word: StaticString) -> Bool {
    guard case .word(let range) = token else { return false }
    return text(range) == "\(word)"
  }

  mutating func advance() throws(ModelError) {
    while next < bytes.count, Self.isSpace(bytes[next]) { next += 1 }
    start = next
    guard next < bytes.count else {
      token = .end
      return
    }
    let byte = bytes[next]
    if byte == UInt8(ascii: "\"") {
      token = .text(try scanText())
    } else if isWordStart(byte) {
      scanWord()
      token = .word(start..<next)
    } else {
      next += 1
      token = .sign(byte)
    }
  }

  private mutating func scanWord() {
    next += 1
    while next < bytes.count,
      Self.isWordPart(bytes[next], after: bytes[next - 1], from: bytes[start])
    {
      next += 1
    }
  }

  /// A text between quotation marks; a backslash takes the next character as it is.
  private mutating func scanText() throws(ModelError) -> String {
    next += 1
    var content: [UInt8] = []
    while next < bytes.count {
      var byte = bytes[next]
      next += 1
      if byte == UInt8(ascii: "\"") {
        guard let text = String(validating: content, as: UTF8.self) else {
          throw error(.unreadable, "this text is not UTF-8")
        }
        return text
      }
      if byte == UInt8(ascii: "\\"), next < bytes.count {
        byte = try escaped(bytes[next])
        next += 1
      }
      content.append(byte)
    }
    throw error(.unreadable, "the file ends inside a text")
  }

  private func escaped(_ byte: UInt8) throws(ModelError) -> UInt8 {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "'"): byte
    case UInt8(ascii: "n"): 10
    case UInt8(ascii: "t"): 9
    case UInt8(ascii: "r"): 13
    default:
      throw error(
        .unsupportedOperation, "what '\\\(Unicode.Scalar(byte))' stands for in a text is not known")
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 32 || (9...13).contains(byte)
  }

  private func isWordStart(_ byte: UInt8) -> Bool {
    if byte == UInt8(ascii: "-") {
      // Not the arrow before the outputs of a function.
      return next + 1 < bytes.count && bytes[next + 1] != UInt8(ascii: ">")
    }
    return Self.isLetterOrDigit(byte)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// A number goes on behind a point, and behind the sign of its exponent.
  private static func isWordPart(_ byte: UInt8, after last: UInt8, from first: UInt8) -> Bool {
    if isLetterOrDigit(byte) || byte == UInt8(ascii: ".") { return true }
    guard byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") else { return false }
    let isNumber =
      first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    return isNumber && "eEpP".utf8.contains(last)
  }

  /// The token that is looked at, for errors.
  var found: String {
    switch token {
    case .word(let range): "'\(text(range).prefix(60))'"
    case .text(let text): "the text \"\(text.prefix(60))\""
    case .sign(let byte): "'\(Unicode.Scalar(byte))'"
    case .end: "the end of the file"
    }
  }

  /// An error at the token that is looked at, with its line and column.
  func error(_ reason: ModelError.Reason, _ message: String, hint: String? = nil) -> ModelError {
    let before = bytes[..<min(start, bytes.count)]
    let line = before.count { $0 == 10 } + 1
    let column = before.count - (before.lastIndex(of: 10).map { $0 + 1 } ?? 0) + 1
    return ModelError(reason, at: "\(file):\(line):\(column)", message, hint: hint)
  }
}
