package import ModelSpec

/// Rows of a table, or of predictions, as a batch of feature providers.
///
/// The values stay in columns: a provider for a row is made when that row is asked for, and a model
/// takes the columns as they are.
public final class TableBatchProvider: MLBatchProvider, Sendable {
  let batch: FeatureBatch
  let layout: FeatureLayout

  /// A batch whose columns are these features.
  package convenience init(_ batch: FeatureBatch, features: [FeatureDescription]) {
    self.init(batch, layout: FeatureLayout(features))
  }

  init(_ batch: FeatureBatch, layout: FeatureLayout) {
    self.batch = batch
    self.layout = layout
  }

  /// The number of rows.
  public var count: Int { batch.rowCount }

  /// The row at a position from 0 to `count - 1`.
  ///
  /// - Parameter index: The position.
  /// - Returns: A provider of the row's values; a missing one is undefined.
  public func features(at index: Int) -> any MLFeatureProvider {
    precondition(index >= 0 && index < batch.rowCount, "Row \(index) is outside the batch")
    return BatchRow(batch, layout: layout, row: index)
  }
}
