import CModelSpec
import CProtobufC

/// Owner of a model that protobuf-c unpacked.
@safe
struct UnpackedModel: ~Copyable {
  let message: UnsafeMutablePointer<Spec__Model>

  /// Guards the bytes first: protobuf-c itself has no limits.
  init(_ bytes: [UInt8], limits: DecodingLimits) throws(ModelError) {
    try WireGuard.check(bytes, limits: limits)
    guard let message = unsafe spec__model__unpack(nil, bytes.count, bytes) else {
      throw ModelError(
        .unreadable, at: "file",
        "this is not a Core ML model: the file is not a serialized message of one")
    }
    unsafe self.message = message
  }

  deinit { unsafe spec__model__free_unpacked(message, nil) }

  /// The message as bytes again, fields that are not understood included.
  func packed() -> [UInt8] {
    let count = unsafe spec__model__get_packed_size(message)
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      guard let start = buffer.baseAddress else { return }
      unsafe written = spec__model__pack(message, start)
    }
  }
}
