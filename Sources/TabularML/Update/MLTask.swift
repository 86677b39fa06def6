public import Foundation

/// Where a task is between its making and its end.
public enum MLTaskState: Int, Sendable {
  /// It has not been started yet.
  case suspended = 1
  /// It is at work.
  case running = 2
  /// It was cancelled and is about to end.
  case cancelling = 3
  /// It has done its work.
  case completed = 4
  /// It ended with an error, or because it was cancelled.
  case failed = 5
}

/// A piece of work that goes on beside the program, such as a model's update.
public class MLTask: NSObject, @unchecked Sendable {
  /// A text that no other task has.
  public let taskIdentifier = UUID().uuidString

  private let status = Locked<(state: MLTaskState, error: (any Error)?)>((.suspended, nil))

  /// Where the task is now.
  public var state: MLTaskState { status.withLock { $0.state } }

  /// Why the task failed; nil unless it did.
  public var error: (any Error)? { status.withLock { $0.error } }

  /// Starts the task if it was not started yet.
  public func resume() {
    if move(from: .suspended, to: .running) { begin() }
  }

  /// Stops the task as soon as possible; what it was working on stays as it was.
  public func cancel() {
    if move(from: .suspended, to: .cancelling) {
      begin()
    } else {
      _ = move(from: .running, to: .cancelling)
    }
  }

  /// Sets to work on another thread; a task that is cancelling already only has to end.
  func begin() {}

  var isCancelling: Bool { state == .cancelling }

  /// Ends the task as done; false for one that was cancelled meanwhile, which has to fail.
  func complete() -> Bool { move(from: .running, to: .completed) }

  /// Ends the task with an error.
  func fail(_ error: any Error) { status.withLock { $0 = (.failed, error) } }

  private func move(from old: MLTaskState, to new: MLTaskState) -> Bool {
    status.withLock { status in
      guard status.state == old else { return false }
      status.state = new
      return true
    }
  }
}
