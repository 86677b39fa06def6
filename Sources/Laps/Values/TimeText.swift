import Tables

/// A time as laps have it where nothing about its column is known: a clock value, or seconds.
package enum TimeText {
  /// The seconds, as in `5:12.3`, `1:02:33` or `312.3`; nil if it is no such time.
  package static func seconds(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    if let clock = ClockCell.seconds(bytes.span) { return clock }
    guard case .value(let seconds) = NumberReading(bytes.span, NumberParser()) else { return nil }
    return seconds
  }
}
