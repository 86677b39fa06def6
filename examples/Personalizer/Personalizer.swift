import CoreML
import Observation

/// A run duration model that learns from the runner's own laps; a view can show its state.
@MainActor @Observable
final class Personalizer {
  enum State: Equatable {
    case idle
    case training(progress: Double)
    case completed
    case error(String)
  }

  private(set) var state = State.idle
  /// The personal model if there is one, else the base.
  private(set) var model: MLModel

  private let base: URL
  private let personal: URL
  private var task: MLUpdateTask?

  /// - Parameters:
  ///   - base: The compiled model that the app came with.
  ///   - folder: Where the app keeps the personal model.
  /// - Throws: When there is no base model.
  init(base: URL, folder: URL) throws {
    self.base = base
    personal = folder.appendingPathComponent("Personal.mlmodelc")
    model = try MLModel(contentsOf: base)
    if let saved = try? MLModel(contentsOf: personal) { model = saved }
  }

  /// Learns from finished laps, keeps the result, and returns when that is done.
  func train(on laps: [FinishedLap], epochs: Int = 10) async {
    guard task == nil else { return }
    state = .training(progress: 0)
    do {
      let newest = FileManager.default.fileExists(atPath: personal.path) ? personal : base
      let (task, contexts) = try Self.update(of: newest, with: laps, epochs: epochs)
      self.task = task
      task.resume()
      var last: MLUpdateContext?
      for await context in contexts {
        // After a reset nobody waits for this training any more.
        guard self.task === task else { return }
        last = context
        guard let epoch = context.metrics[.epochIndex] as? Int else { continue }
        state = .training(progress: Double(epoch + 1) / Double(epochs))
      }
      guard self.task === task else { return }
      if let error = task.error { throw error }
      try last?.model.write(to: personal)
      model = try MLModel(contentsOf: personal)
      state = .completed
    } catch {
      state = .error(error.localizedDescription)
    }
    task = nil
  }

  /// Stops a training; the model stays as it was.
  func cancel() { task?.cancel() }

  /// Forgets everything personal, also what a training that is under way would learn.
  func resetToBase() throws {
    cancel()
    task = nil
    if FileManager.default.fileExists(atPath: personal.path) {
      try FileManager.default.removeItem(at: personal)
    }
    model = try MLModel(contentsOf: base)
    state = .idle
  }

  /// An update, and what is told of it; the stream ends with the update.
  nonisolated private static func update(
    of url: URL, with laps: [FinishedLap], epochs: Int
  ) throws -> (MLUpdateTask, AsyncStream<MLUpdateContext>) {
    let (contexts, continuation) = AsyncStream.makeStream(of: MLUpdateContext.self)
    let configuration = MLModelConfiguration()
    configuration.parameters = [.epochs: epochs]
    let handlers = MLUpdateProgressHandlers(
      forEvents: [.trainingBegin, .epochEnd],
      progressHandler: { continuation.yield($0) },
      completionHandler: { context in
        continuation.yield(context)
        continuation.finish()
      })
    let task = try MLUpdateTask(
      forModelAt: url, trainingData: MLArrayBatchProvider(array: laps.map { try $0.features }),
      configuration: configuration, progressHandlers: handlers)
    return (task, contexts)
  }
}
