/// What one cell proves about the decimal mark of its column.
package enum DecimalEvidence: Sendable, Equatable {
  /// No number, a whole number, or grouped by a sign that is never a mark.
  case nothing
  case dot
  case comma
  /// `1.234`: thousands or a fraction; read as a fraction if nothing else is proved.
  case ambiguousDot
  /// `1,234`: thousands or a fraction; never guessed.
  case ambiguousComma

  package init(_ text: Span<UInt8>) {
    if let plain = DecimalEvidence.ofPlain(text) {
      self = plain
      return
    }
    let dot = DecimalScan(mark: UInt8(ascii: ".")).read(text)
    let comma = DecimalScan(mark: UInt8(ascii: ",")).read(text)
    switch (dot, comma) {
    case (nil, nil): self = .nothing
    case (_?, nil): self = .dot
    case (nil, _?): self = .comma
    case (let dot?, let comma?):
      // Both readings hold: either no mark at all, or one sign that is a mark in one reading
      // and a group sign in the other.
      if dot.groupSign == UInt32(UInt8(ascii: ",")) {
        self = .ambiguousComma
      } else if comma.groupSign == UInt32(UInt8(ascii: ".")) {
        self = .ambiguousDot
      } else {
        self = .nothing
      }
    }
  }

  /// What digits with at most one mark among them prove, as most cells are; nil for other texts, and
  /// for three digits behind the mark, which may be a group.
  private static func ofPlain(_ text: Span<UInt8>) -> DecimalEvidence? {
    var mark: (sign: UInt8, index: Int)?
    for index in text.indices where text[index] &- zero > 9 {
      guard mark == nil, text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ",") else {
        return nil
      }
      mark = (text[index], index)
    }
    guard let mark else { return text.isEmpty ? nil : .nothing }
    let behind = text.count - mark.index - 1
    if behind == 0 || behind == 3 { return nil }
    return mark.sign == UInt8(ascii: ".") ? .dot : .comma
  }

  package init(_ text: String) {
    self.init(Array(text.utf8).span)
  }
}
