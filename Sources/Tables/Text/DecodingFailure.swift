/// Why bytes are no text; the place is known to whoever counts lines.
enum DecodingFailure: Error {
  case nul
  /// Bytes that do not fit the encoding of the file.
  case invalid(TextEncoding, bytes: [UInt8])
  case utf32
  case utf16WithoutMark(TextEncoding)

  /// Whether the whole file is meant, so that the place is its first character.
  var isAboutWholeFile: Bool {
    switch self {
    case .utf32, .utf16WithoutMark: true
    case .nul, .invalid: false
    }
  }

  func problem(at place: Place) -> TableProblem {
    switch self {
    case .nul:
      return TableProblem(
        "nulByte", at: place, message: "there is a NUL character here, so this is no text",
        hint: "if the file is UTF-16, say so with --encoding utf-16le or utf-16be")
    case .invalid(let encoding, let bytes):
      let shown = bytes.map { byte in
        byte < 16 ? "0\(String(byte, radix: 16))" : String(byte, radix: 16)
      }
      return TableProblem(
        "badEncoding", at: place, value: shown.joined(separator: " ").uppercased(),
        message:
          "these bytes do not fit \(encoding.displayName), in which the file is written so far",
        hint: "name the encoding with --encoding (\(TextEncoding.names)), or convert the file: "
          + "iconv -f WINDOWS-1252 -t UTF-8")
    case .utf32:
      return TableProblem(
        "badEncoding", at: place, message: "the file is UTF-32, which is not read",
        hint: "convert it: iconv -f UTF-32 -t UTF-8")
    case .utf16WithoutMark(let encoding):
      let name = encoding.rawValue
      return TableProblem(
        "badEncoding", at: place,
        message: "every other byte is 0: the file seems to be UTF-16 without a mark",
        hint: "--encoding \(name), or convert it: iconv -f \(name.uppercased()) -t UTF-8")
    }
  }
}

extension TextEncoding {
  /// All names, for messages.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
