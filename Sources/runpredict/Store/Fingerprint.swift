/// A number that stands for the records of one run, so that they are not used twice.
///
/// It is FNV-1a over the values, with the bits mixed at the end as in SplitMix64. Two different runs in
/// a million share one with a chance of one in ten million.
struct Fingerprint: Hashable, Comparable, Sendable {
  private(set) var bits: UInt64 = 0xcbf2_9ce4_8422_2325

  init() {}

  init(bits: UInt64) {
    self.bits = bits
  }

  mutating func add(_ value: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bits = (bits ^ (value >> shift & 0xff)) &* 0x0000_0100_0000_01b3
    }
  }

  /// Adds a number to the thousandth, so that another way of writing it makes no difference.
  mutating func add(_ value: Double) {
    let thousandths = (value * 1000).rounded()
    add(UInt64(bitPattern: Int64(exactly: thousandths) ?? Int64(bitPattern: value.bitPattern)))
  }

  mutating func add(_ text: String) {
    add(UInt64(text.utf8.count))
    for byte in text.utf8 { bits = (bits ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  }

  /// The number with its bits mixed and a salt in it: order and choice by it look like chance.
  func mixed(with salt: UInt64 = 0) -> Fingerprint {
    var mix = bits &+ (salt &+ 1) &* 0x9e37_79b9_7f4a_7c15
    mix = (mix ^ (mix >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mix = (mix ^ (mix >> 27)) &* 0x94d0_49bb_1331_11eb
    return Fingerprint(bits: mix ^ (mix >> 31))
  }

  static func < (left: Fingerprint, right: Fingerprint) -> Bool {
    left.bits < right.bits
  }
}

extension Fingerprint: Codable, CustomStringConvertible {
  /// Sixteen hexadecimal digits.
  var description: String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard text.utf8.count == 16, let bits = UInt64(text, radix: 16) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "'\(text)' is no fingerprint"))
    }
    self.bits = bits
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
