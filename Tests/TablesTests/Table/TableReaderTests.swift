import Testing

@testable import Tables

@Suite struct TableReaderTests {
  /// Reads a whole table; the batches are joined row by row as texts.
  private func read(
    _ string: String, _ requests: [ColumnRequest], _ options: TableOptions = TableOptions()
  ) throws -> (rows: [TableRows], reader: TableReader) {
    let reader = try TableReader(
      .bytes(Array(string.utf8), pieceSize: 5), options: options)
    try reader.select(requests)
    var rows: [TableRows] = []
    while let next = try reader.next() { rows.append(next) }
    return (rows, reader)
  }

  private let numbers = [
    ColumnRequest(name: "x", type: .double), ColumnRequest(name: "n", type: .int64),
  ]

  @Test func columnsComeByNameWhateverTheirOrder() throws {
    let requests = numbers + [ColumnRequest(name: "where", type: .string)]
    let (rows, reader) = try read("where,extra,n,x\nLake,?,3,1.5\n\nHill,!,4,2\n", requests)
    #expect(rows.count == 1)
    #expect(
      rows[0].batch
        == TableBatch(
          rowCount: 2,
          columns: [
            Column(name: "x", values: .doubles([1.5, 2])),
            Column(name: "n", values: .int64s([3, 4])),
            Column(
              name: "where",
              values: .strings(StringColumn(codes: [0, 1], dictionary: ["Lake", "Hill"]))),
          ], lines: [2, 4]))
    #expect(rows[0].problems.isEmpty)
    #expect(rows[0].block.texts(1) == ["Hill", "!", "4", "2"])
    #expect(reader.header.names == ["where", "extra", "n", "x"])
    #expect(reader.notes.isEmpty)
  }

  @Test func allProblemsOfABatchWithTheirPlaces() throws {
    let (rows, _) = try read("x,n\n1,2\nabc,2.5\n,7\nnan,1,\n5\n1,2,,9\n", numbers)
    let found = rows.flatMap(\.problems).map { problem in
      let place = problem.problem.place
      return "\(problem.row) \(place?.line ?? 0):\(place?.column ?? 0) "
        + "\(problem.problem.kind.rawValue) \(problem.problem.name ?? "")=\(problem.problem.value ?? "")"
    }
    #expect(
      found == [
        "1 3:1 badNumber x=abc", "1 3:5 badNumber n=2.5", "2 4:1 missingValue x=",
        "3 5:1 notFinite x=nan", "4 6:2 missingValue n=", "5 7:6 wrongNumberOfColumns =9",
      ])
    #expect(rows[0].batch.columns[0].missing == [false, true, true, true, false, false])
  }

  @Test func optionalColumnsMayBeMissing() throws {
    let requests = [
      ColumnRequest(name: "x", type: .double, isRequired: false),
      ColumnRequest(name: "y", type: .string, isRequired: false),
      ColumnRequest(name: "z", type: .int64, isRequired: false),
    ]
    let (rows, _) = try read("x\n1\nNA\n", requests)
    #expect(rows[0].problems.isEmpty)
    #expect(rows[0].batch.columns[0].missing == [false, true])
    #expect(rows[0].batch.columns[1].missing == [true, true])
    #expect(rows[0].batch.columns[2].values == .int64s([0, 0]))
  }

  @Test func shortRowsAreCounted() throws {
    let (rows, reader) = try read(
      "x,n,note\n1,2\n1,2,hm\n3,4\n", numbers)
    #expect(rows[0].problems.isEmpty)
    #expect(reader.notes.map(\.kind) == ["shortRows"])
    #expect(reader.notes[0].place?.line == 2)
  }

  @Test func rowsOfEmptyCellsAreCounted() throws {
    let (rows, reader) = try read("x,n,note\n1,2,a\n,,\n\n \n1,2,b\n\"\",,\n", numbers)
    #expect(rows[0].batch.rowCount == 2)
    #expect(reader.notes.map(\.kind) == ["emptyRows"])
    #expect(reader.notes[0].place?.line == 3)
    #expect(reader.notes[0].message.hasPrefix("2 rows of empty cells"))
    let (_, blank) = try read("x,n\n1,2\n\n3,4\n", numbers)
    #expect(blank.notes.isEmpty)
  }

  @Test func rowsOfEmptyCellsAreKeptBelowTheHeader() throws {
    var options = TableOptions()
    options.keepsEmptyRows = true
    let (rows, reader) = try read(",\nx,n\n1,2\n,\n\n\"\",\n", numbers, options)
    #expect(reader.header.names == ["x", "n"])
    #expect(rows[0].batch.lines == [3, 4, 6])
    #expect(rows[0].problems.map(\.kind) == Array(repeating: "missingValue", count: 4))
    #expect(reader.notes.isEmpty)
  }

  @Test("nan and inf are numbers where they are asked for, and that is said")
  func wordsForNumbers() throws {
    let request = ColumnRequest(name: "x", type: .double, takesNonFinite: true)
    let (rows, reader) = try read("x\n1\nNaN\n-Infinity\n+inf\n0x10\n1e999\n", [request])
    guard case .doubles(let values) = rows[0].batch.columns[0].values else {
      Issue.record("no numbers")
      return
    }
    #expect(values[1].isNaN)
    #expect(values[2...3] == [-.infinity, .infinity])
    #expect(rows[0].problems.map(\.row) == [4, 5])
    #expect(rows[0].problems.map(\.kind) == ["notFinite", "notFinite"])
    #expect(reader.notes.map(\.kind) == ["notFinite"])
    #expect(reader.notes[0].place == Place(line: 3))
    #expect(reader.notes[0].message.hasPrefix("3 cells are nan or inf"))
    let (strict, _) = try read("x\nnan\n", [ColumnRequest(name: "x", type: .double)])
    #expect(strict[0].problems.map(\.kind) == ["notFinite"])
    let whole = ColumnRequest(name: "x", type: .int64, takesNonFinite: true)
    #expect(try read("x\nnan\n", [whole]).0[0].problems.map(\.kind) == ["notFinite"])
  }

  @Test("A cell may hold a list where a number could stand, whatever the decimal mark")
  func listsAmongNumbers() throws {
    let request = ColumnRequest(name: "x", type: .double, takesLists: true)
    let (rows, _) = try read("x;y\n1,5;a\n[2.5];b\n-;c\n\"[1,2]\";d\n", [request])
    #expect(rows[0].batch.columns[0].lists == [1: "[2.5]", 3: "[1,2]"])
    #expect(rows[0].problems.map(\.row) == [2])
    let later = rows[0].rows(1..<4)
    #expect(later.batch.columns[0].lists == [0: "[2.5]", 2: "[1,2]"])
    #expect(later.batch.lines == [3, 4, 5])
    #expect(later.problems.map(\.row) == [1])
    #expect(later.problems[0].problem.place == Place(line: 4, column: 1))
    var options = TableOptions()
    options.mappings = [ColumnMapping(feature: "x", source: .constant("[7]"))]
    let (constant, _) = try read("y\na\nb\n", [request], options)
    #expect(constant[0].batch.columns[0].lists == [0: "[7]", 1: "[7]"])
  }

  @Test func aMissingColumnNamesWhatThereIs() throws {
    let problem = try problem {
      _ = try read(
        "lapTim,n\n1,2\n",
        [
          ColumnRequest(name: "lapTime", type: .double), ColumnRequest(name: "pace", type: .double),
        ])
    }
    #expect(problem?.kind == "missingColumn")
    #expect(problem?.place == Place(line: 1))
    #expect(problem?.name == "lapTime")
    #expect(problem?.didYouMean == "lapTim")
    #expect(problem?.message.contains("\"lapTim\", \"n\"") == true)
    #expect(problem?.message.contains("'pace'") == true)
    #expect(problem?.hint?.contains("--map 'lapTime=lapTim'") == true)
  }

  @Test func aTableWithoutAHeaderSaysSo() throws {
    let problem = try problem { _ = try read("1,2\n3,4\n", numbers) }
    #expect(problem?.kind == "noHeader")
    #expect(problem?.place == Place(line: 1, column: 1))
  }

  @Test func doubledNamesMatterOnlyWhenTheyAreNeeded() throws {
    _ = try read("x,n,e,e\n1,2,3,4\n", numbers)
    let doubled = try problem { _ = try read("x,n,x\n1,2,3\n", numbers) }
    #expect(doubled?.kind == "duplicateColumn")
    #expect(doubled?.place == Place(line: 1, column: 5))
    #expect(doubled?.name == "x")
    #expect(doubled?.hint?.contains("--map 'x=x#2'") == true)
    var options = TableOptions()
    options.mappings = try [#require(ColumnMapping("x=x#2"))]
    let (rows, _) = try read("x,n,x\n1,2,3\n", numbers, options)
    #expect(rows[0].batch.columns[0].values == .doubles([3]))
  }

  @Test func mappedColumnsAndConstants() throws {
    var options = TableOptions()
    options.mappings = try ["x=long name", "n==7"].map { try #require(ColumnMapping($0)) }
    let (rows, _) = try read("long name\n1\n2\n", numbers, options)
    #expect(rows[0].batch.columns[0].values == .doubles([1, 2]))
    #expect(rows[0].batch.columns[1].values == .int64s([7, 7]))

    let (bad, _) = try read("long name\nabc\n", numbers, options)
    #expect(bad[0].problems.first?.problem.name == "long name")
    #expect(
      bad[0].problems.first?.problem.message.hasPrefix("'x' (column \"long name\") should") == true)

    options.mappings = try [#require(ColumnMapping("x=lon name")), #require(ColumnMapping("n==1"))]
    let missing = try problem { _ = try read("long name\n1\n", numbers, options) }
    #expect(missing?.kind == "missingColumn")
    #expect(missing?.name == "lon name")
    #expect(missing?.didYouMean == "long name")

    options.mappings = try [#require(ColumnMapping("n==1.5"))]
    #expect(try problem { _ = try read("x\n1\n", numbers, options) }?.kind == "badNumber")
    options.mappings = try [#require(ColumnMapping("xx=x"))]
    let unknown = try problem { _ = try read("x,n\n1,2\n", numbers, options) }
    #expect(unknown?.kind == "unknownFeature")
    #expect(unknown?.didYouMean == "x")
  }

  @Test(arguments: [
    ("a=b", ColumnMapping(feature: "a", source: .column(name: "b", occurrence: nil))),
    ("a=b c=d", ColumnMapping(feature: "a", source: .column(name: "b c=d", occurrence: nil))),
    ("a=b#2", ColumnMapping(feature: "a", source: .column(name: "b", occurrence: 2))),
    ("a=b#x", ColumnMapping(feature: "a", source: .column(name: "b#x", occurrence: nil))),
    ("a=#2", ColumnMapping(feature: "a", source: .column(name: "#2", occurrence: nil))),
    ("a==400", ColumnMapping(feature: "a", source: .constant("400"))),
    ("a==", ColumnMapping(feature: "a", source: .constant(""))),
    ("=b", nil), ("a", nil), ("a=", nil), ("", nil),
  ])
  func mappingsAsTheyAreTyped(text: String, mapping: ColumnMapping?) {
    #expect(ColumnMapping(text) == mapping)
  }

  @Test(arguments: [
    ("x,n\n1,2\n", ","), ("x;n\n1,5;2\n", ";"), ("x\tn\n1\t2\n", "\t"), ("x|n\n1|2\n", "|"),
    ("sep=;\nx;n\n1;2\n", ";"), ("n;a,b,c;x\n1;2;3\n", ";"),
  ])
  func delimiters(string: String, delimiter: Character) throws {
    var options = TableOptions()
    options.expectedNames = ["x", "n"]
    let (rows, reader) = try read(string, numbers, options)
    #expect(reader.delimiter == delimiter.asciiValue)
    #expect(rows[0].problems.isEmpty)
    #expect(reader.notes.contains { $0.kind == "delimiter" } == (delimiter != ","))
    options.isLineBuffered = true
    #expect(
      try read(string.replacing(",5", with: ""), numbers, options).reader.delimiter
        == delimiter.asciiValue)
    // Without a name to go by, the rows decide.
    #expect(try TableReader(.bytes(Array("a,b;c\n1;2,5\n".utf8))).delimiter == UInt8(ascii: ","))
    #expect(try TableReader(.bytes(Array("a;b\n1,5;2,5\n".utf8))).delimiter == UInt8(ascii: ";"))
  }

  @Test func givenOptionsDecide() throws {
    var options = TableOptions()
    options.delimiter = UInt8(ascii: ";")
    options.skippedLines = 1
    options.decimal = .comma
    let (rows, reader) = try read("about, this\nx;n\n1.234;1.000\n", numbers, options)
    #expect(rows[0].batch.columns.map(\.values) == [.doubles([1234]), .int64s([1000])])
    #expect(rows[0].batch.lines == [3])
    #expect(reader.header.line == 2)
    #expect(reader.notes.isEmpty)
  }

  @Test func theDecimalMarkIsDecidedForTheWholeColumn() throws {
    let (rows, reader) = try read("x;n\n1,234;1\n2,5;2\n", numbers)
    #expect(rows[0].batch.columns[0].values == .doubles([1.234, 2.5]))
    #expect(reader.notes.map(\.kind) == ["delimiter", "decimalComma"])
    // The other columns prove it.
    let both = [ColumnRequest(name: "x", type: .double), ColumnRequest(name: "y", type: .double)]
    let (shared, _) = try read("x;y\n1,234;0.5\n", both)
    #expect(shared[0].batch.columns[0].values == .doubles([1234]))
    // Nothing does.
    let ambiguous = try problem { _ = try read("x;n\n1;1\n1,234;2\n", numbers) }
    #expect(ambiguous?.kind == "ambiguousNumber")
    #expect(ambiguous?.place == Place(line: 3, column: 1))
    let mixed = try problem { _ = try read("x;n\n1,5;1\n1.5;2\n", numbers) }
    #expect(mixed?.kind == "mixedDecimals")
    #expect(mixed?.place == Place(line: 3, column: 1))
  }

  @Test func whatContradictsADecisionLaterIsAProblemThere() throws {
    let note = String(repeating: "-", count: 1019)
    let count = TextSource.peekLimit / 1024 + 300
    let filler = String(repeating: "1;1;\(note)\n", count: count)
    let reader = try TableReader(.bytes(Array("x;n;note\n\(filler)1,234;1\n2,5;1\n".utf8)))
    try reader.select(numbers)
    var problems: [TableProblem] = []
    while let rows = try reader.next() { problems += rows.problems.map(\.problem) }
    #expect(problems.map(\.kind) == ["ambiguousNumber", "mixedDecimals"])
    #expect(problems.first?.place == Place(line: count + 2, column: 1))
  }

  @Test(arguments: [
    ("", "empty"), ("\n \n\u{A0}\n", "empty"), ("x,n\n", "noRows"), ("x,n\n,\n\n", "noRows"),
    ("x,n\n\"1,2\n", "unclosedQuote"), ("\"x\"y,n\n1,2\n", "misplacedQuote"),
    ("x,n\n1,\0\n", "nulByte"),
  ])
  func filesThatAreNoTables(string: String, kind: String) throws {
    #expect(try problem { _ = try read(string, numbers) }?.kind.rawValue == kind)
  }

  @Test(arguments: [
    ("lapTime", ["Laptime", "lap"], "Laptime"), ("lapTime", ["lap", "time"], nil),
    ("distance", ["distnce", "distances"], "distnce"), ("x", ["y"], "y"), ("x", [""], nil),
    ("abcdefgh", ["abcdefxy"], "abcdefxy"), ("abcdefgh", ["abcdexyz"], nil), ("x", [], nil),
  ])
  func nearestName(name: String, candidates: [String], nearest: String?) {
    #expect(EditDistance.nearest(to: name, among: candidates) == nearest)
  }
}
