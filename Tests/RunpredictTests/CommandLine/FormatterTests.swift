import ModelSpec
import Tables
import TabularML
import Testing

@testable import runpredict

/// Every type of output, with what is no number, what is missing and what must be quoted.
@Suite struct FormatterTests {
  private static let names = ["d", "n", "s", "a", "f", "i", "k"]
  private static let outputs = FeatureBatch(
    rowCount: 2,
    columns: [
      FeatureColumn(.doubles([0.1, .nan])),
      FeatureColumn(.int64s([9_007_199_254_740_993, -1])),
      FeatureColumn(.strings(StringColumn(codes: [0, 1], dictionary: ["a,\"b\"", "é\n"]))),
      FeatureColumn(
        .arrays(
          ArrayColumn(shape: [2, 2], elements: .doubles([1, 2.5, -0.0, 4, 5, 6, 7, .infinity])))),
      FeatureColumn(.arrays(ArrayColumn(shape: [1], elements: .floats([0.1, -.infinity])))),
      FeatureColumn(.arrays(ArrayColumn(shape: [2], elements: .int32s([1, 2, 3, -4])))),
      FeatureColumn(.int64Dictionaries([[1: 1], [2: 0.5]]), missing: [false, true]),
    ])
  private static let columns = [
    OutputColumns(part: .scalar, names: ["d"]), OutputColumns(part: .scalar, names: ["n"]),
    OutputColumns(part: .scalar, names: ["s"]),
    OutputColumns(part: .elements(count: 4), names: ["a.0.0", "a.0.1", "a.1.0", "a.1.1"]),
    OutputColumns(part: .elements(count: 1), names: ["f.0"]),
    OutputColumns(part: .elements(count: 2), names: ["i.0", "i.1"]),
    OutputColumns(part: .indexes(count: 3), names: ["k.0", "k.1", "k.2"]),
  ]

  private static func chunk(isFaulty: [Bool]? = nil) -> PredictedChunk {
    let records = TableBatch(
      rowCount: 2, columns: [Column(name: "x", values: .doubles([1, 2]), missing: [false, true])],
      lines: [2, 3])
    return PredictedChunk(
      input: RecordChunk(file: 0, records: records), outputs: outputs, isFaulty: isFaulty,
      faults: [])
  }

  private static func csv(_ faulty: FaultyRows, inputs: InputColumns? = nil) -> CSVFormatter {
    CSVFormatter(
      cells: RowCells(inputs: inputs, outputs: columns), decimals: nil, faulty: faulty)
  }

  private static func json(_ faulty: FaultyRows, inputs: InputColumns? = nil)
    -> JSONLinesFormatter
  {
    JSONLinesFormatter(
      outputs: names.map { FeatureDescription(name: $0, type: .double) }, decimals: nil,
      faulty: faulty, inputs: inputs)
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func csv() {
    let formatter = Self.csv(.empty)
    #expect(
      Self.text(formatter.header + formatter.rows(of: Self.chunk())) == """
        d,n,s,a.0.0,a.0.1,a.1.0,a.1.1,f.0,i.0,i.1,k.0,k.1,k.2
        0.1,9007199254740993,"a,""b""\",1,2.5,-0,4,0.1,1,2,0,1,0
        nan,-1,"é
        ",5,6,7,inf,-inf,3,-4,,,

        """)
  }

  @Test func jsonLines() {
    #expect(
      Self.text(Self.json(.empty).rows(of: Self.chunk())) == #"""
        {"d":0.1,"n":9007199254740993,"s":"a,\"b\"","a":[[1,2.5],[-0,4]],"f":[0.1],"i":[1,2],"k":{"1":1}}
        {"d":"nan","n":-1,"s":"é\n","a":[[5,6],[7,"inf"]],"f":["-inf"],"i":[3,-4],"k":null}

        """#)
  }

  @Test func faultyRowsKeepTheirPlaceOrGo() {
    let chunk = Self.chunk(isFaulty: [true, false])
    let rows = Self.text(Self.csv(.empty).rows(of: chunk))
    #expect(rows.hasPrefix(",,,,,,,,,,,,\nnan"))
    #expect(Self.text(Self.csv(.leftOut).rows(of: chunk)).hasPrefix("nan"))
    #expect(Self.text(Self.json(.empty).rows(of: chunk)).hasPrefix("null\n{\"d\":\"nan\""))
    #expect(Self.text(Self.json(.leftOut).rows(of: chunk)).hasPrefix("{\"d\":\"nan\""))
  }

  @Test func inputsComeFirst() {
    let inputs = InputColumns(names: ["x"], source: .records)
    let chunk = Self.chunk(isFaulty: [true, false])
    #expect(
      Self.text(Self.csv(.empty, inputs: inputs).rows(of: chunk)).hasPrefix("1,,,,,,,,,,,,,\n,nan,")
    )
    #expect(
      Self.text(Self.json(.empty, inputs: inputs).rows(of: chunk))
        .hasPrefix(#"{"x":1,"d":null,"n":null,"s":null,"#))
  }

  @Test(arguments: [
    ("12", true), ("-0.5", true), ("1e5", true), ("1.5E-3", true), ("0", true), ("0.1", true),
    ("007", false), ("+1", false), (".5", false), ("1.", false), ("1e", false), ("nan", false),
    ("-", false), ("1 2", false), ("0x1", false), ("١", false),
  ])
  func cellsThatAreNumbersInJSON(_ cell: String, isNumber: Bool) throws {
    let reader = try TableReader(.bytes(Array("c,t\n\(cell),\(cell)\n".utf8)))
    try reader.select([])
    let rows = try #require(try reader.next())
    let inputs = InputColumns(names: ["c", "t"], source: .cells(texts: [1]))
    let chunk = RecordChunk(file: 0, records: rows.batch, cells: rows.block)
    var bytes: [UInt8] = []
    inputs.appendJSONCell(row: 0, column: 0, of: chunk, decimals: nil, to: &bytes)
    #expect(Self.text(bytes) == (isNumber ? cell : "\"\(cell)\""))
    bytes = []
    inputs.appendJSONCell(row: 0, column: 1, of: chunk, decimals: nil, to: &bytes)
    #expect(Self.text(bytes) == "\"\(cell)\"")
  }

  @Test func shapesGiveTheNamesOfColumns() {
    let model = Model(
      specificationVersion: 1,
      description: ModelDescription(
        inputs: [], outputs: [FeatureDescription(name: "a", type: .double)]),
      kind: .scaler(Scaler(shift: [], scale: [])))
    func names(_ shape: [Int]) -> [String] {
      let probe = FeatureBatch(
        rowCount: 0,
        columns: [FeatureColumn(.arrays(ArrayColumn(shape: shape, elements: .doubles([]))))])
      return OutputColumns.columns(of: model, probe: probe)[0].names
    }
    #expect(names([1]) == ["a.0"])
    #expect(names([3]) == ["a.0", "a.1", "a.2"])
    #expect(names([2, 2]) == ["a.0.0", "a.0.1", "a.1.0", "a.1.1"])
  }
}
