import CommandLineKit
import Foundation
import Synchronization

/// Whether Ctrl-C was pressed, for work that wants to end in order.
///
/// The first interrupt only sets a mark; the second one ends the program as if nobody had asked.
enum Interruption {
  private static let mark = Atomic(false)

  /// Thrown when the mark is found.
  struct Interrupted: ReportableError {
    var diagnostic: Diagnostic {
      Diagnostic(.note, "interrupted", message: "interrupted; what was there is unchanged")
    }
    var exitCode: ExitCode { .interrupted }
  }

  static func watch() {
    mark.store(false, ordering: .relaxed)
    // Whoever started the program may have blocked the signal for itself.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    signal(SIGINT) { _ in
      Interruption.mark.store(true, ordering: .relaxed)
      signal(SIGINT, SIG_DFL)
    }
  }

  static func check() throws {
    if mark.load(ordering: .relaxed) { throw Interrupted() }
  }
}
