import Tables

/// The `--map` that would make laps of a table whose names do not say enough.
///
/// For hints only: nothing is decided by what is found here.
struct MapSuggestion {
  /// So many rows are looked at.
  private static let most = 1000

  private let header: Header
  private let sample: Sample

  init(_ header: Header, sample: Sample) {
    self.header = header
    self.sample = sample
  }

  /// For rows that are places on the way, such as `5K`, with times since the start.
  var ofPlaces: String? {
    guard let place = columns.first(where: holdsPlaces),
      let time = columns.first(where: { $0 != place && holdsRisingTimes($0) })
    else { return nil }
    return "--map cumDistance=\"\(name(place))\" --map cumTime=\"\(name(time))\""
  }

  /// For rows that are kilometres or miles 1, 2, 3 … with a pace: the time of each.
  var ofPaces: String? {
    for (units, paces) in MapSuggestion.paces {
      guard let distance = columns.first(where: { units.contains(key($0)) && counts($0) }),
        let pace = columns.first(where: { paces.contains(key($0)) && holdsTimes($0) })
      else { continue }
      return "if each row is 1 \(units[0]): --map lapTime=\"\(name(pace))\""
        + " --map cumDistance=\"\(name(distance))\""
    }
    return nil
  }

  private static let paces: [(units: [String], paces: [String])] = [
    (
      ["km", "kms", "kilometer", "kilometers", "kilometre", "kilometres"],
      ["pace", "pacekm", "paceminkm", "paceminperkm"]
    ),
    (["mi", "mile", "miles"], ["pace", "pacemi", "paceminmi", "paceminmile", "paceminpermile"]),
  ]

  private var columns: [Int] { header.names.indices.filter { !header.names[$0].isNameless } }

  private func name(_ column: Int) -> String { header.names[column].folded }

  private func key(_ column: Int) -> String { FoldedName.key(name(column)) }

  /// The cells that say something.
  private func cells(_ column: Int) -> [String] {
    sample.rows.prefix(MapSuggestion.most).filter { !sample.block.isMissing($0, column) }
      .map { sample.block.text($0, column) }
  }

  /// Whether rising distances with units or words such as `half` fill the column; one cell,
  /// such as a last `Finish`, may be something else.
  private func holdsPlaces(_ column: Int) -> Bool {
    let cells = cells(column)
    let places = cells.compactMap { cell -> Double? in
      let hasUnit = DistanceCell.unit(cell.utf8Span.span) != nil
      return hasUnit || DistanceText.word(cell) != nil ? DistanceText.metres(cell) : nil
    }
    return places.count >= 2 && places.count >= cells.count - 1 && rise(places)
  }

  private func holdsTimes(_ column: Int) -> Bool {
    let cells = cells(column)
    return !cells.isEmpty && cells.allSatisfy { ClockCell.seconds($0.utf8Span.span) != nil }
  }

  private func holdsRisingTimes(_ column: Int) -> Bool {
    guard holdsTimes(column) else { return false }
    return rise(cells(column).compactMap { ClockCell.seconds($0.utf8Span.span) })
  }

  private func counts(_ column: Int) -> Bool {
    let cells = cells(column)
    return !cells.isEmpty
      && cells.enumerated().allSatisfy { index, cell in
        LapNumberCell.read(cell.utf8Span.span) == .number(index + 1)
      }
  }

  private func rise(_ values: [Double]) -> Bool {
    zip(values, values.dropFirst()).allSatisfy { $0 < $1 }
  }
}
