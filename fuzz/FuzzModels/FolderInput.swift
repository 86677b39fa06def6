import Foundation

/// A package or a bundle as one input: for each file a line with its name and length, then its bytes.
///
/// `scripts/fuzz` writes such inputs of the test cases.
struct FolderInput {
  private var files: [(name: String, bytes: ArraySlice<UInt8>)] = []

  init(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")), files.count < 16 {
      let line = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      guard line.count == 2, let length = Int(line[1]), length >= 0, Self.isSafe(line[0]) else {
        return
      }
      rest = rest[(end + 1)...]
      files.append((String(line[0]), rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
  }

  /// Writes the files into an empty folder.
  func write(to folder: URL) throws {
    for (name, bytes) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
  }

  /// The fuzzer writes into its own folder only.
  private static func isSafe(_ name: Substring) -> Bool {
    name.utf8.count < 100 && !name.contains("..") && !name.hasPrefix("/")
      && name.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 }
  }
}
