package import ModelSpec

/// Reads the features that a model needs out of providers into columns.
///
/// Names are settled once, here; features that the model does not need are never asked for. A value
/// that cannot be used becomes a ``RowProblem`` of its row, and the other rows are read all the same.
package struct FeatureReader: Sendable {
  private let features: [FeatureDescription]
  private let hasOptional: Bool

  /// Reads these features; the columns have their order.
  package init(_ features: [FeatureDescription]) {
    self.features = features
    hasOptional = features.contains(where: \.isOptional)
  }

  /// One row from one provider.
  package func read(_ provider: any MLFeatureProvider) -> FeatureBatch {
    var problems: [RowProblem] = []
    var columns: [FeatureColumn] = []
    columns.reserveCapacity(features.count)
    let names = hasOptional ? provider.featureNames : []
    for feature in features {
      var builder = ColumnBuilder(feature)
      if let kind = builder.append(value(of: feature, provider, names)), problems.isEmpty {
        problems.append(RowProblem(row: 0, feature: feature.name, kind: kind))
      }
      columns.append(builder.column)
    }
    return FeatureBatch(rowCount: 1, columns: columns, problems: problems)
  }

  /// A row from each provider of a batch; the columns of a table are taken over as they are.
  package func read(_ batch: any MLBatchProvider) -> FeatureBatch {
    if let table = batch as? TableBatchProvider { return read(table) }
    var builders = features.map { ColumnBuilder($0) }
    var problems: [RowProblem] = []
    let rowCount = batch.count
    for row in 0..<rowCount {
      let provider = batch.features(at: row)
      let names = hasOptional ? provider.featureNames : []
      var problem: RowProblem?
      for index in features.indices {
        let feature = features[index]
        if let kind = builders[index].append(value(of: feature, provider, names)), problem == nil {
          problem = RowProblem(row: row, feature: feature.name, kind: kind)
        }
      }
      if let problem { problems.append(problem) }
    }
    return FeatureBatch(rowCount: rowCount, columns: builders.map(\.column), problems: problems)
  }

  /// A provider may answer any name with some value, so an optional feature must be listed, too.
  private func value(
    of feature: FeatureDescription, _ provider: any MLFeatureProvider, _ names: Set<String>
  ) -> MLFeatureValue? {
    guard !feature.isOptional || names.contains(feature.name) else { return nil }
    return provider.featureValue(for: feature.name)
  }

  private func read(_ table: TableBatchProvider) -> FeatureBatch {
    let batch = table.batch
    let columns = features.map { feature in
      table.layout.index(of: feature.name).map { batch.columns[$0] }
        ?? ColumnBuilder.missing(feature, rowCount: batch.rowCount)
    }
    return FeatureBatch(rowCount: batch.rowCount, columns: columns, problems: batch.problems)
  }
}
