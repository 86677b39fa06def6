#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

let carriageReturn: UInt8 = 0x0D

/// Turns every kind of line end (LF, CR, CR LF, CR CR LF) into one LF.
///
/// After this a line break is one byte, outside quotes and inside, and a line is counted by it.
struct LineEnds {
  /// Carriage returns at the end of the text whose meaning depends on what follows.
  private(set) var heldCount = 0

  /// Rewrites in place the bytes of `text` from `start` on and the ones that were held back.
  mutating func normalize(_ text: inout [UInt8], from start: Int, isLast: Bool) {
    let first = start - heldCount
    heldCount = 0
    let count = text.count
    guard first < count else { return }
    var written = first
    var held = 0
    unsafe text.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var read = first
      while read < count {
        let found = unsafe memchr(base + read, Int32(carriageReturn), count - read)
        let end =
          unsafe found.map { unsafe UnsafeMutableRawPointer(base).distance(to: $0) } ?? count
        if written != read { unsafe memmove(base + written, base + read, end - read) }
        written += end - read
        read = end
        guard read < count else { break }
        let following = unsafe buffer[(read + 1)...].prefix(2)
        let next = unsafe following.first
        if unsafe !isLast && (next == nil || (next == carriageReturn && following.count == 1)) {
          held = count - read
          for _ in 0..<held {
            unsafe buffer[written] = carriageReturn
            written += 1
          }
          break
        }
        unsafe buffer[written] = newline
        written += 1
        if next == newline {
          read += 2
        } else if next == carriageReturn, unsafe following.last == newline {
          read += 3
        } else {
          read += 1
        }
      }
    }
    heldCount = held
    text.removeSubrange(written...)
  }
}
