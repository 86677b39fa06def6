/// Why bytes could not be written.
package enum OutputError: Error, Equatable, Sendable {
  /// The reader at the other end of a pipe went away: the end, but nothing to complain about.
  case closedPipe
  /// There is a file already, and overwriting was not asked for.
  case exists(path: String)
  /// There is something else that cannot be replaced, such as "a folder".
  case notAFile(path: String, found: String)
  case cannotCreate(path: String, code: Int32)
  case writeFailed(name: String, code: Int32)

  /// One sentence that names the output.
  package var message: String {
    switch self {
    case .closedPipe: "the reader of the output went away"
    case .exists(let path): "\(path) exists already"
    case .notAFile(let path, let found): "\(path) is \(found), not a file"
    case .cannotCreate(let path, let code): "\(path) cannot be created: \(systemMessage(code))"
    case .writeFailed(let name, let code): "writing \(name) failed: \(systemMessage(code))"
    }
  }
}
