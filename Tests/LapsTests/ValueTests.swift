import Tables
import Testing

@testable import Laps

/// The grammars of single cells.
@Suite struct ValueTests {
  @Test(arguments: [
    ("5:12", 312), ("05:12.3", 312.3), ("75:10", 4510), ("5:12,30", 312.3), ("1:02:33", 3753),
    ("00:05:12.5", 312.5), ("1h02m20s", 3740), ("1H 2M 20S", 3740), ("62m 20s", 3740), ("45s", 45),
    ("4 min 57 sec", 297), ("1h02", 3720), ("5'32\"", 332), ("5′32″", 332), ("5'32", 332),
    ("1h02'20\"", 3740), ("PT1H2M20.5S", 3740.5), ("59.5s", 59.5), ("003:20", 200),
    ("120:00:00", 432_000),
  ])
  func readsClockValues(_ text: String, _ seconds: Double) {
    #expect(ClockCell.seconds(text.utf8Span.span) == seconds)
  }

  @Test(arguments: [
    "", "5", "5.5", "5:3", "7:61", "08:18:61", "00:10.22.3", "01:00.33.3", "+5.478", "-4:51",
    "5:12:30:10", "5:12 am", "2026-05-01", "1234:10", "1:2:3", "5:12.", "5:12.1234567", "20m 5h",
    "5h 70m", "1h2", "5'3", "PT", "PT5", "1.5h", "h", "5 parsecs", "1h1h", ":30", "5::30",
  ])
  func refusesWhatIsNoClockValue(_ text: String) {
    #expect(ClockCell.seconds(text.utf8Span.span) == nil)
  }

  @Test func readsHoursAndMinutesOnlyWhereTheNameSaysSo() {
    let text = "1:12"
    #expect(ClockCell.seconds(text.utf8Span.span, hoursAndMinutes: true) == 4320)
    #expect(ClockCell.seconds(text.utf8Span.span) == 72)
    #expect(ClockCell.seconds("1:12.5".utf8Span.span, hoursAndMinutes: true) == nil)
  }

  /// Any time written as a clock is read back.
  @Test(arguments: 0..<200)
  func readsBackEveryTenth(_ step: Int) {
    let tenths = (step * 7919 + step * step * 13) % 3_600_000
    let (hours, minutes) = (tenths / 36_000, tenths / 600 % 60)
    let (seconds, tenth) = (tenths / 10 % 60, tenths % 10)
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let expected = Double(tenths) / 10
    let texts = [
      "\(hours):\(two(minutes)):\(two(seconds)).\(tenth)",
      "\(hours)h\(two(minutes))m\(two(seconds)),\(tenth)s",
      "PT\(hours)H\(minutes)M\(seconds).\(tenth)S",
    ]
    for text in texts { #expect(ClockCell.seconds(text.utf8Span.span) == expected, "\(text)") }
  }

  @Test(arguments: [
    ("5.5km", 5.5, 1000.0), ("800 m", 800, 1), ("3 mi", 3, 1609.344), ("100yd", 100, 0.9144),
    ("42k", 42, 1000), ("1,5 km", 1.5, 1000),
  ])
  func readsUnitsInCells(_ text: String, _ number: Double, _ factor: Double) {
    let mark: DecimalMark = text.contains(",") ? .comma : .dot
    let reading = DistanceCell.read(text.utf8Span.span, NumberParser(NumberFormat(mark: mark)))
    #expect(reading == DistanceReading(number: .value(number), factor: factor))
  }

  @Test(arguments: ["5.5 parsecs", "km", "5.5kmh", "12%", "5 min"])
  func refusesWhatIsNoDistance(_ text: String) {
    let reading = DistanceCell.read(text.utf8Span.span, NumberParser())
    #expect(reading == DistanceReading(number: .bad, factor: nil))
  }

  @Test(arguments: [
    ("3", LapNumberReading.number(3)), ("Lap 3", .number(3)), ("km 3", .number(3)),
    ("#2", .number(2)), ("1.", .number(1)), ("1.0", .number(1)), ("0", .number(0)),
    ("12 - 13", .range(12, 13)), ("12–13", .range(12, 13)), ("--", .missing), ("", .missing),
    ("-3", .negative), ("nan", .notFinite), ("1.5", .bad), ("13 - 12", .bad), ("Summary", .bad),
    ("1234567890123", .bad), ("3a", .bad), ("1.00", .bad), ("a#3", .bad),
  ])
  func readsLapNumbers(_ text: String, _ expected: LapNumberReading) {
    #expect(LapNumberCell.read(text.utf8Span.span) == expected)
  }

  @Test(arguments: [
    "5", "5.5", "1,234", "5 km", "5:12", "-5:12", "2026-05-01", "01.05.2026", "nan", "5 min",
    "2026-05-01T06:00:00Z", "0x10",
  ])
  func knowsValues(_ text: String) {
    let matches = ValueLike.matches(text.utf8Span.span)
    #expect(matches)
  }

  @Test(arguments: ["", "Lap", "5K time", "Field 1", "Lap #", "M/F", "S1", "--", "1/min"])
  func knowsWhatIsNoValue(_ text: String) {
    let matches = ValueLike.matches(text.utf8Span.span)
    #expect(!matches)
  }

  @Test(arguments: [
    ("10km", 10_000), ("5mi", 8046.72), ("half", 21_097.5), ("marathon", 42_195), ("400", 400),
    ("Half Marathon", 21_097.5), ("0.4 km", 400), ("42.195km", 42_195), ("100 yd", 91.44),
  ])
  func readsDistancesAsPeopleSayThem(_ text: String, _ metres: Double) throws {
    let read = try #require(DistanceText.metres(text))
    #expect(abs(read - metres) < 1e-9)
  }

  @Test(arguments: ["", "0", "-5km", "far", "5 min", "1e400", "nan", "km"])
  func refusesOtherDistances(_ text: String) {
    #expect(DistanceText.metres(text) == nil)
  }
}
