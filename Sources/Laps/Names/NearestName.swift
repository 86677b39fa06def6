import Tables

/// The name that somebody may have meant.
enum NearestName {
  /// The candidate whose key is nearest to the name's: at most a quarter of its letters differ.
  static func nearest(to name: String, among candidates: [String]) -> String? {
    EditDistance.nearest(to: name, among: candidates, key: FoldedName.key)
  }
}
