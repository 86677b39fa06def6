public import Foundation

/// The name of something that a model has, perhaps within one part of the model.
public class MLKey: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The name, such as `weights`.
  public let name: String
  /// The part of the model that is meant, such as a layer's name; nil for the model itself.
  public let scope: String?

  init(name: String, scope: String? = nil) {
    self.name = name
    self.scope = scope
  }

  /// Whether the other object is a key of the same class with equal name and scope.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? MLKey else { return false }
    return type(of: other) == type(of: self) && other.name == name && other.scope == scope
  }

  /// A hash of name and scope.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(name)
    hasher.combine(scope)
    return hasher.finalize()
  }

  /// The name, after the scope and a dot where there is one.
  public override var description: String { scope.map { "\($0).\(name)" } ?? name }

  /// Itself, since a key never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  struct Parts: Codable {
    var name: String
    var scope: String?
  }

  var parts: Parts { Parts(name: name, scope: scope) }

  /// Always true.
  public class var supportsSecureCoding: Bool { true }

  /// Writes name and scope into an archive.
  public func encode(with coder: NSCoder) { coder.encode(parts: parts) }

  /// Reads a key from an archive; nil when it is damaged.
  public required init?(coder: NSCoder) {
    guard let parts = coder.decodeParts(Parts.self) else { return nil }
    name = parts.name
    scope = parts.scope
  }
}
