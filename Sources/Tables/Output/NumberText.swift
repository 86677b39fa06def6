import CFastPath

/// Writes numbers as the shortest text that reads back to the same number.
package enum NumberText {
  /// Adds a number to a text: `14345`, `0.1`, `1e-07`; `nan`, `inf` and `-inf` if it is none.
  ///
  /// With `decimals`, the shortest text is rounded to so many digits after the point, half away
  /// from zero, and zeros at its end are dropped.
  package static func append(_ value: Double, to text: inout [UInt8], decimals: Int? = nil) {
    let decimals = clamped(decimals)
    unsafe append(to: &text, room: room(decimals)) { unsafe fast_double(value, decimals, $0) }
  }

  /// Adds a single-precision number, as the shortest text that reads back to the same Float.
  package static func append(_ value: Float, to text: inout [UInt8], decimals: Int? = nil) {
    if decimals != nil { return append(Double(value), to: &text, decimals: decimals) }
    unsafe append(to: &text, room: room(-1)) { unsafe fast_float(value, $0) }
  }

  /// Adds a whole number.
  package static func append(_ value: Int64, to text: inout [UInt8]) {
    unsafe append(to: &text, room: room(-1)) { unsafe fast_whole(value, $0) }
  }

  /// Adds many numbers, each with a line feed behind it.
  package static func appendLines(_ values: [Double], to text: inout [UInt8], decimals: Int? = nil)
  {
    let decimals = clamped(decimals)
    unsafe append(to: &text, room: room(decimals) * values.count) { text in
      unsafe values.withUnsafeBufferPointer { values in
        guard let base = values.baseAddress else { return 0 }
        return unsafe fast_double_lines(base, values.count, decimals, text)
      }
    }
  }

  /// The text of a number.
  package static func text(_ value: Double, decimals: Int? = nil) -> String {
    var text: [UInt8] = []
    append(value, to: &text, decimals: decimals)
    return String(decoding: text, as: UTF8.self)
  }

  /// The decimals as the C code counts them: -1 for all that a number needs.
  private static func clamped(_ decimals: Int?) -> Int32 {
    decimals.map { Int32(max(0, min($0, Int(fast_most_decimals)))) } ?? -1
  }

  private static func room(_ decimals: Int32) -> Int {
    Int(fast_number_room) + Int(max(0, decimals))
  }

  /// Adds what is written to a place with so much room; `write` gives its length.
  private static func append(
    to text: inout [UInt8], room: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int
  ) {
    text.append(addingCapacity: room) { span in
      unsafe span.withUnsafeMutableBufferPointer { buffer, count in
        if let base = buffer.baseAddress { unsafe count += write(base + count) }
      }
    }
  }
}
