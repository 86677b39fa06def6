import ModelSpec

/// The base model that is part of the program, so that it is there wherever the program is copied to.
enum BundledModel {
  static func document() throws(ModelError) -> ModelDocument {
    throw ModelError(.missing, at: "base", "this build has no bundled model")
  }
}
