import ModelSpec

extension TrainableModel {
  /// Runs what does not change for all rows, and takes the targets.
  func samples(
    _ rows: FeatureBatch, _ prefix: Plan, _ graph: TrainingGraph
  ) throws(TrainingError) -> TrainingSamples {
    if let problem = rows.problems.first { throw .row(problem) }
    guard rows.columns.count == trainingInputs.count else {
      throw .model(
        ModelError(
          .interface, at: "description.trainingInput",
          "the model has \(trainingInputs.count) training inputs, the rows have "
            + "\(rows.columns.count) columns"))
    }
    let batch = FeatureBatch(
      rowCount: rows.rowCount,
      columns: prefix.inputs.map { input in
        trainingInputs.firstIndex { $0.name == input.name }.map { rows.columns[$0] }
          ?? FeatureColumn(allMissing: rows.rowCount)
      })
    let result: PredictionResult
    do {
      result = try prefix.predict(batch)
    } catch {
      throw .model(error)
    }
    if let problem = result.problems.first { throw .row(problem) }
    var inputs: [[Float]] = []
    for (description, column) in zip(prefix.outputs, result.outputs.columns) {
      let width = graph.network.shapes[inputs.count].count
      inputs.append(column.floats(width: width, standIn: description.standIn))
    }
    return graph.samples(
      inputs: inputs, targets: try targets(rows, width: graph.network.shapes[graph.lossBlob].count),
      count: rows.rowCount)
  }

  private func targets(_ rows: FeatureBatch, width: Int) throws(TrainingError) -> [Float] {
    guard let index = trainingInputs.firstIndex(where: { $0.name == loss.target }) else {
      throw .model(
        ModelError(
          .update, at: "description.trainingInput",
          "the target '\(loss.target)' of the loss is not a training input"))
    }
    let column = rows.columns[index]
    guard column.hasRows(rows.rowCount) else {
      throw .model(
        ModelError(
          .interface, at: "description.trainingInput",
          "the column for '\(loss.target)' does not have the \(rows.rowCount) rows of the batch"))
    }
    if let row = column.missing?.firstIndex(of: true) {
      throw .row(RowProblem(row: row, feature: loss.target, kind: .missingFeature))
    }
    guard rows.rowCount == 0 || column.numberCount == width else {
      let kind: RowProblem.Kind =
        column.numberCount.map { .wrongShape(expected: [width], found: [$0]) }
        ?? .wrongType(expected: "MultiArray", found: column.typeName)
      throw .row(RowProblem(row: 0, feature: loss.target, kind: kind))
    }
    return column.floats(width: width, standIn: 0)
  }
}

extension ModelDescription {
  /// Names and declared shapes of the inputs, as a network takes them.
  func blobShapes() throws(ModelError) -> [(name: String, shape: [Int])] {
    let builder = PlanBuilder()
    var shapes: [(name: String, shape: [Int])] = []
    for input in inputs {
      if case .multiArray(let type) = input.type {
        shapes.append((input.name, try builder.rowShape(type, of: input.name).shape))
      } else {
        shapes.append((input.name, []))
      }
    }
    return shapes
  }
}

extension FeatureDescription {
  /// What every element is when an optional input is missing.
  fileprivate var standIn: Float {
    if case .multiArray(let type) = type { type.defaultValue?.float ?? 0 } else { 0 }
  }
}

extension FeatureColumn {
  /// A column without any value.
  fileprivate init(allMissing rows: Int) {
    self.init(
      .doubles(Array(repeating: .nan, count: rows)), missing: Array(repeating: true, count: rows))
  }

  /// How many numbers a row has; nil for texts and dictionaries.
  fileprivate var numberCount: Int? {
    switch values {
    case .doubles, .int64s: 1
    case .arrays(let column): elementCount(column.shape)
    case .strings, .int64Dictionaries, .stringDictionaries, .int64Sequences, .stringSequences,
      .probabilities:
      nil
    }
  }

  /// All numbers, row after row; rows without a value get the stand-in.
  fileprivate func floats(width: Int, standIn: Float) -> [Float] {
    var floats: [Float] =
      switch values {
      case .doubles(let values): values.map { Float($0) }
      case .int64s(let values): values.map { Float($0) }
      case .arrays(let column):
        switch column.elements {
        case .doubles(let values): values.map { Float($0) }
        case .floats(let values): values
        case .int32s(let values): values.map { Float($0) }
        }
      case .strings, .int64Dictionaries, .stringDictionaries, .int64Sequences, .stringSequences,
        .probabilities:
        []
      }
    guard let missing else { return floats }
    for (row, isMissing) in missing.enumerated() where isMissing {
      for index in row * width..<(row + 1) * width { floats[index] = standIn }
    }
    return floats
  }
}
