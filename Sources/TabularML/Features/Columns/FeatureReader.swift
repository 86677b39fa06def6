package import ModelSpec

/// Reads the features that a model needs out of providers into columns.
///
/// Names are settled once, here; features that the model does not need are never asked for. A value
/// that cannot be used becomes a ``RowProblem`` of its row, and the other rows are read all the same.
package struct FeatureReader: Sendable {
  private let features: [FeatureDescription]
  /// What single rows are asked for.
  private let questions: [Question]
  private let hasOptional: Bool
  /// Whether a row's arrays may have other shapes than those of its neighbours.
  private let hasArrays: Bool

  /// Reads these features; the columns have their order.
  package init(_ features: [FeatureDescription]) {
    self.features = features
    questions = features.map(Question.init)
    hasOptional = features.contains(where: \.isOptional)
    hasArrays = features.contains {
      if case .multiArray = $0.type { true } else { false }
    }
  }

  /// One row from one provider.
  package func read(_ provider: any MLFeatureProvider) -> FeatureBatch {
    var problems: [RowProblem] = []
    var columns: [FeatureColumn] = []
    columns.reserveCapacity(features.count)
    let names = hasOptional ? provider.featureNames : []
    for (index, question) in questions.enumerated() {
      let value =
        question.isOptional && !names.contains(question.name)
        ? nil : provider.featureValue(for: question.name)
      if let value, let column = question.column(value) {
        columns.append(column)
        continue
      }
      let feature = features[index]
      var builder = ColumnBuilder(feature, shape: value.flatMap(shape))
      if let kind = builder.append(value), problems.isEmpty {
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

  /// The rows of a batch in groups whose arrays are of the same shapes, in the order of their first rows.
  func groups(_ batch: any MLBatchProvider) -> [RowGroup] {
    guard hasArrays, !(batch is TableBatchProvider) else {
      return [RowGroup(rows: Array(0..<batch.count), batch: read(batch))]
    }
    var groups: [RowGroup] = []
    var builders: [[ColumnBuilder]] = []
    var known: [[[Int]?]: Int] = [:]
    for row in 0..<batch.count {
      let provider = batch.features(at: row)
      let names = hasOptional ? provider.featureNames : []
      let values = features.map { value(of: $0, provider, names) }
      let shapes = values.map { $0.flatMap(shape) }
      let group = known[shapes] ?? groups.count
      if group == groups.count {
        known[shapes] = group
        groups.append(RowGroup(rows: [], batch: FeatureBatch(rowCount: 0, columns: [])))
        builders.append(zip(features, shapes).map { ColumnBuilder($0, shape: $1) })
      }
      var problem: RowProblem?
      for (index, feature) in features.enumerated() {
        if let kind = builders[group][index].append(values[index]), problem == nil {
          problem = RowProblem(row: groups[group].rows.count, feature: feature.name, kind: kind)
        }
      }
      if let problem { groups[group].batch.problems.append(problem) }
      groups[group].rows.append(row)
    }
    for index in groups.indices {
      groups[index].batch.rowCount = groups[index].rows.count
      groups[index].batch.columns = builders[index].map(\.column)
    }
    return groups
  }

  private func shape(_ value: MLFeatureValue) -> [Int]? {
    if case .multiArray(let array) = value.content { array.dimensions } else { nil }
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

/// Some rows of a batch of providers.
struct RowGroup {
  /// Which rows of the whole batch these are.
  var rows: [Int]
  var batch: FeatureBatch
}
