import CFastPath

/// What stands at a place in bytes that should be UTF-8.
enum UTF8Sequence {
  case valid(length: Int)
  case invalid
  /// The bytes end in the middle of a sequence that is valid so far.
  case incomplete
}

/// Reads the sequence that begins at `index` with a byte of 0x80 or more.
func utf8Sequence(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UTF8Sequence {
  let lead = unsafe bytes[index]
  let length: Int
  var second: ClosedRange<UInt8> = 0x80...0xBF
  switch lead {
  case 0xC2...0xDF: length = 2
  case 0xE0: (length, second) = (3, 0xA0...0xBF)  // shorter forms exist
  case 0xED: (length, second) = (3, 0x80...0x9F)  // surrogates
  case 0xE1...0xEF: length = 3
  case 0xF0: (length, second) = (4, 0x90...0xBF)  // shorter forms exist
  case 0xF4: (length, second) = (4, 0x80...0x8F)  // beyond Unicode
  case 0xF1...0xF3: length = 4
  default: return .invalid
  }
  for offset in 1..<length {
    guard index + offset < bytes.count else { return .incomplete }
    let allowed = offset == 1 ? second : 0x80...0xBF
    guard allowed.contains(unsafe bytes[index + offset]) else { return .invalid }
  }
  return .valid(length: length)
}

/// The first index from `start` at which stands a NUL or a byte outside ASCII; the count if none.
func plainRunEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
  guard let base = bytes.baseAddress else { return 0 }
  return unsafe start + fast_plain(base + start, bytes.count - start, 0)
}

/// Adds one Unicode scalar value as UTF-8.
func appendUTF8(_ scalar: UInt32, to text: inout [UInt8]) {
  switch scalar {
  case 0..<0x80:
    text.append(UInt8(truncatingIfNeeded: scalar))
  case 0x80..<0x800:
    text.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
    text.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
  case 0x800..<0x10000:
    text.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
    text.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
    text.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
  default:
    text.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
    text.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
    text.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
    text.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
  }
}
