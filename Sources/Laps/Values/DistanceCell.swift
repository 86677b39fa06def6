import Tables

/// A distance as written: a number, and the factor of the unit behind it.
struct DistanceReading: Equatable {
  var number: NumberReading
  /// Metres per unit; nil if the cell has none.
  var factor: Double?
}

/// Distances with or without a unit in the cell: `5.5km`, `800 m`, `42k`, `1000`.
enum DistanceCell {
  static func read(_ text: Span<UInt8>, _ parser: NumberParser) -> DistanceReading {
    let plain = NumberReading(text, parser)
    guard plain == .bad, let unit = unit(text) else {
      return DistanceReading(number: plain, factor: nil)
    }
    return DistanceReading(
      number: NumberReading(text.extracting(0..<unit.start), parser), factor: unit.factor)
  }

  /// Where the number before a unit ends, and the metres of the unit; nil if there is none.
  static func unit(_ text: Span<UInt8>) -> (start: Int, factor: Double)? {
    var digitsEnd = text.count
    while digitsEnd > 0 && !NumberCell.isDigit(text[digitsEnd - 1]) { digitsEnd -= 1 }
    var wordStart = digitsEnd
    while wordStart < text.count && text[wordStart] == 0x20 { wordStart += 1 }
    guard digitsEnd > 0, wordStart < text.count else { return nil }
    let word = text.extracting(wordStart..<text.count).string
    if word == "k" || word == "K" { return (digitsEnd, 1000) }
    return UnitWord(word)?.metres.map { (digitsEnd, $0) }
  }
}
