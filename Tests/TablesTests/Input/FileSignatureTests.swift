import Testing

@testable import Tables

/// Files that are no tables, recognised when they could not be read as one.
@Suite struct FileSignatureTests {
  @Test(
    "A file is called what it is",
    arguments: [
      ("PK\u{3}\u{4}\u{14}\u{0}", "a zip file, such as an Excel workbook (.xlsx)"),
      ("\u{E}\u{10}\u{6B}\u{8}\u{44}\u{0}\u{0}\u{0}.FIT\u{0}", "a FIT file"),
      ("PAR1\u{15}\u{0}", "a Parquet file"), ("SQLite format 3\u{0}", "an SQLite database"),
      ("%PDF-1.7", "a PDF document"), ("BZh91AY&SY", "a file compressed with bzip2"),
      ("<?xml version=\"1.0\"?>\n<gpx creator=\"x\">", "a GPX track"), ("<gpx>", "a GPX track"),
      ("\u{FEFF}\n <?xml version='1.0'?><TrainingCenterDatabase xmlns=''>", "a TCX file"),
      ("<!DOCTYPE HTML>\n<HTML lang=en>", "a web page"), ("<?xml?><a/>", "an XML document"),
      ("{\"x\": 1}\n{\"x\": 2}\n", "JSON, one object a line"),
      ("{\"x\": 1}", "JSON, one object a line"), ("[\n {\"x\": 1}\n]\n", "a JSON document"),
      ("{\n \"laps\": []\n}\n", "a JSON document"), ("[[1,2],[3,4]]", "a JSON document"),
    ])
  func names(text: String, name: String) {
    #expect(FileSignature.find(in: Array(text.utf8))?.name == name)
  }

  @Test("A long document of JSON is known by what is known of it")
  func longDocument() throws {
    let text = "[" + Array(repeating: "{\"x\": 1}", count: 2000).joined(separator: ",\n") + "]"
    let source = ByteSource.bytes(Array(text.utf8), pieceSize: 100)
    while try !source.next().isEmpty {}
    #expect(FileSignature.find(in: source.beginning)?.name == "a JSON document")
  }

  @Test(
    "A text that may be a table is not called anything",
    arguments: [
      "", "x,y\n1,2\n", "[a],[b]\n1,2\n", "{x},y\n", "[1],[2]\n", "{}\u{2C}a\n", "<5K,>5K\n1,2\n",
      "PAR1,x\n",
      "[]x\n", "xml\n", "[\"a\", \"b\"\n",
    ])
  func tables(text: String) {
    #expect(FileSignature.find(in: Array(text.utf8)) == nil)
  }

  @Test("Bytes outside of text are known, too")
  func binaries() {
    for (bytes, name) in [
      ([0x1F, 0x8B, 8, 0] as [UInt8], "a file compressed with gzip"),
      ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "an old Excel workbook (.xls)"),
      ([0x89] + Array("HDF\r\n".utf8), "an HDF5 file"),
      ([0x93] + Array("NUMPY".utf8), "an array of NumPy"),
      ([0x89] + Array("PNG".utf8), "a picture"),
    ] { #expect(FileSignature.find(in: bytes)?.name == name) }
  }

  @Test("The error keeps its kind and its place")
  func explained() throws {
    let source = ByteSource.bytes(Array("PK\u{3}\u{4}\u{0}".utf8), name: "a.xlsx")
    let problem = #expect(throws: TableProblem.self) {
      let reader = try TableReader(source)
      try reader.select([ColumnRequest(name: "x", type: .double)])
    }
    let explained = try #require(problem).explained(by: source)
    #expect(explained.kind == "nulByte")
    #expect(explained.place == Place(line: 1, column: 5))
    #expect(explained.message.hasSuffix("a zip file, such as an Excel workbook (.xlsx)"))
    #expect(explained.hint?.hasPrefix("save the sheet") == true)
  }
}
