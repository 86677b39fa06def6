#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why the bytes of an input could not be had.
///
/// The first three mean that nothing was read; `readFailed` means that reading broke off half-way.
package enum InputError: Error, Equatable, Sendable {
  case notFound(name: String)
  case isDirectory(name: String)
  case cannotOpen(name: String, code: Int32)
  case readFailed(name: String, code: Int32)

  /// One sentence that names the input.
  package var message: String {
    switch self {
    case .notFound(let name): "\(name): no such file"
    case .isDirectory(let name): "\(name) is a folder, not a file"
    case .cannotOpen(let name, let code): "\(name) cannot be read: \(systemMessage(code))"
    case .readFailed(let name, let code):
      "reading \(name) failed half-way: \(systemMessage(code))"
    }
  }
}

/// What the operating system says about an error number.
func systemMessage(_ code: Int32) -> String {
  guard let text = unsafe strerror(code) else { return "error \(code)" }
  return unsafe String(cString: text)
}
