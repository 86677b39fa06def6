/// Texts as small numbers; the same text as in the row before costs no look-up.
struct Interner {
  private(set) var texts: [String] = []
  private var codes: [String: Int32] = [:]
  private var lastBytes: [UInt8] = []
  private var lastCode: Int32 = -1

  mutating func code(_ text: Span<UInt8>) -> Int32 {
    if lastCode >= 0 && isLast(text) { return lastCode }
    lastBytes.removeAll(keepingCapacity: true)
    for index in text.indices { lastBytes.append(text[index]) }
    lastCode = code(String(decoding: lastBytes, as: UTF8.self))
    return lastCode
  }

  mutating func code(_ text: String) -> Int32 {
    if let known = codes[text] { return known }
    let code = Int32(texts.count)
    codes[text] = code
    texts.append(text)
    return code
  }

  private func isLast(_ text: Span<UInt8>) -> Bool {
    guard text.count == lastBytes.count else { return false }
    let last = lastBytes.span
    for index in text.indices where text[index] != last[index] { return false }
    return true
  }
}
