/// A kind of file that is no table, by what it begins with, and how a table is made of it.
///
/// It is asked only about a file that could not be read as a table, so no table is ever refused for
/// how it begins.
struct FileSignature: Sendable {
  /// What it is, such as "a FIT file".
  let name: String
  let wayOut: String
  private let bytes: [UInt8]
  private let offset: Int

  private init(_ name: String, _ bytes: [UInt8], at offset: Int = 0, wayOut: String) {
    self.name = name
    self.bytes = bytes
    self.offset = offset
    self.wayOut = wayOut
  }

  private init(_ name: String, _ text: String, at offset: Int = 0, wayOut: String) {
    self.init(name, Array(text.utf8), at: offset, wayOut: wayOut)
  }

  /// The kind of a file with this beginning; nil for what is not known.
  static func find(in beginning: [UInt8]) -> (name: String, wayOut: String)? {
    let found = all.first { beginning.dropFirst($0.offset).starts(with: $0.bytes) }
    return found.map { ($0.name, $0.wayOut) } ?? markup(beginning) ?? json(beginning)
  }

  private static let asCSV = "save the sheet with the rows as CSV"
  private static let export = "export its rows as CSV or as JSON lines"

  private static let all = [
    FileSignature(
      "a zip file, such as an Excel workbook (.xlsx)", "PK\u{3}\u{4}",
      wayOut: asCSV + ", or unpack the archive"),
    FileSignature(
      "an old Excel workbook (.xls)", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
      wayOut: asCSV),
    FileSignature(
      "a FIT file", ".FIT", at: 8,
      wayOut: "FitCSVTool of Garmin's FIT SDK turns it into a table that can be read"),
    FileSignature(
      "a file compressed with gzip", [0x1F, 0x8B], wayOut: "gunzip -c FILE, and read that from '-'"),
    FileSignature(
      "a file compressed with xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00],
      wayOut: "xz -dc FILE, and read that from '-'"),
    FileSignature(
      "a file compressed with zstd", [0x28, 0xB5, 0x2F, 0xFD],
      wayOut: "zstd -dc FILE, and read that from '-'"),
    FileSignature(
      "a file compressed with bzip2", [0x31, 0x41, 0x59, 0x26, 0x53, 0x59], at: 4,
      wayOut: "bzip2 -dc FILE, and read that from '-'"),
    FileSignature("a Parquet file", "PAR1\u{15}", wayOut: export),
    FileSignature("an Arrow or Feather file", "ARROW1", wayOut: export),
    FileSignature(
      "an HDF5 file", "\u{89}HDF".unicodeScalars.map { UInt8($0.value) }, wayOut: export),
    FileSignature(
      "an array of NumPy", "\u{93}NUMPY".unicodeScalars.map { UInt8($0.value) }, wayOut: export),
    FileSignature(
      "an SQLite database", "SQLite format 3",
      wayOut: "sqlite3 -header -csv FILE 'SELECT * FROM …', and read that from '-'"),
    FileSignature(
      "a PDF document", "%PDF-", wayOut: "export the numbers as CSV where they come from"),
    FileSignature(
      "a picture", [0x89, 0x50, 0x4E, 0x47],
      wayOut: "export the numbers as CSV where they come from"),
    FileSignature(
      "a picture", [0xFF, 0xD8, 0xFF], wayOut: "export the numbers as CSV where they come from"),
  ]
}
