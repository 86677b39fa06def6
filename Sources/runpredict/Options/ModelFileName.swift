import Tables

/// The name of a file that is made from a model.
enum ModelFileName {
  /// `RunDuration.mlmodelc` for one of the two names, else the last part of the path with the ending.
  static func standard(for model: LocatedModel, ending: String) -> String {
    guard case .path(let path) = model.origin else { return "RunDuration.\(ending)" }
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return stem(of: last) + ".\(ending)"
  }

  private static func stem(of name: String) -> String {
    for ending in [".mlmodel", ".mlmodelc", ".mlpackage"] where name.hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return name
  }
}
