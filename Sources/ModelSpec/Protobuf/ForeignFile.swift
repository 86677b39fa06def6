/// Guesses what a file is that is no model, from its first bytes.
enum ForeignFile {
  static func hint(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: Array("version https://git-lfs".utf8)) {
      return
        "this is the pointer that stands for a large file in a repository: get the file itself "
        + "with 'git lfs pull'"
    }
    if bytes.starts(with: [0x50, 0x4b, 0x03, 0x04]) {
      return "this is a zip archive: unpack it first"
    }
    // A model begins with its version or its description.
    guard bytes.first != 0x08, bytes.first != 0x12 else { return nil }
    return "this does not look like a Core ML model (.mlmodel)"
  }
}
