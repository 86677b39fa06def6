import Tables

/// The name of a file that is made from a model.
enum ModelFileName {
  /// `RunDuration.mlmodelc` for one of the two names, else the last part of the path with the ending.
  static func standard(for model: LocatedModel, ending: String) -> String {
    guard case .path(let path) = model.origin else { return "RunDuration.\(ending)" }
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return stem(of: last) + ".\(ending)"
  }

  /// The path with another ending in place of a model's.
  static func with(ending: String, _ path: String) -> String { stem(of: path) + ".\(ending)" }

  /// The path of a folder without slashes at its end.
  static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  private static func stem(of name: String) -> String {
    for ending in [".mlmodel", ".mlmodelc", ".mlpackage"] where name.hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return name
  }
}
