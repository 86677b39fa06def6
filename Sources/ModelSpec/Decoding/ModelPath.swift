/// A place inside a model, written with the format's field names.
struct ModelPath {
  let text: String

  static let root = ModelPath(text: "")

  func field(_ name: String) -> ModelPath {
    ModelPath(text: text.isEmpty ? name : "\(text).\(name)")
  }

  func element(_ name: String, _ index: Int) -> ModelPath {
    field("\(name)[\(index)]")
  }

  func error(
    _ reason: ModelError.Reason, _ message: String, hint: String? = nil
  ) -> ModelError {
    ModelError(reason, at: text, message, hint: hint)
  }
}
