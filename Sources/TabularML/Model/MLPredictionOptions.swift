public import Foundation

/// How a prediction is made.
public final class MLPredictionOptions: NSObject {
  /// Whether only the CPU may be used; always so in effect.
  public var usesCPUOnly = false

  /// Creates options that change nothing.
  public override init() {}
}
