import ModelSpec
import Tables

extension FeatureColumn {
  /// A column of a table whose cells are JSON; what is no value of the feature is missing and a problem.
  ///
  /// All arrays have the shape of the first one.
  init(
    json column: Column?, _ feature: FeatureDescription, rowCount: Int,
    problems: inout [RowProblem]
  ) {
    guard let column, case .strings(let texts) = column.values else {
      self = ColumnBuilder.missing(feature, rowCount: rowCount)
      return
    }
    let cells = texts.dictionary.map { [UInt8]($0.utf8) }
    var builder = ColumnBuilder(feature)
    builder.isShapeFixed = false
    for (row, code) in texts.codes.enumerated() {
      guard code >= 0 else {
        _ = builder.append(nil)
        continue
      }
      let cell = cells[Int(code)]
      var cursor = JSONCursor(cell, 0..<cell.count)
      do {
        try builder.append(&cursor)
        do { try cursor.finish() } catch {
          builder.truncate(to: row)
          throw error
        }
      } catch {
        _ = builder.append(nil)
        let kind = RowProblem.Kind(error, in: cell, of: feature.type, shape: builder.shape)
        problems.append(RowProblem(row: row, feature: feature.name, kind: kind))
      }
    }
    self = builder.column
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
