import Foundation

/// A value that any number of threads may change, one at a time.
///
/// The lock is pthread's and not `Synchronization.Mutex`, which the thread sanitizer cannot see: it
/// would take every use of a value that was guarded for a race (`scripts/check-threads`).
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  /// Gives the closure the value, alone.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
