/// Gives equal texts one code, without making a String for each cell.
///
/// An open hash table over ranges of the block's bytes; a text becomes a String once.
struct TextDictionary {
  private(set) var texts: [String] = []
  private var ranges: [Range<Int>] = []
  private var hashes: [UInt64] = []
  /// Codes, -1 where free; the count is a power of two and at least twice that of the texts.
  private var slots = [Int32](repeating: -1, count: 64)
  private var lastCode: Int32 = 0

  /// The code of a text; a new one for a text that was not seen before.
  mutating func code(of range: Range<Int>, in bytes: Span<UInt8>) -> Int32 {
    // Equal texts often follow one another: laps of one course.
    if !ranges.isEmpty, isEqual(ranges[Int(lastCode)], range, bytes) { return lastCode }
    let hash = Self.hash(range, bytes)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let code = slots[slot]
      if hashes[Int(code)] == hash, isEqual(ranges[Int(code)], range, bytes) {
        lastCode = code
        return code
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let code = Int32(truncatingIfNeeded: texts.count)
    slots[slot] = code
    ranges.append(range)
    hashes.append(hash)
    texts.append(string(bytes.extracting(range)))
    if texts.count * 2 > slots.count { grow() }
    lastCode = code
    return code
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (code, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(truncatingIfNeeded: code)
    }
  }

  private func isEqual(_ first: Range<Int>, _ second: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    guard first.count == second.count else { return false }
    for offset in 0..<first.count
    where bytes[first.lowerBound + offset] != bytes[second.lowerBound + offset] {
      return false
    }
    return true
  }

  /// FNV-1a, with its bits mixed once more because the lowest ones choose the slot.
  private static func hash(_ range: Range<Int>, _ bytes: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in range { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3 }
    return hash ^ hash >> 32
  }
}

/// The text of some bytes of UTF-8.
func string(_ bytes: Span<UInt8>) -> String {
  unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
}
