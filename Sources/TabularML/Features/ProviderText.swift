/// What a feature provider prints.
enum ProviderText {
  /// A line for each value, such as `duration = Double : 3600.0`, sorted by name.
  static func of(_ provider: any MLFeatureProvider) -> String {
    provider.featureNames.sorted()
      .map { "\($0) = \(provider.featureValue(for: $0)?.description ?? "nil")" }
      .joined(separator: "\n")
  }
}
