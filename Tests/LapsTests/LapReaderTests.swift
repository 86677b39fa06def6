import Laps
import Tables
import Testing

/// What a reader gives beyond the laps themselves.
@Suite struct LapReaderTests {
  /// Makes a file longer than 4 MiB without many rows.
  private let remark = String(repeating: "a long way in the rain, ", count: 10).replacing(
    ",", with: "")

  private func read(_ text: String, _ change: (inout LapOptions) -> Void = { _ in }) -> LapResult {
    var options = LapOptions()
    change(&options)
    return LapResult(Array(text.utf8), options)
  }

  @Test func listsTheErrorsOfInterleavedRunsInTheOrderOfTheFile() {
    let result = read(
      """
      Runner,Lap,Lap Distance (m),Lap Time
      A,1,400,1:30
      B,1,400,x
      A,2,400,y
      B,2,400,1:41
      """)
    #expect(result.rowErrors.map(\.value) == ["x", "y"])
  }

  @Test func givesATotalToTheRunAboveIt() {
    let result = read(
      """
      Runner,Lap,Lap Distance (m),Lap Time
      A,1,400,1:30
      A,2,400,1:31
      Total,,820,3:01
      B,1,400,1:40
      """)
    #expect(result.rows.map { $0.values.first } == [820, 820, 400])
  }

  @Test func keepsThePlaceOfBadRowsForNull() {
    let result = read("lapNumber,lapDistance,lapTime\n1,1000,300\n2,1000,x\n3,1000,300\n") {
      $0.onError = .null
      $0.distance = 5000
    }
    #expect(result.rows.map(\.line) == [2, 3, 4])
    #expect(result.rejected == [1, 2])
    #expect(result.rowErrors.map(\.kind) == ["badTime", "brokenRun"])
    #expect(result.rows[1].values.allSatisfy { $0 == nil })
    #expect(result.leftOut.isEmpty)
  }

  @Test func saysWhatWasUnderstood() throws {
    let text = "Lap,Lap Distance (km),Lap Time,HR\n1,1,5:00,120\n"
    let reader = try LapReader(.bytes(Array(text.utf8)), options: LapOptions())
    #expect(reader.file.producer == .lapTable)
    #expect(reader.file.bindings.map(\.feature) == [.lapNumber, .lapDistance, .lapTime])
    #expect(reader.file.bindings.map(\.column) == ["Lap", "Lap Distance (km)", "Lap Time"])
    #expect(reader.file.bindings.map(\.unit) == [nil, "kilometres", "clock values"])
    #expect(reader.file.unusedColumns == ["HR"])
    _ = try reader.next()
    #expect(try reader.next() == nil)
    #expect(reader.summary.records == 1)
    #expect(reader.summary.runs == 1)
    #expect(reader.summary.lastDistance == 1000)
  }

  @Test func takesTheLastOfTwoConstantsForOneFeature() throws {
    var options = LapOptions()
    options.maps = ["a", "b"].map { ColumnMapping(feature: "course", source: .constant($0)) }
    let text = "lapNumber,lapDistance,lapTime\n1,1000,300\n"
    let reader = try LapReader(.bytes(Array(text.utf8)), options: options)
    #expect(reader.file.bindings.first?.column == "==b")
  }

  @Test func refusesAnUnknownFeatureInAMap() {
    let result = read("lapNumber,lapDistance,lapTime\n1,1000,300\n") {
      $0.maps = [ColumnMapping(feature: "laptime", source: .column(name: "x", occurrence: nil))]
    }
    #expect(result.error?.kind == "unknownFeature")
    #expect(result.error?.didYouMean == "lapTime")
  }

  @Test func takesTheLastOfTwoConstants() throws {
    var options = LapOptions()
    options.distance = 5000
    options.maps = ["Park", "Track"].map {
      ColumnMapping(feature: "course", source: .constant($0))
    }
    let text = "lapNumber,lapDistance,lapTime\n1,1000,300\n"
    let reader = try LapReader(.bytes(Array(text.utf8)), options: options)
    #expect(reader.file.bindings.first { $0.feature == .course }?.column == "==Track")
    let batch = try #require(try reader.next())
    #expect(
      batch.records.columns.first?.values
        == .strings(StringColumn(codes: [0], dictionary: ["Track"])))
  }

  @Test(arguments: ["0", "-1", "1.5", "x", "9223372036854775807"])
  func refusesAConstantThatIsNoLapNumber(_ text: String) {
    let result = read("lapDistance,lapTime\n1000,300\n") {
      $0.maps = [ColumnMapping(feature: "lapNumber", source: .constant(text))]
    }
    #expect(result.error?.kind == "badNumber")
    #expect(result.error?.value == text)
    #expect(result.error?.hint == "--map lapNumber==1")
  }

  @Test func streamsARunOfManyLaps() {
    var text = "course,distance,lapNumber,lapDistance,cumDistance,lapTime,cumTime\n"
    for lap in 1...30_000 {
      text += "Track,12000000,\(lap),400,\(lap * 400),100,\(lap * 100)\n"
    }
    let result = read(text)
    #expect(result.error == nil)
    #expect(result.rows.count == 30_000)
    #expect(result.runs == [30_000])
    #expect(result.rows.last?.values[3] == 12_000_000)
  }

  /// Beyond 4 MiB records are given out before the end is known.
  @Test func givesOutTheStartOfALongFileBeforeAnErrorInIt() throws {
    var text = "course,distance,lapNumber,lapDistance,cumDistance,lapTime,cumTime,remark\n"
    let run = (1...10).map { "Park,10000,\($0),1000,\($0 * 1000),300,\($0 * 300),\(remark)\n" }
    text += String(repeating: run.joined(), count: 3000)
    text += "Park,10000,1,1000,1000,oops,300\n"
    let reader = try LapReader(.bytes(Array(text.utf8)), options: LapOptions())
    var count = 0
    let errors = #expect(throws: LapErrors.self) {
      while let batch = try reader.next() { count += batch.records.rowCount }
    }
    #expect(count > 10_000)
    #expect(errors?.problems.map(\.value) == ["oops"])
    #expect(errors?.problems.first?.place == Place(line: 30_002, column: 24))
  }

  /// A cell that contradicts what the first 4 MiB decided is an error at its place.
  @Test func refusesALateCellWithAnotherMark() throws {
    var text = "lapNumber;lapDistance;lapTime;remark\n"
    let run = (1...10).map { "\($0);1000,5;300,5;\(remark)\n" }
    text += String(repeating: run.joined(), count: 3000)
    text += "1;1000.5;300,5\n"
    let result = read(text)
    #expect(result.error?.kind == "mixedDecimals")
    #expect(result.error?.place == Place(line: 30_002, column: 3))
  }
}
