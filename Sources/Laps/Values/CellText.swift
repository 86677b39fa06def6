extension Span<UInt8> {
  /// The bytes as a text of its own.
  var string: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for index in indices { bytes.append(self[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
