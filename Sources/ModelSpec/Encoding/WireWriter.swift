/// Protobuf bytes, field by field.
///
/// As in proto3, a field of its default value is left out.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func int(_ number: Int, _ value: Int64) {
    guard value != 0 else { return }
    tag(number, WireReader.WireType.varint)
    varint(UInt64(bitPattern: value))
  }

  mutating func uint(_ number: Int, _ value: UInt64) {
    int(number, Int64(bitPattern: value))
  }

  mutating func bool(_ number: Int, _ value: Bool) {
    int(number, value ? 1 : 0)
  }

  mutating func float(_ number: Int, _ value: Float) {
    guard value.bitPattern != 0 else { return }
    presentFloat(number, value)
  }

  mutating func double(_ number: Int, _ value: Double) {
    guard value.bitPattern != 0 else { return }
    presentDouble(number, value)
  }

  /// Of a oneof: its presence says something even when it is 0.
  mutating func presentInt(_ number: Int, _ value: Int64) {
    tag(number, WireReader.WireType.varint)
    varint(UInt64(bitPattern: value))
  }

  mutating func presentFloat(_ number: Int, _ value: Float) {
    tag(number, WireReader.WireType.fixed32)
    fixed(value.bitPattern)
  }

  mutating func presentDouble(_ number: Int, _ value: Double) {
    tag(number, WireReader.WireType.fixed64)
    fixed(value.bitPattern)
  }

  mutating func text(_ number: Int, _ value: String) {
    if !value.isEmpty { element(number, value) }
  }

  mutating func presentText(_ number: Int, _ value: String) { element(number, value) }

  mutating func texts(_ number: Int, _ values: [String]) {
    for value in values { element(number, value) }
  }

  mutating func data(_ number: Int, _ value: [UInt8]) {
    if !value.isEmpty { content(number, value) }
  }

  mutating func ints(_ number: Int, _ values: [Int64]) {
    guard !values.isEmpty else { return }
    var packed = WireWriter()
    for value in values { packed.varint(UInt64(bitPattern: value)) }
    content(number, packed.bytes)
  }

  mutating func uints(_ number: Int, _ values: [UInt64]) {
    ints(number, values.map { Int64(bitPattern: $0) })
  }

  mutating func floats(_ number: Int, _ values: [Float]) {
    guard !values.isEmpty else { return }
    header(number, 4 * values.count)
    for value in values { fixed(value.bitPattern) }
  }

  mutating func doubles(_ number: Int, _ values: [Double]) {
    guard !values.isEmpty else { return }
    header(number, 8 * values.count)
    for value in values { fixed(value.bitPattern) }
  }

  /// A message is written even when it is empty: its presence says something.
  mutating func message(_ number: Int, _ write: (inout WireWriter) -> Void) {
    var inner = WireWriter()
    write(&inner)
    content(number, inner.bytes)
  }

  /// A message that is serialized already.
  mutating func message(_ number: Int, bytes: [UInt8]) { content(number, bytes) }

  private mutating func element(_ number: Int, _ value: String) {
    header(number, value.utf8.count)
    bytes.append(contentsOf: value.utf8)
  }

  private mutating func content(_ number: Int, _ value: [UInt8]) {
    header(number, value.count)
    bytes.append(contentsOf: value)
  }

  private mutating func header(_ number: Int, _ length: Int) {
    tag(number, WireReader.WireType.lengthDelimited)
    varint(UInt64(length))
  }

  private mutating func tag(_ number: Int, _ wireType: Int) {
    varint(UInt64(number << 3 | wireType))
  }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func fixed<Number: FixedWidthInteger>(_ value: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> Number(shift)))
    }
  }
}
