package import ModelSpec
package import Tables

/// Some rows of features that were read from lines of JSON.
package struct JSONRows: Sendable {
  /// A column for each feature; what is wrong or absent is missing here.
  package var batch: FeatureBatch
  /// What is wrong, by row; a row may have several problems.
  package var problems: [JSONRowProblem]
  /// The lines, and which of them are the rows.
  package var block: LineBlock
  package var range: Range<Int>
  /// How many bytes of text the rows have.
  package var byteCount: Int {
    guard let last = range.last else { return 0 }
    return block.ranges[last].upperBound - block.ranges[range.lowerBound].lowerBound
  }
  /// The names of the members that each feature is taken from.
  let members: [String: [String]]

  /// A problem at the value of a feature; nil where it is not there.
  package func problem(
    _ kind: TableProblem.Kind, row: Int, feature: String, message: String
  ) -> TableProblem? {
    let line = range.lowerBound + row
    var cursor = JSONCursor(block.text, block.ranges[line])
    var isFirst = true
    guard let names = members[feature], (try? cursor.token()) == .object else { return nil }
    cursor.open()
    while let name = try? cursor.nextMember(isFirst: isFirst), (try? cursor.token()) != nil {
      isFirst = false
      let offset = cursor.index
      if names.contains(cursor.string(name)) {
        return block.problem(
          kind, row: line, offset: offset, name: feature, value: block.value(line, at: offset),
          message: message)
      }
      guard (try? cursor.skip()) != nil else { return nil }
    }
    return nil
  }
}

/// Reads features out of JSON lines: one object a line, keyed by feature name.
///
/// Numbers, texts, nested arrays for a MultiArray in its shape, objects for a Dictionary (integer keys
/// as texts), arrays for a Sequence; `"nan"`, `"inf"` and `"-inf"` are numbers, too. `null` and an
/// absent name are a missing value. A target `y_true` of a training row is also taken from `y`.
package struct JSONFeatureReader {
  /// So many numbers of arrays end a batch, so that memory does not grow with their shapes.
  private static let largestBatch = 1 << 20

  private let features: [FeatureDescription]
  private let isShapeFixed: Bool
  private let members: [String: [String]]
  private let constants: [(feature: Int, value: JSONCursor)]
  private var names: MemberNames
  private var columns: [ColumnBuilder] = []
  private var problems: [JSONRowProblem] = []
  private var rowCount = 0
  /// For each feature what this row had for it so far.
  private var presence: [Presence] = []

  private enum Presence { case absent, standIn, own }

  /// Settles which member serves which feature.
  ///
  /// `mappings` are features that come from members of other names or are the same in all rows.
  /// `known` are names that are not told of although no feature takes them. Arrays of any shape are
  /// read unless `isShapeFixed`: it is the model that knows which it takes. With it, as in rows to
  /// train on, a plain number is an array of one element.
  ///
  /// - Throws: `unknownFeature`, or the reason why a constant is no value of its feature.
  package init(
    _ features: [FeatureDescription], mappings: [ColumnMapping] = [], known: Set<String> = [],
    isShapeFixed: Bool = false
  ) throws(TableProblem) {
    self.features = features
    self.isShapeFixed = isShapeFixed
    for feature in features where !feature.type.isReadable {
      throw TableProblem(
        "wrong-type", name: feature.name,
        message: "'\(feature.name)' has a type or a size that cannot be read from JSON")
    }
    constants = try features.constants(mappings, isShapeFixed: isShapeFixed)
    let targets = features.targets(mappings)
    names = MemberNames(targets, known: known)
    members = targets.reduce(into: [:]) { members, target in
      for taker in target.value {
        members[features[taker.feature].name, default: []].append(target.key)
      }
    }
  }

  /// No rows, with a column for each feature.
  package var noRows: FeatureBatch {
    FeatureBatch(rowCount: 0, columns: features.map { ColumnBuilder($0).column })
  }

  /// Names of members that no feature takes, at most some hundred.
  package var unusedNames: [String] { names.unused }

  /// Reads lines of a block from `first` on, up to the end of the block or of what fits in a batch.
  package mutating func read(_ block: LineBlock, from first: Int) -> JSONRows {
    columns = features.map { feature in
      var column = ColumnBuilder(feature)
      column.isShapeFixed = isShapeFixed
      return column
    }
    problems = []
    rowCount = 0
    var line = first
    while line < block.ranges.count, elementCount < JSONFeatureReader.largestBatch {
      let known = problems.count
      guard read(block, line) else {
        // The row has arrays of another shape: it begins the next batch.
        problems.removeSubrange(known...)
        for index in columns.indices { columns[index].truncate(to: rowCount) }
        break
      }
      rowCount += 1
      line += 1
    }
    defer { columns = [] }
    return JSONRows(
      batch: FeatureBatch(rowCount: rowCount, columns: columns.map(\.column)), problems: problems,
      block: block, range: first..<line, members: members)
  }

  private var elementCount: Int { columns.reduce(0) { $0 + $1.doubles.count } }

  /// Reads one line; false if it does not fit into the batch.
  private mutating func read(_ block: LineBlock, _ line: Int) -> Bool {
    presence = Array(repeating: .absent, count: features.count)
    func problem(_ reason: JSONRowProblem.Reason) -> JSONRowProblem {
      JSONRowProblem(row: rowCount, reason: reason, block: block, line: line)
    }
    var isObject = false
    var cursor = JSONCursor(block.text, block.ranges[line])
    do {
      isObject = try cursor.token() == .object
      if isObject {
        for reason in try readMembers(&cursor) { problems.append(problem(reason)) }
      } else {
        problems.append(problem(.notAnObject(offset: cursor.index)))
      }
    } catch let failure as JSONFailure {
      isObject = false
      problems.append(problem(.syntax(failure)))
    } catch {
      return false
    }
    for index in columns.indices where columns[index].rowCount == rowCount {
      if columns[index].append(nil) != nil, isObject {
        problems.append(problem(.absent(features[index], of: features)))
      }
    }
    return true
  }

  /// Reads an object; what is wrong with single values is given back.
  ///
  /// - Throws: `JSONFailure` or `ShapeChange`.
  private mutating func readMembers(
    _ cursor: inout JSONCursor
  ) throws -> [JSONRowProblem.Reason] {
    var reasons: [JSONRowProblem.Reason] = []
    var position = 0
    for (feature, value) in constants {
      presence[feature] = .own
      var value = value
      try columns[feature].append(&value)
    }
    cursor.open()
    while let name = try cursor.nextMember(isFirst: position == 0) {
      let offset = cursor.nameOffset
      let targets = names.targets(of: name, at: position, in: cursor)
      position += 1
      let value = cursor.index
      if targets.isEmpty { try cursor.skip() }
      for target in targets {
        cursor.index = value
        if let reason = try readMember(&cursor, target, nameOffset: offset) {
          reasons.append(reason)
          cursor.index = value
          try cursor.skip()
        }
      }
    }
    try cursor.finish()
    return reasons
  }

  private mutating func readMember(
    _ cursor: inout JSONCursor, _ target: MemberNames.Target, nameOffset: Int
  ) throws -> JSONRowProblem.Reason? {
    let index = target.feature
    switch (presence[index], target.isStandIn) {
    case (.absent, _): break
    case (.standIn, false): columns[index].truncate(to: rowCount)
    case (.own, true):
      try cursor.skip()
      return nil
    case (.own, false), (.standIn, true):
      return .duplicateName(features[index], offset: nameOffset)
    }
    presence[index] = target.isStandIn ? .standIn : .own
    do {
      if try cursor.token() == .null {
        let offset = cursor.index
        cursor.word()
        return columns[index].append(nil) == nil
          ? nil : .value(features[index], ValueFailure(.missing, at: offset))
      }
      try columns[index].append(&cursor)
      return nil
    } catch let failure as ValueFailure {
      _ = columns[index].append(nil)
      return .value(features[index], failure)
    }
  }
}

extension FeatureType {
  /// Whether its values are numbers or texts, and not more of them than memory holds.
  fileprivate var isReadable: Bool {
    switch self {
    case .image, .state: false
    case .multiArray(let type):
      elementCount(type.rowShape).map { $0 <= PlanBuilder.largestArray } ?? false
    default: true
    }
  }
}

extension [FeatureDescription] {
  /// The features that take each member.
  fileprivate func targets(_ mappings: [ColumnMapping]) -> [String: [MemberNames.Target]] {
    var targets: [String: [MemberNames.Target]] = [:]
    func add(_ name: String, _ feature: Int, isStandIn: Bool = false) {
      targets[name, default: []].append(
        MemberNames.Target(feature: feature, isStandIn: isStandIn))
    }
    for (index, feature) in enumerated() {
      switch mappings.last(where: { $0.feature == feature.name })?.source {
      case .constant: break
      case .column(let name, let occurrence): add(occurrence.map { "\(name)#\($0)" } ?? name, index)
      case nil:
        add(feature.name, index)
        let suffix = "_true"
        if feature.name.hasSuffix(suffix) {
          add(String(feature.name.dropLast(suffix.count)), index, isStandIn: true)
        }
      }
    }
    return targets
  }

  /// The features that have one value in all rows, each a value of its type.
  fileprivate func constants(
    _ mappings: [ColumnMapping], isShapeFixed: Bool
  ) throws(TableProblem) -> [(feature: Int, value: JSONCursor)] {
    var constants: [(feature: Int, value: JSONCursor)] = []
    for mapping in mappings {
      guard let index = firstIndex(where: { $0.name == mapping.feature }) else {
        let names = map(\.name)
        throw TableProblem(
          "unknownFeature", name: mapping.feature,
          message:
            "nothing asks for '\(mapping.feature)'; there are \(names.joined(separator: ", "))",
          didYouMean: EditDistance.nearest(to: mapping.feature, among: names))
      }
      guard case .constant(let text) = mapping.source else { continue }
      constants.append((index, try constant(text, of: self[index], isShapeFixed: isShapeFixed)))
    }
    return constants
  }

  private func constant(
    _ text: String, of feature: FeatureDescription, isShapeFixed: Bool
  ) throws(TableProblem) -> JSONCursor {
    var json = [UInt8](text.utf8)
    let isWord = feature.type == .double && ["nan", "inf", "-inf"].contains(text)
    if feature.type == .string || isWord { json = text.quotedAsJSON }
    let constant = JSONCursor(json, 0..<json.count)
    var (cursor, column) = (constant, ColumnBuilder(feature))
    column.isShapeFixed = isShapeFixed
    do {
      try column.append(&cursor)
      try cursor.finish()
    } catch {
      let reason = (error as? ValueFailure)?.reason ?? .wrongType
      throw TableProblem(
        reason.kind, name: feature.name, value: text,
        message: "'\(feature.name)' \(reason.message(for: feature.type, found: "\"\(text)\""))")
    }
    return constant
  }
}

extension String {
  /// The text in quotes, with the escapes that it needs.
  fileprivate var quotedAsJSON: [UInt8] {
    var json: [UInt8] = [UInt8(ascii: "\"")]
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): json += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: json += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: json.append(byte)
      }
    }
    return json + [UInt8(ascii: "\"")]
  }
}
