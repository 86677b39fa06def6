import Laps
import Tables
import Testing

/// What a runner is told who gave too little or the wrong thing, and the way out.
@Suite struct LapHintTests {
  private let laps = """
    distance,lapNumber,lapDistance,cumDistance,lapTime
    21097.5,1,5000,5000,1500
    21097.5,2,5000,10000,1510
    21097.5,3,5000,15000,1520

    """

  private func options(_ maps: [String], distance: String? = nil) throws -> LapOptions {
    var options = LapOptions()
    options.maps = try maps.map { try #require(ColumnMapping($0)) }
    options.distance = distance.flatMap { DistanceText.metres($0) }
    options.distanceText = distance
    return options
  }

  private func error(_ text: String, _ options: LapOptions = LapOptions()) throws -> TableProblem {
    try #require(LapResult(Array(text.utf8), options).error)
  }

  private func notes(_ text: String, _ options: LapOptions = LapOptions()) throws -> [TableProblem]
  {
    let reader = try LapReader(.bytes(Array(text.utf8)), options: options)
    while try reader.next() != nil {}
    return reader.notes
  }

  @Test func namesTheFirstLapBeyondTheRun() throws {
    let note = try #require(notes(laps, options([], distance: "10km")).first)
    #expect(note.kind == "beyondDistance")
    #expect(note.place?.line == 4)
    // The option was given: nobody is sent to it.
    #expect(note.hint == nil)
  }

  @Test func namesTheColumnThatHoldsNoRunning() throws {
    let problem = try error("Lap,Type,Time,Distance (km)\n1,Split,5:00,1\n2,Split,5:10,1\n")
    #expect(problem.kind == "noRows")
    #expect(problem.hint?.contains("\"Type\"") == true)
  }

  @Test func asksForALongerRunWhereTheFileIsWrong() throws {
    let note = try #require(notes(laps.replacing("21097.5", with: "10000")).first)
    #expect(note.place?.line == 4)
    #expect(note.hint?.contains("--distance") == true)
  }

  @Test(arguments: [("21", "--distance 21", []), (nil, "--map distance==21", ["distance==21"])])
  func blamesTheOptionForARunThatIsTooShort(
    _ distance: String?, _ option: String, _ maps: [String]
  ) throws {
    let errors = LapResult(Array(laps.utf8), try options(maps, distance: distance)).rowErrors
    let problem = try #require(errors.first)
    #expect(problem.kind == "implausible")
    #expect(problem.place == Place(line: 2))
    #expect(problem.message == "\(option) is 21 m, but the laps go to 15000 m")
    #expect(problem.hint == "did you mean \(option)km?")
  }

  @Test func tellsOfATooShortRunOnceAndCountsItsRows() throws {
    let reader = try LapReader(
      .bytes(Array(laps.utf8)), options: options([], distance: "21"))
    let errors = try #require(throws: LapErrors.self) { while try reader.next() != nil {} }
    #expect(errors.problems.count == 1)
    #expect(errors.count == 3)
  }

  @Test func blamesTheCellIfTheFileSaysTheLength() throws {
    let problem = try error(laps.replacing("21097.5", with: "21"))
    #expect(problem.place == Place(line: 2, column: 1))
    #expect(problem.value == "21")
    #expect(problem.message == "'distance' is \"21\", which is 21 m, but the laps go to 15000 m")
  }

  @Test(arguments: [("Pace", "notLaps"), ("Pace (min/km)", "missingColumn")])
  func offersThePaceOfEachKilometre(_ pace: String, _ kind: String) throws {
    let text = "Km,\(pace),HR\n1,5:00,140\n2,5:05,143\n3,5:02,150\n"
    let problem = try error(text)
    #expect(problem.kind.rawValue == kind)
    #expect(problem.message.contains("no column holds the time"))
    #expect(
      problem.hint == "if each row is 1 km: --map lapTime=\"\(pace)\" --map cumDistance=\"Km\"")
    let answered = LapResult(
      Array(text.utf8), try options(["lapTime=\(pace)", "cumDistance=Km"]))
    #expect(answered.rows.map { $0.values[4] } == [300, 305, 302])
  }

  @Test(arguments: [
    "Km,Pace,HR\n1,5.1,140\n2,5.2,143\n", "Km,Pace,HR\n1,5:00,140\n5,5:05,143\n",
    "Mile,Pace (min/km),HR\n1,5:00,140\n2,5:05,143\n",
  ])
  func offersNoPaceThatMayBeSomethingElse(_ text: String) throws {
    let problem = try error(text)
    #expect(problem.hint?.contains("Pace") != true)
  }

  @Test(arguments: [
    ("Split,Time\n5K,24:10\n10K,48:30\nHALF,1:45:50\n", "Split", "Time"),
    ("Distance,Chip time\n5 km,24:10\n10 km,48:30\nFinish,1:12:50\n", "Distance", "Chip time"),
  ])
  func offersSplitsAsRows(_ text: String, _ place: String, _ time: String) throws {
    let problem = try error(text)
    #expect(problem.kind == "missingColumn")
    #expect(
      problem.hint?.hasSuffix(": --map cumDistance=\"\(place)\" --map cumTime=\"\(time)\"") == true)
  }

  @Test func saysHowToWriteAHalf() throws {
    let problem = try error(
      "Split,Time\n5K,24:10\n10K,48:30\nHALF,1:45:50\n",
      options(["cumDistance=Split", "cumTime=Time"]))
    #expect(problem.kind == "badNumber")
    #expect(problem.hint == "write it as a number with a unit: 21.0975 km")
  }

  @Test func offersTheFinishTimeAsTimeSinceTheStart() throws {
    let problem = try error("Lap Distance (m),Chip time\n400,1:30\n400,1:31\n")
    #expect(problem.hint?.contains("--map cumTime=\"Chip time\"") == true)
  }

  @Test(arguments: [("5.1", "\"Lap Time (min)\""), ("0:05.1", "5 minutes and 12 seconds")])
  func saysHowMinutesAreWritten(_ time: String, _ way: String) throws {
    let problem = try error("Lap,Lap Distance (km),Lap Time\n1,1,\(time)\n")
    #expect(problem.kind == "implausible")
    #expect(problem.hint?.contains(way) == true)
  }

  @Test func asksForAllOpenColumnsAtOnce() throws {
    let text = "km,time\n1,5:00\n2,10:05\n3,15:20\n"
    let problem = try error(text)
    #expect(problem.kind == "ambiguousColumn")
    let hint = try #require(problem.hint)
    #expect(
      hint.hasPrefix(
        "--map lapDistance=\"km\" --map lapTime=\"time\""
          + "; or --map cumDistance=\"km\" --map cumTime=\"time\""))
    let answered = LapResult(Array(text.utf8), try options(["cumDistance=km", "cumTime=time"]))
    #expect(answered.rows.map { $0.values[4] } == [300, 305, 315])
  }
}
