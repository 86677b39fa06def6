/// A column that somebody wants from a table.
package struct ColumnRequest: Sendable, Equatable {
  /// The name under which it is looked for and given out: a feature's name.
  package var name: String
  package var type: ColumnType
  /// Whether the column must be there, with a value in every row.
  package var isRequired: Bool
  /// Whether a cell may hold a list in JSON where a number could stand; `Column.lists` has those.
  package var takesLists: Bool
  /// Whether `nan` and `inf` are numbers of it.
  package var takesNonFinite: Bool

  package init(
    name: String, type: ColumnType, isRequired: Bool = true, takesLists: Bool = false,
    takesNonFinite: Bool = false
  ) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
    self.takesLists = takesLists
    self.takesNonFinite = takesNonFinite
  }
}

/// Where a feature comes from if not from the column of its name: `--map`.
package struct ColumnMapping: Sendable, Equatable {
  package enum Source: Sendable, Equatable {
    /// A column; `occurrence` counts columns of one name from 1.
    case column(name: String, occurrence: Int?)
    case constant(String)
  }

  package var feature: String
  package var source: Source

  package init(feature: String, source: Source) {
    self.feature = feature
    self.source = source
  }

  /// Reads `FEATURE=COLUMN`, `FEATURE=COLUMN#2` or `FEATURE==TEXT`; nil if it is none of them.
  package init?(_ text: String) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else { return nil }
    feature = String(text[..<equals])
    let rest = text[text.index(after: equals)...]
    if rest.hasPrefix("=") {
      source = .constant(String(rest.dropFirst()))
      return
    }
    guard !rest.isEmpty else { return nil }
    if let sign = rest.lastIndex(of: "#"), sign != rest.startIndex,
      let occurrence = Int(rest[rest.index(after: sign)...]), occurrence > 0
    {
      source = .column(name: String(rest[..<sign]), occurrence: occurrence)
    } else {
      source = .column(name: String(rest), occurrence: nil)
    }
  }
}
