import CBaseModel
import ModelSpec

/// The base model that is part of the program, so that it is there wherever the program is copied to.
enum BundledModel {
  static func document() throws(ModelError) -> ModelDocument {
    let bytes = unsafe UnsafeBufferPointer(
      start: run_duration_model_bytes(), count: run_duration_model_size())
    return try ModelDocument(bytes: unsafe Array(bytes))
  }
}
