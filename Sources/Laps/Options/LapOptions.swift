package import Tables

/// What the user said about a lap file, and what the laps are for.
package struct LapOptions: Sendable {
  /// The unit system of columns whose names say none.
  package enum Units: String, Sendable, CaseIterable {
    case metric, imperial

    /// Metres per unit of a distance column.
    var metres: Double { self == .metric ? 1000 : 1609.344 }
  }

  /// What happens to a row with an error.
  package enum ErrorPolicy: String, Sendable, CaseIterable {
    /// Every error of the file is gathered, and then thrown as `LapErrors`.
    case stop
    /// The row is left out under the error's kind.
    case skip
    /// The row keeps its place as a record of missing values.
    case null
  }

  package enum Purpose: String, Sendable {
    case predict
    /// Only runs whose duration is known; the others are left out as `unfinished`.
    case update
  }

  package var maps: [ColumnMapping] = []
  package var course: String?
  /// The length of the whole run in metres; see `DistanceText`.
  package var distance: Double?
  /// The length as the user wrote it, for messages; without it the metres are shown.
  package var distanceText: String?
  package var units: Units?
  package var delimiter: UInt8?
  package var decimal: DecimalMark?
  package var encoding: TextEncoding?
  package var skip = 0
  package var onError = ErrorPolicy.stop
  /// Whether errors that stop everything are wanted one by one, and not only the first ten.
  package var listsAllErrors = false
  package var purpose = Purpose.predict
  /// How many threads read rows ahead; the laps are the same for any number.
  package var threads = 1

  package init() {}

  /// The option that says how long the run is, as it was written; nil if none does.
  var saidDistance: (option: String, text: String)? {
    if let distance { return ("--distance ", distanceText ?? NumberText.text(distance)) }
    for map in maps.reversed() where map.feature == Feature.distance.rawValue {
      if case .constant(let text) = map.source { return ("--map distance==", text) }
    }
    return nil
  }

  /// The keys of the columns in `--map`, and whether their feature measures time or distance.
  var mappedNames: [String: Bool] {
    var names: [String: Bool] = [:]
    for map in maps {
      guard case .column(let name, _) = map.source else { continue }
      let folded = FoldedName.fold(name)
      let measures = Feature(rawValue: map.feature)?.dimension != nil
      for key in [FoldedName.key(folded), ColumnName(folded: folded).key] {
        names[key] = measures || names[key] == true
      }
    }
    return names
  }
}
