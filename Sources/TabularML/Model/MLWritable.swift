public import Foundation

/// Something that can be saved to the file system, such as an updated model.
public protocol MLWritable: NSObjectProtocol {
  /// Saves it, replacing what is at that place.
  ///
  /// - Parameter url: Where to save it; for a model a path that ends in `.mlmodelc`.
  /// - Throws: ``MLModelError`` with code `io` when it cannot be written.
  func write(to url: URL) throws
}
