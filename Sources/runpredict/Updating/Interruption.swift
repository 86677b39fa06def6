import Foundation
import Synchronization

/// Whether Ctrl-C was pressed, for work that wants to end in order.
///
/// The first interrupt only sets a mark; the second one ends the program as if nobody had asked.
enum Interruption {
  private static let mark = Atomic(false)

  /// Thrown when the mark is found.
  struct Interrupted: Error {}

  static func watch() {
    mark.store(false, ordering: .relaxed)
    signal(SIGINT) { _ in
      Interruption.mark.store(true, ordering: .relaxed)
      signal(SIGINT, SIG_DFL)
    }
  }

  static func check() throws {
    if mark.load(ordering: .relaxed) { throw Interrupted() }
  }
}
