import ModelSpec
import Tables

extension FeatureColumn {
  /// A column of a table whose cells are JSON; what is no value of the feature is missing and a problem.
  ///
  /// All arrays have the shape of the first one, or the declared one if `isShapeFixed`.
  init(
    json column: Column?, _ feature: FeatureDescription, isShapeFixed: Bool, rowCount: Int,
    problems: inout [RowProblem]
  ) {
    guard let column, case .strings(let texts) = column.values else {
      self = ColumnBuilder.missing(feature, rowCount: rowCount)
      return
    }
    let cells = texts.dictionary.map { [UInt8]($0.utf8) }
    var builder = ColumnBuilder(feature)
    builder.isShapeFixed = isShapeFixed
    for (row, code) in texts.codes.enumerated() {
      if code < 0 {
        _ = builder.append(nil)
      } else if let kind = builder.append(json: cells[Int(code)]) {
        problems.append(RowProblem(row: row, feature: feature.name, kind: kind))
      }
    }
    self = builder.column
  }

  /// A column of a table for arrays of one element, whose cells are numbers or lists in JSON.
  init(
    numbersOrLists column: Column?, _ feature: FeatureDescription, _ type: ArrayFeatureType,
    isShapeFixed: Bool, rowCount: Int, problems: inout [RowProblem]
  ) {
    guard let column, !column.lists.isEmpty else {
      self.init(
        elements: [column], of: feature, type.dataType, shape: type.rowShape, rowCount: rowCount,
        problems: &problems)
      return
    }
    var builder = ColumnBuilder(feature)
    builder.isShapeFixed = isShapeFixed
    for row in 0..<rowCount {
      var kind: RowProblem.Kind?
      if let list = column.lists[row] {
        kind = builder.append(json: [UInt8](list.utf8))
      } else if let number = column.number(row) {
        kind = builder.append(element: number)
      } else {
        _ = builder.append(nil)
      }
      if let kind { problems.append(RowProblem(row: row, feature: feature.name, kind: kind)) }
    }
    self = builder.column
  }
}

extension ColumnBuilder {
  /// Adds a number as an array of one element; one beyond its type is missing and answered with that.
  fileprivate mutating func append(element number: Double) -> RowProblem.Kind? {
    do {
      if try appendElement(number) { return nil }
      _ = append(nil)
      return .lossyInteger(number)
    } catch {
      _ = append(nil)
      return RowProblem.Kind(error, in: [], of: feature.type, shape: shape)
    }
  }

  /// Adds a value in JSON; what is none is missing and answered with the reason.
  fileprivate mutating func append(json cell: [UInt8]) -> RowProblem.Kind? {
    let row = rowCount
    var cursor = JSONCursor(cell, 0..<cell.count)
    do {
      try append(&cursor)
      try cursor.finish()
      return nil
    } catch {
      truncate(to: row)
      _ = append(nil)
      return RowProblem.Kind(error, in: cell, of: feature.type, shape: shape)
    }
  }
}

extension RowProblem.Kind {
  /// What an error of `ColumnBuilder.append` is in a cell of a table.
  fileprivate init(_ error: any Error, in cell: [UInt8], of type: FeatureType, shape: [Int]) {
    switch error {
    case let failure as JSONFailure:
      self = .wrongType(expected: "\(type.jsonWords) in JSON", found: "this: \(failure.message)")
    case let change as ShapeChange: self = .wrongShape(expected: shape, found: change.found)
    case let failure as ValueFailure:
      var cursor = JSONCursor(cell, failure.offset..<cell.count)
      let found = ((try? cursor.skip()) != nil) ? cell[failure.offset..<cursor.index] : cell[...]
      let text = String(decoding: found.prefix(40), as: UTF8.self)
      switch failure.reason {
      case .wrongShape(let expected, let found):
        self = .wrongShape(expected: expected, found: found)
      case .notWhole, .beyondType: self = .lossyInteger(Double(text) ?? .nan)
      case .ragged:
        self = .wrongType(expected: "an array with lists of one length side by side", found: text)
      default: self = .wrongType(expected: type.jsonWords, found: text)
      }
    default: self = .wrongType(expected: type.jsonWords, found: "something else")
    }
  }
}
