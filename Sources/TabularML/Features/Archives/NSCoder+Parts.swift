import Foundation

/// Archives of the library's objects: everything that makes an equal one, as one property list.
///
/// They are for programs with this library: Core ML cannot read them, nor can they be its own.
extension NSCoder {
  private static let key = "parts"

  func encode(parts: some Encodable) {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    // What cannot be written is missing, and then found when the archive is read.
    guard let data = try? encoder.encode([parts]) else { return }
    encode(NSData(data: data), forKey: Self.key)
  }

  func decodeParts<Parts: Codable>(_ type: Parts.Type) -> Parts? {
    guard let data = decodeObject(of: NSData.self, forKey: Self.key) else { return nil }
    return try? PropertyListDecoder().decode([Parts].self, from: Data(referencing: data)).first
  }
}
