#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why bytes could not be written.
package enum WriteError: Error, Sendable, Equatable {
  /// The reader at the other end has gone; not a failure.
  case closedPipe
  case failed(errno: Int32)
}

/// Standard input, output and error.
package enum StandardStream: Int32, Sendable {
  case input = 0, output, error

  /// Whether a person sits at the other end.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The width in columns; 80 where it is unknown.
  package var width: Int {
    var size = winsize()
    let answer = unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size)
    return answer == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  package func write(_ text: String) throws(WriteError) {
    try CommandLineKit.write(Array(text.utf8), to: rawValue)
  }
}

/// Writes all of the bytes to a file descriptor.
package func write(_ bytes: [UInt8], to descriptor: Int32) throws(WriteError) {
  var start = 0
  while start < bytes.count {
    let written = unsafe bytes.withUnsafeBytes { buffer in
      unsafe systemWrite(descriptor, buffer.baseAddress?.advanced(by: start), bytes.count - start)
    }
    if written >= 0 {
      start += written
    } else if errno == EPIPE {
      throw .closedPipe
    } else if errno != EINTR {
      throw .failed(errno: errno)
    }
  }
}

/// `write(2)`, under a name that does not clash with ours.
@unsafe private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int)
  -> Int
{
  #if canImport(Glibc)
    unsafe Glibc.write(descriptor, bytes, count)
  #elseif canImport(Musl)
    unsafe Musl.write(descriptor, bytes, count)
  #else
    unsafe Darwin.write(descriptor, bytes, count)
  #endif
}

/// What the system says of an error number, such as "No space left on device".
package func systemMessage(_ number: Int32) -> String {
  unsafe String(cString: strerror(number))
}
