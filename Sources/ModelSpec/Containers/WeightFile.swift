import Glibc

/// A file of weights beside a program, of which parts are read when they are needed.
package final class WeightFile: Sendable {
  private enum Storage: Sendable {
    case memory([UInt8])
    case descriptor(Int32)
  }

  /// The path inside its package or bundle, for errors.
  package let name: String
  package let size: Int
  private let storage: Storage

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    size = bytes.count
    storage = .memory(bytes)
  }

  /// Opens a regular file, and keeps it open, so that its content stays the one that was checked.
  init(name: String, path: String) throws(ModelError) {
    self.name = name
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw ModelError(.missing, at: name, "cannot be opened: \(FileContents.lastError)")
    }
    storage = .descriptor(descriptor)
    var status = stat()
    let isFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isFile ? Int(status.st_size) : 0
    guard isFile else {
      throw ModelError(.package, at: name, "this is not a regular file")
    }
  }

  deinit {
    if case .descriptor(let descriptor) = storage { close(descriptor) }
  }

  /// A part of the file.
  package func bytes(_ range: Range<Int>) throws(ModelError) -> [UInt8] {
    guard range.lowerBound >= 0, range.upperBound <= size else {
      throw ModelError(
        .weights, at: name, "the weight file \(name) ends before byte \(range.upperBound)")
    }
    switch storage {
    case .memory(let bytes): return Array(bytes[range])
    case .descriptor(let descriptor):
      var failed = false
      let part = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, written in
        while written < range.count {
          let count = unsafe pread(
            descriptor, buffer.baseAddress?.advanced(by: written), range.count - written,
            off_t(range.lowerBound + written))
          if count < 0 && errno == EINTR { continue }
          guard count > 0 else { break }
          written += count
        }
        failed = written < range.count
      }
      if failed {
        throw ModelError(.weights, at: name, "the weight file \(name) cannot be read whole")
      }
      return part
    }
  }
}

extension WeightFile: Equatable {
  /// Whether the contents are the same.
  package static func == (one: WeightFile, other: WeightFile) -> Bool {
    guard one !== other else { return true }
    guard one.size == other.size else { return false }
    let step = 1 << 20
    for start in stride(from: 0, to: one.size, by: step) {
      let range = start..<min(start + step, one.size)
      guard let left = try? one.bytes(range), let right = try? other.bytes(range), left == right
      else { return false }
    }
    return true
  }
}
