import Testing

@testable import Laps

/// How names of columns are read.
@Suite struct NameTests {
  @Test(arguments: [
    ("Lap  Time", "Lap Time"), ("\u{FEFF}lapTime", "lapTime"), (" Distance\nkm ", "Distance km"),
    ("<span class=\"x\">Lap</span> Time", "Lap Time"), ("Cum Time\u{200B}", "Cum Time"),
    ("Runde\u{A0}", "Runde"), ("Ru\u{308}n", "Rün"), ("a < b", "a < b"),
  ])
  func foldsNames(_ name: String, _ folded: String) {
    let result = FoldedName.fold(name)
    #expect(Array(result.unicodeScalars) == Array(folded.unicodeScalars))
  }

  @Test func givesOneKeyToAllSpellings() {
    let keys = ["Lap Time", "lap_time", "LAP-TIME", "lapTime", "Lap.Time"].map(FoldedName.key)
    #expect(Set(keys) == ["laptime"])
  }

  @Test(arguments: [
    ("lapDistance (km)", "lapDistance", "km"),
    ("Lap Distance [m]", "Lap Distance", "m"),
    ("Distance km", "Distance", "km"), ("lap_time_ms", "lap_time", "ms"),
    ("Distancemi", "Distance", "mi"), ("lapTimeSec", "lapTime", "s"),
    ("DistanceInMeters", "Distance", "m"), ("lap-distance-in-m", "lap-distance", "m"),
    ("Time (mm:ss)", "Time", "m:ss"), ("duration l_sec", "duration", "s"),
  ])
  func splitsUnitsFromNames(_ name: String, _ base: String, _ unit: String) {
    let column = ColumnName(folded: name)
    #expect(column.base == base)
    #expect(column.unit == UnitWord(unit) && column.unit != nil)
  }

  @Test(arguments: [
    "Laps", "Lap Number", "Avg Pace min/km", "Avg Pace (min/km)", "Avg HR bpm", "time", "Split",
    "distance", "Times per week",
  ])
  func leavesOtherNamesWhole(_ name: String) {
    let column = ColumnName(folded: name)
    #expect(column.base == name)
    #expect(column.unit == nil)
  }

  /// Every separator and every letter of a name is looked at several times, so a cell of megabytes
  /// would keep a header busy for minutes.
  @Test func aNameThatIsTooLongIsNotTakenApart() {
    let name = String(repeating: "Lap Time_km ", count: 100_000) + "(km)"
    let column = ColumnName(folded: name)
    #expect(column.base == name && column.unit == nil && column.meaning == nil)
    #expect(column.key == name)
    #expect(SplitName(name) == nil && FinishName(name) == nil)
  }

  @Test func dropsTheCounterOfDoubledNames() {
    let names = ColumnName.read(["Distance", "Distance.1", "Lap.1"])
    #expect(names.map(\.key) == ["distance", "distance", "lap1"])
  }

  @Test(arguments: [
    ("5K", 5000), ("5 km", 5000), ("5km.time", 5000), ("km 5", 5000), ("5 mi", 8046.72),
    ("mile 5", 8046.72), ("400m", 400), ("Half", 21_097.5), ("HM", 21_097.5),
    ("halfway", 21_097.5), ("21.1 km", 21_097.5), ("13.1 mi", 21_097.5), ("split_10k", 10_000),
    ("at 30 km", 30_000), ("half_time_sec", 21_097.5), ("2.5 km (min)", 2500),
  ])
  func readsSplitNames(_ name: String, _ metres: Double) {
    guard case .metres(let position) = SplitName(name)?.position else {
      Issue.record("\(name) is no split")
      return
    }
    #expect(abs(position - metres) < 1e-6)
  }

  @Test(arguments: ["Split", "Bib", "M/F", "Lap 5", "Half Marathon PB", "", "time", "S1"])
  func knowsWhatIsNoSplit(_ name: String) {
    #expect(SplitName(name) == nil)
  }

  @Test func takesBareNumbersWithoutAUnit() {
    #expect(SplitName("15")?.position == .bare(15))
    #expect(SplitName("2.5")?.position == .bare(2.5))
  }

  @Test(arguments: [
    ("lapDistanse", "lapDistance"), ("tme", "time"), ("Lap Tme", "Lap Time"),
  ])
  func findsTheNearestName(_ typed: String, _ nearest: String) {
    let names = ["course", "time", "Lap Time", "lapDistance", "HR"]
    #expect(NearestName.nearest(to: typed, among: names) == nearest)
  }

  @Test func findsNoNameThatIsFar() {
    #expect(NearestName.nearest(to: "power", among: ["pace", "time"]) == nil)
  }
}
