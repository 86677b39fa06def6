/// Times, distances and paces as runners write and say them.
enum RunText {
  enum Unit: Sendable {
    case kilometre, mile

    var metres: Double { self == .kilometre ? 1000 : 1609.344 }
    var symbol: String { self == .kilometre ? "km" : "mi" }
    var word: String { self == .kilometre ? "kilometre" : "mile" }
  }

  /// `h:mm:ss`, rounded to the second.
  static func clock(_ seconds: Double) -> String {
    guard let (hours, minutes, rest) = parts(seconds) else { return "-" }
    return "\(hours):\(two(minutes)):\(two(rest))"
  }

  /// `m:ss`, or `h:mm:ss` from an hour on.
  static func shortClock(_ seconds: Double) -> String {
    guard let (hours, minutes, rest) = parts(seconds) else { return "-" }
    return hours > 0 ? clock(seconds) : "\(minutes):\(two(rest))"
  }

  /// `marathon`, `half marathon`, behind the article; `10 km`, `2.5 km`, `800 m`, `5 mi` without one.
  static func distance(_ metres: Double, article: String) -> String {
    if abs(metres - 42_195) < 1 { return "\(article) marathon" }
    if abs(metres - 21_097.5) < 3 { return "\(article) half marathon" }
    return length(metres)
  }

  /// `10 km`, `2.5 km`, `800 m`, `5 mi`.
  static func length(_ metres: Double) -> String {
    if metres < 1000 { return "\(decimals(metres, 0)) m" }
    for unit in [Unit.kilometre, .mile] {
      let number = metres / unit.metres
      if abs(number - number.rounded()) < 0.005 {
        return "\(decimals(number, 0)) \(unit.symbol)"
      }
    }
    var number = decimals(metres / 1000, 2)
    while number.hasSuffix("0") { number.removeLast() }
    return "\(number) km"
  }

  /// The time for one unit at this speed, such as `5:10`.
  static func pace(metres: Double, seconds: Double, unit: Unit) -> String {
    metres > 0 ? shortClock(seconds / metres * unit.metres) : "-"
  }

  /// A number with so many digits behind the point.
  static func decimals(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "-" }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int64((value * scale).rounded())
    let divisor = Int64(scale)
    let whole = "\(scaled < 0 ? "-" : "")\(scaled.magnitude / divisor.magnitude)"
    if digits == 0 { return whole }
    let fraction = String(scaled.magnitude % divisor.magnitude)
    return whole + "." + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  private static func parts(_ seconds: Double) -> (Int, Int, Int)? {
    let rounded = seconds.rounded()
    guard rounded >= 0, rounded < 1e9 else { return nil }
    let total = Int(rounded)
    return (total / 3600, total / 60 % 60, total % 60)
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
