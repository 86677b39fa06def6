/// Why a model cannot be used: a machine-readable reason, the part concerned, and a way out.
package struct ModelError: Error, Sendable, Equatable {
  package enum Reason: String, Sendable, CaseIterable {
    case unreadable, tooDeep = "too-deep", version, interface, type, structure, shape, value, update
    case package, path, weights
    case unsupportedKind = "unsupported-kind"
    case unsupportedLayer = "unsupported-layer"
    case unsupportedOperation = "unsupported-operation"
    /// A compiled bundle of Apple's has a part whose meaning is not known.
    case unsupportedVariant = "unsupported-variant"
    /// The model is valid, but cannot be fine-tuned.
    case unsupportedUpdate = "unsupported-update"
    /// A compiled bundle has a changed, truncated or missing part.
    case bundle
    /// The file or folder is not there or cannot be read.
    case missing
    /// An output cannot be created.
    case output
    /// Writing an output broke off, such as on a full disk.
    case writing
  }

  /// The way out for who has a model that is valid but cannot be run.
  package static let listOfKinds =
    "docs/compatibility.md lists the kinds and layers that can"

  package var reason: Reason
  /// The path to the culprit inside the model, such as `pipeline.models[2].glmRegressor.offset`,
  /// or the part of a bundle or package.
  package var path: String
  package var message: String
  package var hint: String?

  package init(_ reason: Reason, at path: String, _ message: String, hint: String? = nil) {
    self.reason = reason
    self.path = path
    self.message = message
    self.hint = hint
  }

  /// Whether the model is valid but outside what can be run here.
  package var isUnsupported: Bool {
    switch reason {
    case .unsupportedKind, .unsupportedLayer, .unsupportedOperation, .unsupportedVariant,
      .unsupportedUpdate:
      true
    default: false
    }
  }
}
