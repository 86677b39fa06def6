import CZlib
import FoundationEssentials

/// Sizes and checksums of a bundle's parts: against damage, not against attack.
struct BundleIntegrity: Codable, Equatable {
  struct Part: Codable, Equatable {
    var crc32: String
    var size: Int
  }

  static let name = "integrity.json"
  /// A bundle has a few parts, each with a line.
  static let maximumBytes = 1 << 20
  private static let currentVersion = 1

  var formatVersion: Int
  var parts: [String: Part]

  init(of parts: [String: [UInt8]]) {
    formatVersion = Self.currentVersion
    self.parts = parts.mapValues(Part.init)
  }

  /// Reads the text of `integrity.json`; one that was changed, if only in its spaces, is refused.
  init(_ text: [UInt8]) throws(ModelError) {
    guard let decoded = try? JSONDecoder().decode(Self.self, from: Data(text)),
      decoded.formatVersion == Self.currentVersion, decoded.encoded() == text
    else { throw ModelError(.bundle, at: Self.name, "this part of the bundle is damaged") }
    self = decoded
  }

  func encoded() -> [UInt8] { CanonicalJSON.encode(self) }

  /// Refuses a part that is not as it was written.
  func check(_ name: String, _ bytes: [UInt8]) throws(ModelError) {
    guard let part = parts[name] else {
      throw ModelError(.bundle, at: name, "this part does not belong to the bundle")
    }
    guard bytes.count == part.size else {
      throw ModelError(
        .bundle, at: name,
        "this part of the bundle has \(bytes.count) bytes; it was written with \(part.size)")
    }
    guard Part(bytes) == part else {
      throw ModelError(
        .bundle, at: name, "this part of the bundle was changed: its checksum is another")
    }
  }
}

extension BundleIntegrity.Part {
  fileprivate init(_ bytes: [UInt8]) {
    let sum = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe crc32_z(0, buffer.baseAddress, buffer.count)
    }
    let digits = String(UInt32(truncatingIfNeeded: sum), radix: 16)
    crc32 = String(repeating: "0", count: 8 - digits.count) + digits
    size = bytes.count
  }
}

/// JSON with sorted keys: the same value gives the same bytes.
enum CanonicalJSON {
  static func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Fails only for numbers that are not finite, and none of these values holds any.
    guard let data = try? encoder.encode(value) else { return [] }
    return Array(data) + [UInt8(ascii: "\n")]
  }
}
