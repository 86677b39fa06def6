import ModelSpec
import Tables

/// Where a command writes a model: a `.mlmodelc` or `.mlpackage`, else a file.
struct ModelOutput {
  var path: String
  /// Whether a model that is there is replaced; nothing else ever is.
  var overwrites: Bool

  private enum Form { case bundle, package, file }

  private var form: Form {
    let path = ModelFileName.trimmed(path)
    return path.hasSuffix(".mlmodelc") ? .bundle : path.hasSuffix(".mlpackage") ? .package : .file
  }

  /// Refuses what is there and may not be replaced; writes nothing.
  func check() throws {
    switch form {
    case .bundle: try CompiledBundle.checkKind(at: path)
    case .package: try ModelPackage.checkKind(at: path)
    case .file: try OutputFile.check(path, overwrites: true, takesStreams: false)
    }
    if !overwrites, Disk.exists(path) { throw OutputError.exists(path: path) }
  }

  /// Finds out that a model can be written, before the work that makes it.
  func probe() throws {
    try check()
    if form == .bundle {
      try CompiledBundle.checkDestination(path, replacing: overwrites)
    } else {
      try OutputFile(path, overwrites: overwrites, takesStreams: false).discard()
    }
  }

  func write(_ document: ModelDocument) throws {
    try check()
    switch form {
    case .bundle: try CompiledBundle.write(document, to: path, replacing: overwrites)
    case .package: try ModelPackage.write(document, to: path, replacing: overwrites)
    case .file:
      let file = try OutputFile(path, overwrites: overwrites, takesStreams: false)
      try file.write(document.bytes)
      try file.commit()
    }
  }
}
