/// An encoding in which a table may be written.
package enum TextEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16le = "utf-16le"
  case utf16be = "utf-16be"
  case windows1252 = "windows-1252"

  /// Finds an encoding by its name, in any case; ISO-8859-1 is read as Windows-1252, as browsers do.
  package init?(name: String) {
    switch name.lowercased() {
    case "utf-8", "utf8": self = .utf8
    case "utf-16le", "utf16le": self = .utf16le
    case "utf-16be", "utf16be": self = .utf16be
    case "windows-1252", "cp1252", "iso-8859-1", "latin1": self = .windows1252
    default: return nil
    }
  }

  /// The bytes that announce the encoding at the start of a file.
  var mark: [UInt8] {
    switch self {
    case .utf8: [0xEF, 0xBB, 0xBF]
    case .utf16le: [0xFF, 0xFE]
    case .utf16be: [0xFE, 0xFF]
    case .windows1252: []
    }
  }

  /// The name that people read in messages.
  var displayName: String {
    switch self {
    case .utf8: "UTF-8"
    case .utf16le: "UTF-16 (little end first)"
    case .utf16be: "UTF-16 (big end first)"
    case .windows1252: "Windows-1252"
    }
  }
}

/// The characters for the bytes 0x80 to 0x9F of Windows-1252; 0 where a byte has none.
let windows1252Controls: [UInt16] = [
  0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
  0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
  0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
  0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
]
