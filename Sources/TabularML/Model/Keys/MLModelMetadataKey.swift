/// The keys of what a model's author says about it.
public struct MLModelMetadataKey: RawRepresentable, Hashable, Sendable {
  /// The key's name, under which a description prints it.
  public let rawValue: String

  /// Creates a key from its name.
  ///
  /// - Parameter rawValue: The name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// What the model does (String).
  public static let description = MLModelMetadataKey(rawValue: "MLModelDescriptionKey")
  /// The version, as a text (String).
  public static let versionString = MLModelMetadataKey(rawValue: "MLModelVersionStringKey")
  /// Who made the model (String).
  public static let author = MLModelMetadataKey(rawValue: "MLModelAuthorKey")
  /// The licence (String).
  public static let license = MLModelMetadataKey(rawValue: "MLModelLicenseKey")
  /// Whatever else the author wrote down (`[String: String]`).
  public static let creatorDefinedKey = MLModelMetadataKey(rawValue: "MLModelCreatorDefinedKey")
}
