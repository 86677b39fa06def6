#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where bytes go.
package protocol ByteSink: AnyObject {
  /// The name for messages.
  var name: String { get }
  /// Writes all the bytes, or throws.
  func write(_ bytes: [UInt8]) throws(OutputError)
}

/// Standard output, written without a buffer of its own.
///
/// The process must ignore SIGPIPE, or a closed pipe ends it before `closedPipe` is thrown.
package final class StandardOutput: ByteSink {
  package let name = "standard output"

  package init() {}

  package func write(_ bytes: [UInt8]) throws(OutputError) {
    try writeAll(bytes, to: STDOUT_FILENO, name: name)
  }
}

/// The one place where bytes leave the process.
func writeAll(_ bytes: [UInt8], to descriptor: Int32, name: String) throws(OutputError) {
  var failure: Int32 = 0
  unsafe bytes.withUnsafeBytes { bytes in
    var written = 0
    while written < bytes.count, let base = bytes.baseAddress {
      let result = unsafe Platform.write(descriptor, base + written, bytes.count - written)
      if result >= 0 {
        written += result
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&waiting, 1, -1)
      } else if errno != EINTR {
        failure = errno
        return
      }
    }
  }
  if failure == EPIPE { throw .closedPipe }
  if failure != 0 { throw .writeFailed(name: name, code: failure) }
}

/// The C functions whose names our own methods hide.
enum Platform {
  static func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes, count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, bytes, count)
    #else
      unsafe Darwin.write(descriptor, bytes, count)
    #endif
  }
}
