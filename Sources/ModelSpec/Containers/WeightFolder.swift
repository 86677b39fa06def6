/// The folder of a package or bundle in which programs look for their weight files.
package final class WeightFolder {
  /// What stands for the folder in the names that programs use.
  private static let modelPath = "@model_path/"

  /// nil when there are only the files that were given.
  private let place: (folder: String, root: String)?
  private var files: [String: WeightFile] = [:]

  /// `folder` is where the model's message lies; no file outside of `root` is opened.
  package init(folder: String, insideOf root: String) {
    place = (folder, root)
  }

  /// Files that are known already, by their place relative to the folder.
  package init(files: [WeightFile]) {
    place = nil
    for file in files { self.files[file.name] = file }
  }

  /// Files that are in memory, by the names that programs use.
  package convenience init(contents: [(name: String, bytes: [UInt8])]) throws(ModelError) {
    var files: [WeightFile] = []
    for (name, bytes) in contents {
      files.append(
        WeightFile(name: try Self.relativePath(name, at: .root), bytes: bytes))
    }
    self.init(files: files)
  }

  /// The files that were asked for or given, sorted by name.
  var used: [WeightFile] { files.values.sorted { $0.name < $1.name } }

  /// The place of a file relative to the folder, as a program names it.
  static func relativePath(_ name: String, at path: ModelPath) throws(ModelError) -> String {
    let relative = name.hasPrefix(modelPath) ? String(name.dropFirst(modelPath.count)) : name
    guard SafePath.isInside(relative) else {
      throw path.error(.path, "the weight file '\(name)' lies outside the package")
    }
    return relative
  }

  func file(_ name: String, at path: ModelPath) throws(ModelError) -> WeightFile {
    let relative = try Self.relativePath(name, at: path)
    if let file = files[relative] { return file }
    guard let (folder, root) = place, FileContents.kind(at: "\(folder)/\(relative)") == .file else {
      throw path.error(.package, "the weight file '\(relative)' is not there")
    }
    guard SafePath.leads("\(folder)/\(relative)", insideOf: root) else {
      throw path.error(.path, "a link leads from the weight file '\(relative)' out of the package")
    }
    let file = try WeightFile(name: relative, path: "\(folder)/\(relative)")
    files[relative] = file
    return file
  }
}
