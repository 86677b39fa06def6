import Foundation

extension NSRange {
  /// The sizes from a least to a greatest one; without a greatest the range goes to `Int.max`.
  init(sizesFrom least: Int, through greatest: Int?) {
    let location = max(least, 0)
    // The end is one past the greatest size, and has to be an Int too.
    let end = greatest.map { $0 == .max ? $0 : $0 + 1 } ?? .max
    self.init(location: location, length: max(end, location) - location)
  }
}
