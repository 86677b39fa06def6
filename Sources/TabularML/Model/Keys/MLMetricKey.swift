/// Something measured during an update.
public final class MLMetricKey: MLKey, @unchecked Sendable {
  /// The loss over the rows seen so far in the epoch, or of the last mini-batch (Float).
  public static let lossValue = MLMetricKey(name: "lossValue")
  /// The epoch, counted from 0 (Int64).
  public static let epochIndex = MLMetricKey(name: "epochIndex")
  /// The mini-batch within the epoch, counted from 0 (Int64).
  public static let miniBatchIndex = MLMetricKey(name: "miniBatchIndex")
}
