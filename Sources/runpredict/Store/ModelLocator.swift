import Foundation
import ModelSpec
import Tables

/// A model, and where it came from.
struct LocatedModel {
  enum Origin: Equatable {
    case bundled
    case personal(VersionRecord)
    case path(String)
  }

  var document: ModelDocument
  var origin: Origin
  /// What the user should know about the choice.
  var notes: [TableProblem] = []

  /// Where the model came from, in words.
  var sentence: String {
    switch origin {
    case .bundled: "the bundled base model"
    case .personal(let record):
      "your personal model, version \(record.version) of \(record.saved.formatted(.iso8601.year().month().day()))"
    case .path(let path): path
    }
  }
}

/// Finds the model that a name or a path means; it never writes and takes no lock.
struct ModelLocator {
  let store: ModelStore

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    store = ModelStore(environment: environment)
  }

  init(store: ModelStore) {
    self.store = store
  }

  /// Finds `model`, the model in use; `base`, the bundled one; or what lies at a path.
  ///
  /// A file or folder that is called like one of the two names wins, with a note. With
  /// `takesUnsupported` a model at a path may be one that cannot be run.
  func locate(_ name: String? = nil, takesUnsupported: Bool = false) throws -> LocatedModel {
    let name = name ?? "model"
    func atPath() throws(ModelError) -> LocatedModel {
      LocatedModel(
        document: try .read(at: name, takesUnsupported: takesUnsupported), origin: .path(name))
    }
    guard Self.isReserved(name) else { return try atPath() }
    if Disk.exists(name) {
      let note = TableProblem(
        "pathWins", severity: .note, name: name,
        message: "'\(name)' is taken as the path of that name in this folder",
        hint: "elsewhere it means \(name == "base" ? "the bundled model" : "the model in use")")
      var located = try atPath()
      located.notes = [note]
      return located
    }
    return name == "base" ? try bundled() : try inUse()
  }

  /// The personal model if there is one, else the bundled one.
  func inUse() throws -> LocatedModel {
    let version = try store.pointer().version
    guard version > 0 else { return try bundled() }
    return LocatedModel(
      document: try store.document(of: version),
      origin: .personal(try store.record(of: version)))
  }

  func bundled() throws -> LocatedModel {
    LocatedModel(document: try BundledModel.document(), origin: .bundled)
  }

  /// Whether a name is one of the two that are no paths.
  static func isReserved(_ name: String) -> Bool {
    name == "model" || name == "base"
  }
}
