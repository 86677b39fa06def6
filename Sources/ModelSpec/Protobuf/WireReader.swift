/// A place in serialized protobuf bytes, and the primitives that move it on.
struct WireReader {
  struct Tag: Equatable {
    var number: Int
    var wireType: Int
  }

  enum WireType {
    static let varint = 0
    static let fixed64 = 1
    static let lengthDelimited = 2
    static let startGroup = 3
    static let endGroup = 4
    static let fixed32 = 5
  }

  var position: Int
  let end: Int

  var isAtEnd: Bool { position >= end }

  /// protobuf-c takes at most five bytes for a tag and for a length, which is enough for 32 bits.
  mutating func tag(in bytes: Span<UInt8>) throws(ModelError) -> Tag {
    let value = try varint(in: bytes, longest: 5)
    guard value <= UInt64(UInt32.max), value >> 3 > 0 else {
      throw ModelError(
        .unreadable, at: "field \(value >> 3)", "the file has a field number that does not exist")
    }
    return Tag(number: Int(value >> 3), wireType: Int(value & 7))
  }

  mutating func varint(in bytes: Span<UInt8>, longest: Int = 10) throws(ModelError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    for _ in 0..<longest {
      guard position < end else { throw Self.truncated }
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw ModelError(
      .unreadable, at: "", "an integer in the file goes on for more than \(longest) bytes")
  }

  /// The range of a length-delimited field's content.
  mutating func content(in bytes: Span<UInt8>) throws(ModelError) -> Range<Int> {
    let length = try varint(in: bytes, longest: 10)
    guard length <= UInt64(end - position) else {
      throw ModelError(
        .unreadable, at: "",
        "a field claims \(length) bytes, but only \(end - position) follow: the file is damaged or "
          + "cut off")
    }
    let start = position
    position += Int(length)
    return start..<position
  }

  mutating func skip(_ count: Int) throws(ModelError) {
    guard count <= end - position else { throw Self.truncated }
    position += count
  }

  mutating func double(in bytes: Span<UInt8>) throws(ModelError) -> Double {
    guard end - position >= 8 else { throw Self.truncated }
    var bits: UInt64 = 0
    for index in 0..<8 { bits |= UInt64(bytes[position + index]) << UInt64(8 * index) }
    position += 8
    return Double(bitPattern: bits)
  }

  /// Passes over a field that is not known.
  mutating func skip(_ tag: Tag, in bytes: Span<UInt8>) throws(ModelError) {
    do throws(ModelError) {
      switch tag.wireType {
      case WireType.varint: _ = try varint(in: bytes)
      case WireType.fixed64: try skip(8)
      case WireType.lengthDelimited: _ = try content(in: bytes)
      case WireType.fixed32: try skip(4)
      case WireType.startGroup, WireType.endGroup:
        throw ModelError(
          .unreadable, at: "",
          "the file has a group, which models do not use")
      default:
        throw ModelError(
          .unreadable, at: "", "the file has wire type \(tag.wireType), which does not exist")
      }
    } catch {
      var error = error
      error.path = "field \(tag.number)"
      throw error
    }
  }

  static let truncated = ModelError(
    .unreadable, at: "", "the file ends in the middle of a field: it is damaged or cut off")
}
