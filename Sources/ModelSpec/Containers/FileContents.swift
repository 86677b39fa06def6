import Glibc

/// Bytes of files, read whole and written so that they survive a power cut.
enum FileContents {
  /// `other` is a named pipe, a device or a socket: opening one may wait for ever.
  enum Kind { case file, folder, other, missing }

  /// What a path leads to, links followed.
  static func kind(at path: String) -> Kind {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return .missing }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// More than that has to lie in a file.
  private static let mostPipedBytes = 1 << 27

  /// Reads a whole file, which errors call by the name given.
  static func read(
    at path: String, named name: String, limit: Int
  ) throws(ModelError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw ModelError(.missing, at: name, "cannot be opened: \(lastError)")
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw ModelError(.missing, at: name, "cannot be read: \(lastError)")
    }
    let type = status.st_mode & S_IFMT
    // A device such as /dev/zero never ends; a terminal or a null device is one, too.
    guard type != S_IFCHR, type != S_IFBLK else {
      throw ModelError(.unreadable, at: name, "this is a device, not a file with a model")
    }
    // A pipe may never end either, and says nothing of its length.
    let limit = type == S_IFREG ? limit : min(limit, mostPipedBytes)
    let expected = Int(status.st_size)
    guard expected <= limit else {
      throw ModelError(
        .unreadable, at: name,
        "the file has \(expected) bytes; more than \(limit) are not read")
    }
    var bytes: [UInt8] = []
    while true {
      // One byte more than expected shows the end without another round.
      let room = max(expected - bytes.count + 1, 1 << 16)
      var count = 0
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, written in
        unsafe count = Glibc.read(descriptor, buffer.baseAddress, room)
        written = max(count, 0)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else {
        throw ModelError(.missing, at: name, "cannot be read: \(lastError)")
      }
      if count == 0 { return bytes }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      guard bytes.count <= limit else {
        throw ModelError(
          .unreadable, at: name, "the file has more than \(limit) bytes, which are not read")
      }
    }
  }

  /// The first bytes of a file; none of a pipe or device, which would lose them.
  static func beginning(ofRegularFile path: String, count: Int) -> [UInt8] {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      unsafe written = max(0, Glibc.read(descriptor, buffer.baseAddress, count))
    }
  }

  /// Writes a new file and waits until the disk has it.
  static func write(
    _ bytes: [UInt8], to path: String, named name: String
  ) throws(ModelError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw notCreated(name)
    }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        throw ModelError(.writing, at: name, "cannot be written: \(lastError)")
      }
      written += count
    }
    guard fsync(descriptor) == 0 else {
      throw ModelError(.writing, at: name, "cannot be written: \(lastError)")
    }
  }

  /// Waits until the disk has the names in a folder.
  static func flushFolder(at path: String) throws(ModelError) {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw ModelError(.writing, at: path, "cannot be opened: \(lastError)")
    }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw ModelError(.writing, at: path, "cannot be written: \(lastError)")
    }
  }

  /// The last error of making a file or folder; a full disk is no fault of the place.
  static func notCreated(_ name: String) -> ModelError {
    let isFull = errno == ENOSPC || errno == EDQUOT
    return ModelError(isFull ? .writing : .output, at: name, "cannot be created: \(lastError)")
  }

  /// The system's words for what went wrong last.
  static var lastError: String { unsafe String(cString: strerror(errno)) }
}
