public import Foundation

/// What can happen during an update that a program may want to hear of.
public struct MLUpdateProgressEvent: OptionSet, Sendable {
  /// The events as bits.
  public let rawValue: Int

  /// Creates a set of events from bits.
  ///
  /// - Parameter rawValue: The bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The rows are read and the training begins.
  public static let trainingBegin = MLUpdateProgressEvent(rawValue: 1 << 0)
  /// All rows have been gone through once more.
  public static let epochEnd = MLUpdateProgressEvent(rawValue: 1 << 1)
  /// A mini-batch has been gone through; hearing of each slows the training down.
  public static let miniBatchEnd = MLUpdateProgressEvent(rawValue: 1 << 2)
}

/// What an update calls as it goes on, and when it is over.
///
/// As in Core ML the handlers need not be `Sendable`, although another thread calls them: it does so
/// one at a time, and only after the task was resumed.
public final class MLUpdateProgressHandlers: NSObject, @unchecked Sendable {
  let events: MLUpdateProgressEvent
  let progressHandler: ((MLUpdateContext) -> Void)?
  let completionHandler: (MLUpdateContext) -> Void

  /// Creates handlers; they are called one at a time, on another thread.
  ///
  /// - Parameters:
  ///   - interestedEvents: The events to call the progress handler for.
  ///   - progressHandler: Called for each of these events; the training waits for it.
  ///   - completionHandler: Called once, at the end, also after a failure: see the task's error.
  public init(
    forEvents interestedEvents: MLUpdateProgressEvent,
    progressHandler: ((MLUpdateContext) -> Void)?,
    completionHandler: @escaping (MLUpdateContext) -> Void
  ) {
    events = interestedEvents
    self.progressHandler = progressHandler
    self.completionHandler = completionHandler
  }
}
