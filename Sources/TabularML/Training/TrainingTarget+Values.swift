import ModelSpec
import Tables

extension TrainingTarget {
  /// The targets of all rows of the training inputs' columns; width is that of the loss's blob.
  ///
  /// - Throws: the problem of the first row whose target cannot be used.
  func values(_ rows: FeatureBatch, width: Int) throws(TrainingError) -> TrainingTargets {
    let values = rows.columns[column]
    guard values.hasRows(rows.rowCount) else {
      throw .model(
        ModelError(
          .interface, at: "description.trainingInput",
          "the column for '\(feature.name)' does not have the \(rows.rowCount) rows of the batch"))
    }
    let (targets, problems) = read(values, rows: rows.rowCount, width: width)
    if let problem = problems.first { throw .row(problem) }
    return targets
  }

  /// The targets, with a class of 0 where there is none, and the rows whose target cannot be used.
  func read(
    _ column: FeatureColumn, rows: Int, width: Int
  ) -> (targets: TrainingTargets, problems: [RowProblem]) {
    let missing = (column.missing ?? []).indices.filter { column.missing?[$0] == true }
    var problems = missing.map { problem($0, .missingFeature) }
    let targets: TrainingTargets
    switch meaning {
    case .numbers:
      if let size = sizeProblem(of: column, rows, count: width) { return (.numbers([]), [size]) }
      targets = .numbers(column.floats(width: width, standIn: 0))
    case .label(let labels):
      guard let classes = classes(of: column, labels, &problems) else {
        let expected = labels.featureType == .string ? "String" : "Int64"
        return (.classes([]), [problem(0, .wrongType(expected: expected, found: column.typeName))])
      }
      targets = .classes(classes)
    case .index:
      if let size = sizeProblem(of: column, rows, count: 1) { return (.classes([]), [size]) }
      targets = .classes(classes(of: column, count: width, &problems))
    }
    let first = Dictionary(problems.map { ($0.row, $0) }, uniquingKeysWith: { first, _ in first })
    return (targets, first.values.sorted { $0.row < $1.row })
  }

  private func sizeProblem(of column: FeatureColumn, _ rows: Int, count: Int) -> RowProblem? {
    guard rows > 0, column.numberCount != count else { return nil }
    return problem(
      0,
      column.numberCount.map { .wrongShape(expected: [count], found: [$0]) }
        ?? .wrongType(expected: "MultiArray", found: column.typeName))
  }

  /// The class of each row by its label; nil for a column of another type than the labels.
  private func classes(
    of column: FeatureColumn, _ labels: ClassLabels, _ problems: inout [RowProblem]
  ) -> [Int32]? {
    switch (column.values, labels) {
    case (.strings(let texts), .strings(let labels)):
      let numbers = TrainingTarget.numbers(labels)
      let known = texts.dictionary.map { numbers[$0] }
      return texts.codes.enumerated().map { row, code in
        guard code >= 0 else {
          problems.append(problem(row, .missingFeature))
          return 0
        }
        if let number = known[Int(code)] { return number }
        problems.append(problem(row, .unknownCategory(texts.dictionary[Int(code)])))
        return 0
      }
    case (.int64s(let values), .int64s(let labels)):
      let numbers = TrainingTarget.numbers(labels)
      return values.enumerated().map { row, value in
        if let number = numbers[value] { return number }
        problems.append(problem(row, .unknownCategory("\(value)")))
        return 0
      }
    default: return nil
    }
  }

  /// The class of each row by its index.
  private func classes(
    of column: FeatureColumn, count: Int, _ problems: inout [RowProblem]
  ) -> [Int32] {
    column.doubles.enumerated().map { row, value in
      guard let index = Int32(exactly: value) else {
        problems.append(problem(row, .lossyInteger(value)))
        return 0
      }
      guard (0..<count).contains(Int(index)) else {
        problems.append(problem(row, .unknownCategory("\(index)")))
        return 0
      }
      return index
    }
  }

  private func problem(_ row: Int, _ kind: RowProblem.Kind) -> RowProblem {
    RowProblem(row: row, feature: feature.name, kind: kind)
  }

  /// Labels by number; of equal labels the first one counts.
  private static func numbers<Label: Hashable>(_ labels: [Label]) -> [Label: Int32] {
    Dictionary(
      zip(labels, labels.indices.map { Int32(clamping: $0) }),
      uniquingKeysWith: { first, _ in first })
  }
}
