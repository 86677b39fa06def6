/// The exit status, after BSD's `sysexits.h`; thrown by a command it ends the program silently.
package struct ExitCode: Error, Hashable, Sendable, RawRepresentable {
  package var rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let success = ExitCode(rawValue: 0)
  /// Done, but rows were left out, or the old model was kept.
  package static let partial = ExitCode(rawValue: 1)
  package static let usage = ExitCode(rawValue: 64)
  package static let dataError = ExitCode(rawValue: 65)
  package static let noInput = ExitCode(rawValue: 66)
  /// Valid, but not supported here.
  package static let unavailable = ExitCode(rawValue: 69)
  package static let software = ExitCode(rawValue: 70)
  package static let cannotCreate = ExitCode(rawValue: 73)
  package static let ioError = ExitCode(rawValue: 74)
  /// Somebody else is at it; try again.
  package static let temporaryFailure = ExitCode(rawValue: 75)
  package static let interrupted = ExitCode(rawValue: 130)
}
