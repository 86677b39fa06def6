import ModelSpec
import Testing

@testable import runpredict

@Suite struct RunTextTests {
  @Test(arguments: [
    (0, "0:00:00", "0:00"), (59.4, "0:00:59", "0:59"), (59.5, "0:01:00", "1:00"),
    (3599.6, "1:00:00", "1:00:00"), (14_292, "3:58:12", "3:58:12"), (-1, "-", "-"),
    (Double.nan, "-", "-"), (Double.infinity, "-", "-"), (1e300, "-", "-"),
  ])
  func clock(_ seconds: Double, long: String, short: String) {
    #expect(RunText.clock(seconds) == long)
    #expect(RunText.shortClock(seconds) == short)
  }

  @Test(arguments: [
    (42_195, "the marathon"), (21_097.5, "the half marathon"), (21_098, "the half marathon"),
    (10_000, "10 km"), (8046.72, "5 mi"), (2500, "2.5 km"), (10_550, "10.55 km"), (400, "400 m"),
    (999.7, "1000 m"), (1609.344, "1 mi"),
  ])
  func distance(_ metres: Double, text: String) {
    #expect(RunText.distance(metres, article: "the") == text)
  }

  @Test(arguments: [
    ("summary", 1, "1 total"), ("notRun", 2, "2 of another sport"),
    ("parent", 1, "1 that sums up other laps"), ("parent", 3, "3 that sum up other laps"),
    ("noTimes", 2, "2 runners without times"), ("badTime", 2, "2 bad rows (bad time)"),
  ])
  func whatWasLeftOut(kind: String, count: Int, text: String) {
    #expect(LeftOutWords.text(kind, count: count) == text)
  }

  @Test func aUnitThatStandsForItself() {
    #expect(LapUnit.phrase("kilometres") == "in kilometres")
    #expect(LapUnit.phrase("as the cells say") == "as the cells say")
  }

  @Test(arguments: [
    (2, ["x.0", "x.1"]), (4, ["x.0", "x.1", "x.2", "x.3"]),
    (5, ["x.0", "x.1", "x.2", "x.3", "x.4"]), (6, ["x.0", "x.1", "x.2", "…", "x.5"]),
  ])
  func dotsHideTwoNamesOrMore(size: Int, names: [String]) {
    let array = ArrayFeatureType(shape: [Int64(size)], dataType: .double)
    let feature = FeatureDescription(name: "x", type: .multiArray(array))
    #expect(feature.columnNames == names)
  }

  @Test(arguments: [
    (1.005, 1, "1.0"), (0.05, 1, "0.1"), (-0.25, 1, "-0.3"), (12, 0, "12"), (1.5, 2, "1.50"),
    (1e20, 2, "-"), (Double.nan, 0, "-"),
  ])
  func decimals(_ value: Double, digits: Int, text: String) {
    #expect(RunText.decimals(value, digits) == text)
  }

  @Test func pace() {
    #expect(RunText.pace(metres: 500, seconds: 150, unit: .kilometre) == "5:00")
    #expect(RunText.pace(metres: 1609.344, seconds: 480, unit: .mile) == "8:00")
    #expect(RunText.pace(metres: 0, seconds: 10, unit: .mile) == "-")
    #expect(RunText.pace(metres: 1, seconds: 10, unit: .kilometre) == "2:46:40")
  }
}
