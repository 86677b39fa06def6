@testable import ModelSpec

/// Serialized messages taken apart by field numbers.
enum WireEdit {
  /// The bytes with more of them at the end of the message that a path of field numbers leads to,
  /// through the first field of each number.
  static func append(_ extra: [UInt8], to bytes: [UInt8], at path: [Int]) throws -> [UInt8] {
    guard let number = path.first else { return bytes + extra }
    var reader = WireReader(position: 0, end: bytes.count)
    while !reader.isAtEnd {
      let start = reader.position
      let tag = try reader.tag(in: bytes.span)
      switch tag.wireType {
      case WireReader.WireType.varint: _ = try reader.varint(in: bytes.span)
      case WireReader.WireType.fixed64: try reader.skip(8)
      case WireReader.WireType.fixed32: try reader.skip(4)
      default:
        let content = try reader.content(in: bytes.span)
        guard tag.number == number else { continue }
        var writer = WireWriter()
        let inner = try append(extra, to: Array(bytes[content]), at: Array(path.dropFirst()))
        writer.data(number, inner)
        return Array(bytes[..<start]) + writer.bytes + Array(bytes[reader.position...])
      }
    }
    return bytes
  }

  /// A field with a text, as bytes.
  static func field(_ number: Int, _ text: String) -> [UInt8] {
    var writer = WireWriter()
    writer.text(number, text)
    return writer.bytes
  }
}
