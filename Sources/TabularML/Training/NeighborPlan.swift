package import ModelSpec
import Tables

/// A nearest-neighbour classifier made ready to be given more samples.
package struct NeighborPlan: Sendable {
  private let stage: [Int]
  private let classifier: KNearestNeighborsClassifier
  /// What makes the classifier's inputs of those of the model.
  private let prefix: Plan
  private let trainingInputs: [FeatureDescription]
  /// The place of the label among the training inputs.
  private let target: Int

  /// - Parameters:
  ///   - model: the whole model.
  ///   - conventions: how the stages before the trained one read what the format leaves open.
  /// - Throws: a `ModelError` for a model that does not end in such a classifier.
  package init(
    _ model: Model, conventions: Conventions = .standard
  ) throws(ModelError) {
    let (stage, innermost) = model.trained
    guard case .kNearestNeighborsClassifier(let classifier) = innermost.kind else {
      throw ModelError(.unsupportedUpdate, at: "", "the model is no nearest-neighbour classifier")
    }
    let name = innermost.description.predictedFeatureName
    guard let target = model.description.trainingInputs.firstIndex(where: { $0.name == name })
    else {
      throw ModelError(
        .update, at: "description.trainingInput", "the label '\(name)' is not a training input")
    }
    self.stage = stage
    self.classifier = classifier
    self.target = target
    trainingInputs = model.description.trainingInputs
    prefix = try Plan(model.prefix, conventions: conventions)
  }

  /// How many neighbours vote after the update.
  ///
  /// - Throws: a `TrainingError.parameter` that names what the model allows.
  package func numberOfNeighbors(
    _ overrides: TrainingOverrides
  ) throws(TrainingError) -> Int {
    let networks: [(name: String, value: Any?)] = [
      ("learningRate", overrides.learningRate), ("momentum", overrides.momentum),
      ("beta1", overrides.beta1), ("beta2", overrides.beta2), ("eps", overrides.eps),
      ("miniBatchSize", overrides.miniBatchSize), ("epochs", overrides.epochs),
      ("shuffle", overrides.shuffle),
    ]
    for parameter in networks {
      try TrainingOptions.refuse(
        parameter.value, parameter.name, "the model remembers samples, it does not train")
    }
    return try classifier.numberOfNeighbors.count(
      overrides.numberOfNeighbors, "numberOfNeighbors")
  }

  /// The rows as samples; the columns are the model's training inputs.
  ///
  /// - Throws: a `TrainingError` for a row that cannot be used.
  package func samples(
    _ rows: FeatureBatch, overrides: TrainingOverrides = TrainingOverrides()
  ) throws(TrainingError) -> NewSamples {
    _ = try numberOfNeighbors(overrides)
    let (labels, problems) = labels(rows)
    if let problem = rows.problems.first ?? problems.first ?? rowsWithoutDistance(rows).first {
      throw .row(problem)
    }
    guard rows.rowCount > 0 else { throw .noRows }
    let inputs = try prefix.trainingValues(of: rows, trainingInputs)
    let widths = inputs.map { $0.count / rows.rowCount }
    var values: [Float] = []
    values.reserveCapacity(rows.rowCount * widths.reduce(0, +))
    for row in 0..<rows.rowCount {
      for (input, width) in zip(inputs, widths) {
        let numbers = input[row * width..<(row + 1) * width]
        if numbers.contains(where: { !Self.hasDistance(Double($0)) }) {
          // A stage before the classifier made them so large.
          let feature = trainingInputs.indices.first { $0 != target } ?? target
          throw .row(
            RowProblem(row: row, feature: trainingInputs[feature].name, kind: .noDistance))
        }
        values += numbers
      }
    }
    return NewSamples(
      stage: stage, values: values, labels: labels,
      numberOfNeighbors: overrides.numberOfNeighbors)
  }

  /// The rows that make no sample, at most one problem a row: without a label of the model's type, or with
  /// numbers that are at a finite distance of nothing.
  package func targetProblems(_ rows: FeatureBatch) -> [RowProblem] {
    let unlabelled = labels(rows).problems
    var told = Set(unlabelled.map(\.row))
    let problems = unlabelled + rowsWithoutDistance(rows).filter { told.insert($0.row).inserted }
    return problems.sorted { $0.row < $1.row }
  }

  /// The rows with numbers that are at a finite distance of nothing.
  private func rowsWithoutDistance(_ rows: FeatureBatch) -> [RowProblem] {
    rows.columns.indices.filter { $0 != target }.flatMap { index in
      rows.columns[index].rows(rows.rowCount, whereNot: Self.hasDistance).map {
        RowProblem(row: $0, feature: trainingInputs[index].name, kind: .noDistance)
      }
    }
  }

  /// Whether squares of differences from a number are finite in a model's precision, and sums of them.
  private static func hasDistance(_ number: Double) -> Bool { abs(number) <= 1e18 }

  /// The labels, and the rows that have none.
  private func labels(_ rows: FeatureBatch) -> (labels: ClassLabels, problems: [RowProblem]) {
    let column = rows.columns[target]
    func problem(_ row: Int, _ kind: RowProblem.Kind) -> RowProblem {
      RowProblem(row: row, feature: trainingInputs[target].name, kind: kind)
    }
    let labels: ClassLabels
    switch (column.values, classifier.labels) {
    case (.strings(let texts), .strings) where column.hasRows(rows.rowCount):
      labels = .strings(texts.codes.map { $0 < 0 ? "" : texts.dictionary[Int($0)] })
    case (.int64s(let values), .int64s) where column.hasRows(rows.rowCount):
      labels = .int64s(values)
    case (_, let labels):
      let expected = labels.featureType == .string ? "String" : "Int64"
      return (labels, [problem(0, .wrongType(expected: expected, found: column.typeName))])
    }
    let problems = (0..<rows.rowCount).compactMap { row -> RowProblem? in
      if column.isMissing(row) { return problem(row, .missingFeature) }
      // The format has no such texts: what stands behind the sign would be lost.
      guard case .strings(let texts) = labels, texts[row].utf8.contains(0) else { return nil }
      return problem(row, .wrongType(expected: "a text without NUL", found: "one with it"))
    }
    return (labels, problems)
  }
}

extension FeatureColumn {
  /// The rows with a number of which something is not true; rows without a value have none.
  fileprivate func rows(_ count: Int, whereNot isTrue: (Double) -> Bool) -> [Int] {
    func find<Number>(_ values: [Number], _ double: (Number) -> Double) -> [Int] {
      guard count > 0 else { return [] }
      let width = values.count / count
      return (0..<count).filter { row in
        missing?[row] != true
          && values[row * width..<(row + 1) * width].contains { !isTrue(double($0)) }
      }
    }
    switch self.values {
    case .doubles(let values): return find(values) { $0 }
    case .arrays(let arrays):
      switch arrays.elements {
      case .doubles(let values): return find(values) { $0 }
      case .floats(let values): return find(values) { Double($0) }
      case .int32s: return []
      }
    default: return []
    }
  }

  /// Whether a row has no value.
  fileprivate func isMissing(_ row: Int) -> Bool {
    if let missing, missing[row] { return true }
    if case .strings(let texts) = values { return texts.codes[row] < 0 }
    return false
  }
}

extension Model {
  /// The same model, with another number of neighbours where it is a classifier by neighbours.
  ///
  /// - Throws: a `TrainingError.parameter` that names what the model allows.
  func withNeighbors(_ number: Int64?) throws(TrainingError) -> Model {
    guard let number else { return self }
    var model = self
    try model.changeTrained { model throws(TrainingError) in
      guard case .kNearestNeighborsClassifier(var classifier) = model.kind else { return }
      _ = try classifier.numberOfNeighbors.count(number, "numberOfNeighbors")
      classifier.numberOfNeighbors.defaultValue = number
      model.kind = .kNearestNeighborsClassifier(classifier)
    }
    return model
  }
}
