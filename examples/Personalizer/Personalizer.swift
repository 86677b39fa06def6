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
      let (task, events) = try Self.update(of: newest, with: laps, epochs: epochs, to: personal)
      self.task = task
      task.resume()
      for try await progress in events { state = .training(progress: progress) }
      model = try MLModel(contentsOf: personal)
      state = .completed
    } catch {
      state = .error(error.localizedDescription)
    }
    task = nil
  }

  /// Stops a training; the model stays as it was.
  func cancel() { task?.cancel() }

  /// Forgets everything personal.
  func resetToBase() throws {
    cancel()
    if FileManager.default.fileExists(atPath: personal.path) {
      try FileManager.default.removeItem(at: personal)
    }
    model = try MLModel(contentsOf: base)
    state = .idle
  }

  /// An update, and which share of it is done; the stream ends when the new model is written.
  nonisolated private static func update(
    of url: URL, with laps: [FinishedLap], epochs: Int, to personal: URL
  ) throws -> (MLUpdateTask, AsyncThrowingStream<Double, any Error>) {
    let (events, continuation) = AsyncThrowingStream.makeStream(of: Double.self)
    let configuration = MLModelConfiguration()
    configuration.parameters = [.epochs: epochs]
    let handlers = MLUpdateProgressHandlers(
      forEvents: [.trainingBegin, .epochEnd],
      progressHandler: { context in
        guard let epoch = context.metrics[.epochIndex] as? Int else { return }
        continuation.yield(Double(epoch + 1) / Double(epochs))
      },
      completionHandler: { context in
        do {
          if let error = context.task.error { throw error }
          try context.model.write(to: personal)
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      })
    let task = try MLUpdateTask(
      forModelAt: url, trainingData: MLArrayBatchProvider(array: laps.map { try $0.features }),
      configuration: configuration, progressHandlers: handlers)
    return (task, events)
  }
}
