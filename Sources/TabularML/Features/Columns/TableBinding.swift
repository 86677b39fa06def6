package import ModelSpec
package import Tables

/// Which columns of a table a model's features come from.
///
/// A number or a text comes from the column of its name. A MultiArray `x` comes from `x.0`, `x.1` …
/// (`x.0.1` with two dimensions, unless one of them is 1), and one of a single element also from `x`;
/// a Dictionary from all
/// `x.key`. Where there are none of these, and always for a Sequence, `x` holds JSON; so a cell of a
/// single element is a number or a list. A target `y_true` of a training row also comes from `y`.
/// A column that is called like an element which the array does not have is an error.
package struct TableBinding: Sendable {
  /// What to ask a table for.
  package private(set) var requests: [ColumnRequest] = []
  /// Names and types of the columns that `batch` gives.
  package let features: [FeatureDescription]
  private var sources: [Source] = []
  private var positions: [RequestKey: Int] = [:]
  private let takesNonFinite: Bool
  private let isShapeFixed: Bool

  /// Positions in `requests`.
  private enum Source: Sendable {
    case absent
    case column(Int)
    case elements([Int], ArrayFeatureType.DataType, shape: [Int])
    case numbersOrLists(Int, ArrayFeatureType)
    case json(Int)
    case entries([(key: String, column: Int)], keys: DictionaryKeyType)
  }

  private struct RequestKey: Hashable {
    var name: String
    var type: ColumnType
  }

  /// Settles the columns.
  ///
  /// - Parameters:
  ///   - features: A model's inputs, or its training inputs.
  ///   - columnNames: The names in the table's header, and the features that are mapped to others.
  ///   - takesNonFinite: Whether `nan` and `inf` are numbers of features that can hold them.
  ///   - isShapeFixed: Whether arrays must have their declared shape, as in rows to train on; else
  ///     it is the model that knows which it takes.
  /// - Throws: `duplicateColumn` for two columns of one integer key, `wrong-shape` for a column of an
  ///   element that an array does not have.
  package init(
    _ features: [FeatureDescription], columnNames: [String], takesNonFinite: Bool = false,
    isShapeFixed: Bool = false
  ) throws(TableProblem) {
    self.features = features
    self.takesNonFinite = takesNonFinite
    self.isShapeFixed = isShapeFixed
    let known = Set(columnNames)
    for feature in features {
      switch feature.type {
      case .double: sources.append(column(of: feature, .double, known))
      case .int64: sources.append(column(of: feature, .int64, known))
      case .string: sources.append(column(of: feature, .string, known))
      case .multiArray(let type): sources.append(try elements(of: feature, type, known))
      case .dictionary(let keys): sources.append(try entries(of: feature, keys, columnNames))
      case .sequence: sources.append(json(of: feature, known))
      case .image, .state: sources.append(.absent)
      }
    }
  }

  /// The features of some rows, from columns with the names that were asked for, in any order.
  ///
  /// A feature without a column is missing in all rows. Arrays in JSON must have one shape in all of
  /// them: `shapeRanges` says which rows have.
  package func batch(_ table: TableBatch) -> FeatureBatch {
    let columns = columns(of: table)
    var problems: [RowProblem] = []
    let values = zip(features, sources).map { feature, source in
      switch source {
      case .column(let index):
        columns[index].map { FeatureColumn($0) }
          ?? ColumnBuilder.missing(feature, rowCount: table.rowCount)
      case .elements(let indices, let type, let shape):
        FeatureColumn(
          elements: indices.map { columns[$0] }, of: feature, type, shape: shape,
          rowCount: table.rowCount, problems: &problems)
      case .numbersOrLists(let index, let type):
        FeatureColumn(
          numbersOrLists: columns[index], feature, type, isShapeFixed: isShapeFixed,
          rowCount: table.rowCount, problems: &problems)
      case .json(let index):
        FeatureColumn(
          json: columns[index], feature, isShapeFixed: isShapeFixed, rowCount: table.rowCount,
          problems: &problems)
      case .entries(let entries, let keys):
        FeatureColumn(
          entries: entries.map { ($0.key, columns[$0.column]) }, keys: keys,
          rowCount: table.rowCount)
      case .absent: ColumnBuilder.missing(feature, rowCount: table.rowCount)
      }
    }
    var told: Set<Int> = []
    return FeatureBatch(
      rowCount: table.rowCount, columns: values,
      problems: problems.filter { told.insert($0.row).inserted })
  }

  /// The rows of a table in pieces, each with arrays of one shape.
  package func shapeRanges(of table: TableBatch) -> [Range<Int>] {
    guard !isShapeFixed else { return [0..<table.rowCount] }
    let columns = columns(of: table)
    var shapes = ArrayShapes(rowCount: table.rowCount)
    for (feature, source) in zip(features, sources) {
      switch (source, feature.type) {
      case (.json(let index), .multiArray(let type)), (.numbersOrLists(let index, let type), _):
        if let column = columns[index] { shapes.add(column, ofNumbers: type.rowShape) }
      default: break
      }
    }
    return shapes.ranges
  }

  /// The columns in the order of the requests.
  private func columns(of table: TableBatch) -> [Column?] {
    if table.columns.map(\.name) == requests.map(\.name) { return table.columns }
    let byName = Dictionary(
      table.columns.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return requests.map { byName[$0.name] }
  }

  private mutating func request(
    _ name: String, _ type: ColumnType, isRequired: Bool, takesLists: Bool = false
  ) -> Int {
    let key = RequestKey(name: name, type: type)
    if let known = positions[key] {
      requests[known].isRequired = requests[known].isRequired || isRequired
      return known
    }
    positions[key] = requests.count
    requests.append(
      ColumnRequest(
        name: name, type: type, isRequired: isRequired, takesLists: takesLists,
        takesNonFinite: takesNonFinite && type == .double))
    return requests.count - 1
  }

  private mutating func column(
    of feature: FeatureDescription, _ type: ColumnType, _ known: Set<String>
  ) -> Source {
    let name = Self.name(of: feature, known) { $0 }
    return .column(request(name, type, isRequired: !feature.isOptional))
  }

  private mutating func elements(
    of feature: FeatureDescription, _ type: ArrayFeatureType, _ known: Set<String>
  ) throws(TableProblem) -> Source {
    let shape = Self.shape(of: feature.name, type, known)
    guard let count = elementCount(shape), count > 0 else { return json(of: feature, known) }
    let axes = Self.namedAxes(of: shape, feature, known)
    let first = ElementName.suffix(0, in: axes)
    let isPlain =
      count == 1
      && (first.isEmpty || !known.contains(Self.name(of: feature, known) { $0 + first }))
    let base = Self.name(of: feature, known) { isPlain ? $0 : $0 + first }
    let cells: ColumnType = type.dataType.isInteger ? .int64 : .double
    if isPlain {
      return .numbersOrLists(
        request(base, cells, isRequired: !feature.isOptional, takesLists: true), type)
    }
    if !known.contains(base), known.contains(Self.name(of: feature, known) { $0 }) {
      return json(of: feature, known)
    }
    let stem = base.dropLast(first.count)
    let found = elementColumns(of: stem, known)
    let names = (0..<count).lazy.map { stem + ElementName.suffix($0, in: axes) }
    // One absent column is enough to be told of; an array may have more elements than memory.
    if let absent = names.first(where: { !known.contains(String($0)) }) {
      guard !feature.isOptional || !found.isEmpty else { return .absent }
      return .elements(
        [request(String(absent), cells, isRequired: true)], type.dataType, shape: shape)
    }
    if let other = found.subtracting(names.map(String.init)).min() {
      throw TableProblem(
        "wrong-shape", name: feature.name,
        message: "'\(feature.name)' has the shape \(shape), without an element for \"\(other)\"",
        hint: "leave the column out, or give it another name")
    }
    return .elements(
      names.map { request(String($0), cells, isRequired: !feature.isOptional) }, type.dataType,
      shape: shape)
  }

  /// The columns that are called like elements of an array, and not like another feature.
  private func elementColumns(of stem: Substring, _ known: Set<String>) -> Set<String> {
    let others = features.map(\.name).filter { $0.hasPrefix("\(stem).") }
    return known.filter { column in
      guard column.hasPrefix("\(stem).") else { return false }
      let places = column.utf8.dropFirst(stem.utf8.count + 1).split(
        separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      return places.allSatisfy { !$0.isEmpty && $0.allSatisfy { (48...57).contains($0) } }
        && !others.contains { column == $0 || column.hasPrefix("\($0).") }
    }
  }

  /// One column with all of a feature, which is there or is asked for.
  private mutating func json(of feature: FeatureDescription, _ known: Set<String>) -> Source {
    let name = Self.name(of: feature, known) { $0 }
    if feature.isOptional, !known.contains(name) { return .absent }
    return .json(request(name, .string, isRequired: !feature.isOptional))
  }

  private mutating func entries(
    of feature: FeatureDescription, _ keys: DictionaryKeyType, _ columnNames: [String]
  ) throws(TableProblem) -> Source {
    let stem = feature.name + "."
    var entries: [(key: String, column: Int)] = []
    var seen: Set<String> = []
    var nameByKey: [Int64: String] = [:]
    for name in columnNames where name.hasPrefix(stem) {
      let key = String(name.dropFirst(stem.count))
      let number = Int64(key)
      guard keys == .string || number != nil, seen.insert(key).inserted else { continue }
      if keys == .int64, let number, let other = nameByKey.updateValue(name, forKey: number) {
        throw TableProblem(
          "duplicateColumn", name: feature.name,
          message: "\"\(other)\" and \"\(name)\" are both the key \(number) of '\(feature.name)'")
      }
      entries.append((key, request(name, .double, isRequired: false)))
    }
    if entries.isEmpty, columnNames.contains(feature.name) {
      return json(of: feature, [feature.name])
    }
    return entries.isEmpty ? .absent : .entries(entries, keys: keys)
  }

  /// The name under which a feature is looked for: its own, or for a target the one without `_true`.
  private static func name(
    of feature: FeatureDescription, _ known: Set<String>, _ column: (String) -> String
  ) -> String {
    let own = column(feature.name)
    let suffix = "_true"
    guard feature.name.hasSuffix(suffix), !known.contains(own) else { return own }
    let plain = column(String(feature.name.dropLast(suffix.count)))
    return known.contains(plain) ? plain : own
  }

  /// The shape whose elements the table has a column for, if the model allows it; else the default.
  private static func shape(
    of name: String, _ type: ArrayFeatureType, _ known: Set<String>
  ) -> [Int] {
    let usual = type.rowShape
    guard type.flexibility != .none, !usual.isEmpty else { return usual }
    var found = Array(repeating: 0, count: usual.count)
    for column in known where column.hasPrefix(name + ".") {
      let indexes = column.dropFirst(name.utf8.count + 1).split(
        separator: ".", omittingEmptySubsequences: false
      ).map { Int($0) ?? -1 }
      guard indexes.count == found.count, indexes.allSatisfy({ (0..<known.count).contains($0) })
      else { continue }
      for (axis, index) in indexes.enumerated() { found[axis] = max(found[axis], index + 1) }
    }
    return type.allows(found) ? found : usual
  }

  /// The sizes that columns count: all of a shape, or without its ones where the table has those names.
  private static func namedAxes(
    of shape: [Int], _ feature: FeatureDescription, _ known: Set<String>
  ) -> [Int] {
    let long = shape.filter { $0 != 1 }
    guard long.count == 1, long != shape,
      !known.contains(name(of: feature, known) { $0 + ElementName.suffix(0, in: shape) }),
      known.contains(name(of: feature, known) { $0 + ".0" })
    else { return shape }
    return long
  }
}
