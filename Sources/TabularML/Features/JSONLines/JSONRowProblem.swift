import ModelSpec
package import Tables

/// Something wrong in a line of JSON; its sentence is made only when somebody wants to read it.
package struct JSONRowProblem: Sendable {
  enum Reason: Sendable {
    case syntax(JSONFailure)
    case notAnObject(offset: Int)
    /// The value of a feature cannot be used.
    case value(FeatureDescription, ValueFailure)
    /// A required feature of some is not there.
    case absent(FeatureDescription, of: [FeatureDescription])
    /// The same name twice.
    case duplicateName(FeatureDescription, offset: Int)
  }

  /// The index of the row in its batch.
  package let row: Int
  let reason: Reason
  let block: LineBlock
  /// The index of the line in the block.
  let line: Int

  package var kind: TableProblem.Kind {
    switch reason {
    case .syntax, .notAnObject: "badJSON"
    case .value(_, let failure): failure.reason.kind
    case .absent: ValueFailure.Reason.missing.kind
    case .duplicateName: "duplicateKey"
    }
  }

  /// The problem with its place, text and way out.
  package var problem: TableProblem {
    switch reason {
    case .syntax(let failure):
      return problem(at: failure.offset, message: failure.message, hint: failure.hint)
    case .notAnObject(let offset):
      return problem(
        at: offset, value: value(at: offset),
        message: "each line should be one object, {\"feature\": value, …}",
        hint: "from an array of objects: jq -c '.[]'")
    case .value(let feature, let failure):
      let found = value(at: failure.offset)
      return problem(
        at: failure.offset, name: feature.name, value: found,
        message: "'\(feature.name)' \(failure.reason.message(for: feature.type, found: found))",
        hint: failure.reason.hint)
    case .duplicateName(let feature, let offset):
      return problem(
        at: offset, name: feature.name, message: "'\(feature.name)' is there twice")
    case .absent(let feature, let features):
      let others = names.filter { name in !features.contains { $0.name == name } }
      let nearest = EditDistance.nearest(to: feature.name, among: others)
      return TableProblem(
        kind, at: Place(line: block.numbers[line]), name: feature.name,
        message: "'\(feature.name)' is missing",
        hint: nearest.map { "--map '\(feature.name)=\($0)'" }, didYouMean: nearest)
    }
  }

  private func problem(
    at offset: Int, name: String? = nil, value: String? = nil, message: String,
    hint: String? = nil
  ) -> TableProblem {
    block.problem(
      kind, row: line, offset: offset, name: name, value: value, message: message, hint: hint)
  }

  private func value(at offset: Int) -> String {
    block.value(line, at: offset)
  }

  /// The names of the line's members.
  private var names: [String] {
    var cursor = JSONCursor(block.text, block.ranges[line])
    var names: [String] = []
    guard (try? cursor.token()) == .object else { return names }
    cursor.open()
    while let name = try? cursor.nextMember(isFirst: names.isEmpty) {
      names.append(cursor.string(name))
      guard (try? cursor.skip()) != nil else { break }
    }
    return names
  }
}

extension ValueFailure.Reason {
  fileprivate var hint: String? {
    switch self {
    case .duplicateKey: "keys that are the same whole number are one key"
    case .wrongShape(let expected, let found): nestingHint(expected: expected, found: found)
    default: nil
    }
  }
}

extension LineBlock {
  /// The text of the value or name at a byte of a line, cut where it is long.
  func value(_ line: Int, at offset: Int) -> String {
    let range = ranges[line]
    var cursor = JSONCursor(text, min(offset, range.upperBound)..<range.upperBound)
    let end = (try? cursor.skip()) == nil ? range.upperBound : cursor.index
    let value = String(decoding: text[min(offset, end)..<end], as: UTF8.self)
    return value.count > 40 ? value.prefix(39) + "…" : value
  }
}
