/// Small numbers, each in the same number of bits, side by side from the lowest bit of each word.
struct PackedArray {
  private let bits: Int
  private let words: [UInt64]
  let count: Int

  init(_ reader: inout PartReader) throws(ModelError) {
    try reader.expect(UInt32(0), "the number before a packed list")
    let start = reader.position
    let bits: UInt32 = try reader.number()
    let count: UInt64 = try reader.number()
    let wordCount: UInt64 = try reader.number()
    guard bits <= 32, count <= 1 << 32, wordCount <= UInt64(reader.bytes.count / 8),
      count * UInt64(bits) <= wordCount * 64
    else {
      throw reader.damaged(
        "a packed list of \(count) elements of \(bits) bits does not fit in \(wordCount) words",
        at: start)
    }
    var words: [UInt64] = []
    if wordCount > 0 {
      try reader.expect(wordCount, "the number of words of a packed list")
      words.reserveCapacity(Int(wordCount))
      for _ in 0..<wordCount { words.append(try reader.number()) }
    }
    self.bits = Int(bits)
    self.count = Int(count)
    self.words = words
  }

  subscript(index: Int) -> Int {
    guard bits > 0 else { return 0 }
    let first = index * bits
    let (word, shift) = (first / 64, first % 64)
    var value = words[word] >> UInt64(shift)
    if shift + bits > 64 { value |= words[word + 1] << UInt64(64 - shift) }
    return Int(value & ((1 << UInt64(bits)) - 1))
  }
}
