import Tables

/// Distances as people say them: `400`, `0.4km`, `5mi`, `half`, `marathon`.
package enum DistanceText {
  /// The distance in metres, the unit of bare numbers; nil if the text is no distance above 0
  /// that a run may have.
  package static func metres(_ text: String) -> Double? {
    if let metres = word(text) { return metres }
    let trimmed = FoldedName.fold(text)
    let reading = DistanceCell.read(trimmed.utf8Span.span, NumberParser())
    guard case .value(let number) = reading.number, number > 0 else { return nil }
    let metres = number * (reading.factor ?? 1)
    return metres <= Longest.metres ? metres : nil
  }

  /// The metres of a distance that is said by a word; nil if the text is none.
  static func word(_ text: String) -> Double? {
    switch FoldedName.key(text) {
    case "half", "halfmarathon", "hm": SplitName.half
    case "marathon": 42_195
    default: nil
    }
  }
}
