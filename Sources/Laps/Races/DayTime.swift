/// A date with a time of day; dates are compared as texts and never understood.
struct DayTime {
  private var date: String
  private var seconds: Double

  /// `2026-05-03 09:12:45`, `2026-05-03T09:12:45.2Z`, `03.05.2026 09:12:45`.
  init?(_ text: String) {
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "T" })
    guard parts.count == 2, ValueLike.isDay(parts[0]) else { return nil }
    let clock = parts[1].prefix { !"Z+-".contains($0) }
    guard clock.filter({ $0 == ":" }).count == 2,
      let seconds = ClockCell.seconds(String(clock).utf8Span.span), seconds < 86_400
    else { return nil }
    date = String(parts[0])
    self.seconds = seconds
  }

  /// The seconds from another one to this; another date is taken as the next day.
  func seconds(since other: DayTime) -> Double {
    seconds - other.seconds + (date == other.date ? 0 : 86_400)
  }
}

extension ValueLike {
  /// Three numbers with `-`, `.` or `/` between.
  fileprivate static func isDay(_ text: Substring) -> Bool {
    let numbers = text.split(omittingEmptySubsequences: false) { "-./".contains($0) }
    return numbers.count == 3
      && numbers.allSatisfy { number in
        !number.isEmpty && number.count <= 4 && number.allSatisfy { $0.isASCII && $0.isNumber }
      }
  }
}
