import Tables

/// How the values of one column are written; decided once for the whole column.
struct ColumnFormat: Sendable {
  var parser = NumberParser()
  /// Whether the mark was said with `--decimal`: then another mark is simply a bad number.
  var isMarkSaid = false
  /// Metres or seconds per unit of a number without a unit of its own.
  var factor = 1.0
  /// Whether a time column has clock values; numbers in it are then seconds below 60.
  var hasClock = false
  /// Whether clock values of two parts are hours and minutes.
  var hoursAndMinutes = false
  /// Whether a distance column has units in its cells.
  var hasCellUnits = false
  /// Metres per unit of the unit that the name says.
  var namedUnit: Double?

  /// Metres or seconds per unit where a plain decimal of at least 0 says its value by itself; else nil.
  var plainFactor: Double? { hasClock || hasCellUnits ? nil : factor }

  /// What a cell says: its value, nothing, or what is wrong with it.
  enum Reading {
    case value(Double)
    case missing
    case fault(FaultKind)
  }

  func read(_ text: Span<UInt8>, _ dimension: Dimension) -> Reading {
    if MissingValue.isMissing(text) { return .missing }
    return dimension == .time ? time(text) : distance(text)
  }

  private func time(_ text: Span<UInt8>) -> Reading {
    if hasClock, let seconds = ClockCell.seconds(text, hoursAndMinutes: hoursAndMinutes) {
      return .value(seconds)
    }
    // A sign makes a gap to somebody else of a time.
    if text[0] == UInt8(ascii: "+") { return .fault(.badTime) }
    switch NumberReading(text, parser) {
    case .value(let number):
      if hasClock { return number < 60 ? .value(number) : .fault(.badTime) }
      return .value(number * factor)
    case .negative: return .fault(.negative)
    case .notFinite: return .fault(.notFinite)
    case .mixed: return .fault(isMarkSaid ? .badTime : .mixedDecimals)
    case .ambiguous: return .fault(.ambiguousNumber)
    case .bad:
      return .fault(
        ClockCell.isNegative(text, hoursAndMinutes: hoursAndMinutes) ? .negative : .badTime)
    }
  }

  private func distance(_ text: Span<UInt8>) -> Reading {
    let reading =
      hasCellUnits
      ? DistanceCell.read(text, parser)
      : DistanceReading(number: NumberReading(text, parser), factor: nil)
    switch reading.number {
    case .value(let number):
      guard hasCellUnits else { return .value(number * factor) }
      guard let unit = reading.factor ?? namedUnit else { return .fault(.mixedUnits) }
      if let namedUnit, unit != namedUnit { return .fault(.mixedUnits) }
      return .value(number * unit)
    case .negative: return .fault(.negative)
    case .notFinite: return .fault(.notFinite)
    case .mixed: return .fault(isMarkSaid ? .badNumber : .mixedDecimals)
    case .ambiguous: return .fault(.ambiguousNumber)
    case .bad:
      let hasUnit = !hasCellUnits && DistanceCell.read(text, parser).factor != nil
      return .fault(hasUnit ? .mixedUnits : .badNumber)
    }
  }
}
