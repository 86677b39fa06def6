/// What the rules of a textual program are made of.
extension ProgramTextParser {
  /// Goes past a sign if it comes next.
  mutating func take(_ sign: Unicode.Scalar) throws(ModelError) -> Bool {
    guard scanner.token == .sign(UInt8(ascii: sign)) else { return false }
    try scanner.advance()
    return true
  }

  mutating func expect(_ sign: Unicode.Scalar) throws(ModelError) {
    guard try take(sign) else { throw unexpected("'\(sign)'") }
  }

  mutating func expectWord(_ expected: StaticString) throws(ModelError) {
    guard scanner.isWord(expected) else { throw unexpected("'\(expected)'") }
    try scanner.advance()
  }

  /// A name, keyword or number; `what` says what should stand here.
  mutating func word(_ what: String) throws(ModelError) -> String {
    guard case .word(let range) = scanner.token else { throw unexpected(what) }
    try scanner.advance()
    return scanner.text(range)
  }

  /// Elements with commas between them, up to a closing sign.
  mutating func list<Element>(
    until end: Unicode.Scalar,
    _ element: (inout ProgramTextParser) throws(ModelError) -> Element
  ) throws(ModelError) -> [Element] {
    guard !(try take(end)) else { return [] }
    var elements = [try element(&self)]
    while try take(",") { elements.append(try element(&self)) }
    try expect(end)
    return elements
  }

  /// Does something one level further inside.
  mutating func nested<Result>(
    _ body: (inout ProgramTextParser) throws(ModelError) -> Result
  ) throws(ModelError) -> Result {
    guard depth < Self.maximumDepth else {
      throw scanner.error(.tooDeep, "types or values lie more than \(Self.maximumDepth) deep")
    }
    depth += 1
    let result = try body(&self)
    depth -= 1
    return result
  }

  func unexpected(_ expected: String) -> ModelError {
    scanner.error(.unreadable, "expected \(expected), found \(scanner.found)")
  }
}
