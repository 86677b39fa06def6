import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where bytes come from: a file, standard input or memory.
///
/// They can be read once, piece by piece.
package final class ByteSource {
  private enum Origin {
    case descriptor(Int32, isOwned: Bool)
    case memory([UInt8], position: Int)
  }

  fileprivate static let endsAtSignals = Atomic(false)

  /// From now on a signal that interrupts the wait for bytes ends the reading, as `readFailed` with
  /// `EINTR`; otherwise the wait goes on.
  package static func endAtSignals() { endsAtSignals.store(true, ordering: .relaxed) }

  /// The name for messages: the path as it was given, or `standard input`.
  package let name: String
  /// The most bytes that one piece has.
  package let pieceSize: Int
  private var origin: Origin
  /// The first bytes that were read, to tell what a file is that is no table.
  private(set) var beginning: [UInt8] = []
  static let beginningSize = 4096

  private init(name: String, pieceSize: Int, origin: Origin) {
    self.name = name
    self.pieceSize = max(1, pieceSize)
    self.origin = origin
  }

  /// Opens a file, a device or a named pipe.
  package static func file(
    _ path: String, pieceSize: Int = 512 << 10
  ) throws(InputError) -> ByteSource {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR
        ? .notFound(name: path) : .cannotOpen(name: path, code: errno)
    }
    let source = ByteSource(
      name: path, pieceSize: pieceSize, origin: .descriptor(descriptor, isOwned: true))
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw .isDirectory(name: path)
    }
    return source
  }

  /// Reads what is piped or typed into the process.
  package static func standardInput(pieceSize: Int = 512 << 10) -> ByteSource {
    ByteSource(
      name: "standard input", pieceSize: pieceSize,
      origin: .descriptor(STDIN_FILENO, isOwned: false))
  }

  /// Reads bytes that are in memory already.
  package static func bytes(
    _ bytes: [UInt8], name: String = "bytes", pieceSize: Int = 512 << 10
  ) -> ByteSource {
    ByteSource(name: name, pieceSize: pieceSize, origin: .memory(bytes, position: 0))
  }

  deinit {
    if case .descriptor(let descriptor, isOwned: true) = origin { close(descriptor) }
  }

  /// The next bytes, as many as are there now but at most `pieceSize`; empty at the end.
  package func next() throws(InputError) -> [UInt8] {
    var piece: [UInt8] = []
    try read(pieceSize, into: &piece)
    return piece
  }

  /// Adds the next bytes to a buffer, as many as are there now but at most `most` and `pieceSize`; none
  /// at the end.
  func read(_ most: Int, into buffer: inout [UInt8]) throws(InputError) {
    let most = max(1, min(most, pieceSize))
    let start = buffer.count
    defer {
      if beginning.count < ByteSource.beginningSize {
        beginning += buffer[start...].prefix(ByteSource.beginningSize - beginning.count)
      }
    }
    switch origin {
    case .memory(let bytes, let position):
      let end = min(bytes.count, position + most)
      origin = .memory(bytes, position: end)
      buffer += bytes[position..<end]
    case .descriptor(let descriptor, _):
      var failure: Int32 = 0
      buffer.append(addingCapacity: most) { span in
        unsafe span.withUnsafeMutableBufferPointer { room, count in
          guard let base = room.baseAddress else { return }
          let result = unsafe readWaiting(descriptor, base + count, most)
          if result < 0 { failure = errno } else { count += result }
        }
      }
      if failure != 0 { throw .readFailed(name: name, code: failure) }
    }
  }
}

/// `read(2)` that waits where the descriptor does not block, and goes on after a signal unless that
/// ends the reading.
private func readWaiting(
  _ descriptor: Int32, _ base: UnsafeMutablePointer<UInt8>, _ count: Int
) -> Int {
  while true {
    let result = unsafe read(descriptor, base, count)
    if result >= 0 { return result }
    if errno == EAGAIN {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if unsafe poll(&waiting, 1, -1) >= 0 { continue }
    }
    if errno != EINTR || ByteSource.endsAtSignals.load(ordering: .relaxed) { return -1 }
  }
}
