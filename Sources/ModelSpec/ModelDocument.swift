/// A model as it is kept: its bytes, and the checked values that they stand for.
///
/// The bytes are never made anew from the values, so that whatever this program does not understand
/// survives compiling, fine-tuning and exporting.
package struct ModelDocument: Sendable {
  /// One serialized `Model` message: the content of a `.mlmodel` file.
  package let bytes: [UInt8]
  package let model: Model
  /// What the model was read from.
  package let format: ModelFormat

  /// Decodes and validates; refuses also what is valid but cannot be run here.
  package init(
    bytes: [UInt8], format: ModelFormat = .model, limits: DecodingLimits = DecodingLimits()
  ) throws(ModelError) {
    self.bytes = bytes
    self.model = try ModelDecoder.decode(bytes, limits: limits)
    self.format = format
  }

  /// Encodes and validates a model made in memory.
  package init(_ model: Model) throws(ModelError) {
    try self.init(bytes: ModelEncoder.encode(model))
  }

  /// Reads a `.mlmodel` file, a `.mlpackage` or a `.mlmodelc` folder; the content decides which it is.
  package static func read(
    at path: String, limits: DecodingLimits = DecodingLimits()
  ) throws(ModelError) -> ModelDocument {
    let format = try ModelFormat.detect(at: path)
    let bytes =
      switch format {
      case .model:
        try FileContents.read(at: path, named: path, limit: limits.maximumBytes)
      case .package:
        try FileContents.read(
          at: path + "/Data/com.apple.CoreML/model.mlmodel", named: path,
          limit: limits.maximumBytes)
      case .compiled:
        throw ModelError(.bundle, at: path, "compiled bundles are not read yet")
      }
    return try ModelDocument(bytes: bytes, format: format, limits: limits)
  }
}
