import ModelSpec

/// Names and types of the columns of a batch, worked out once for all its rows.
final class FeatureLayout: Sendable {
  let features: [FeatureDescription]
  let names: Set<String>
  private let indexByName: [String: Int]

  init(_ features: [FeatureDescription]) {
    self.features = features
    indexByName = Dictionary(
      features.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    names = Set(indexByName.keys)
  }

  func index(of name: String) -> Int? { indexByName[name] }
}
