public import Foundation

/// How a prediction is made.
public final class MLPredictionOptions: NSObject {
  /// Whether only the CPU may be used; always so in effect.
  public var usesCPUOnly = false

  /// Multi-arrays by the name of an output, into which the numbers of a prediction go.
  ///
  /// The answer then has this very object as its value. Names of no output are ignored, batches make new
  /// arrays, and so does an output of another shape than that of its multi-array. An object that the
  /// output cannot be makes the prediction fail.
  public var outputBackings: [String: Any] = [:]

  /// Creates options that change nothing.
  public override init() {}
}
