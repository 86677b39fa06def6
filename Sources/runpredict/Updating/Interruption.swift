import CommandLineKit
import Foundation
import Synchronization
import Tables

/// Whether Ctrl-C was pressed, the terminal closed or the program asked to end, for work that wants
/// to end in order.
///
/// The first of these signals sets a mark and ends the wait for input; the second one ends the
/// program as if nobody had asked.
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
    ByteSource.endAtSignals()
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { _ in
      Interruption.mark.store(true, ordering: .relaxed)
    }
    // The second signal finds the default again; and without SA_RESTART a read that waits for input
    // does not simply go on.
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      unsafe sigaction(number, &action, nil)
      unsafe sigaddset(&signals, number)
    }
    // Whoever started the program may have blocked the signals for itself.
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  static func check() throws {
    if mark.load(ordering: .relaxed) { throw Interrupted() }
  }
}
