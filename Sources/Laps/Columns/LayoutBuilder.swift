import Tables

/// Decides everything about a table of laps from its header and the rows of the sample.
struct LayoutBuilder {
  let header: Header
  let sample: Sample
  let options: LapOptions
  private var binder: Binder
  /// The rows whose values count for decisions: laps, rests and totals; and those without totals.
  private var valueRows: [Int] = []
  private var lapRows: [Int] = []

  /// Binds the columns whose names are enough; `signature` is nil for a table of any program.
  init(_ header: Header, sample: Sample, options: LapOptions, signature: Signature?) throws {
    self.header = header
    self.sample = sample
    self.options = options
    binder = Binder(header, sample: sample, options: options)
    try binder.bindMaps()
    if let signature { try binder.bind(signature) }
    if binder.layout.producer.isGeneric { try binder.bindNames() }
  }

  mutating func build(into notes: inout LapNotes) throws -> Layout {
    let open = binder.layout.producer.isGeneric ? try openColumns() : []
    try checkPresence(open)
    try findRows()
    dropClockKeys()
    // In the order of the features: a column that serves a time and a distance is judged as the last.
    let subjects = Feature.allCases.compactMap { feature -> FormatDecision.Subject? in
      guard let column = binder.layout.columns[feature], let dimension = feature.dimension else {
        return nil
      }
      return FormatDecision.Subject(
        column: column, dimension: dimension, isMapped: binder.layout.mapped.contains(feature))
    }
    let tried = open.map { FormatDecision.Subject(column: $0.column, dimension: $0.dimension) }
    let decision = FormatDecision(
      subjects + tried, sample: sample, rows: valueRows, header: header, options: options,
      producer: binder.layout.producer)
    try decideFormats(decision, &notes)
    let readings = try OpenColumns(
      open, sample: sample, header: header, decision: decision,
      rows: lapRows
    ).decide(binder.layout)
    for reading in readings {
      binder.layout.columns[reading.feature] = reading.column
      binder.layout.formats[reading.feature] = reading.format
    }
    let layout = binder.layout
    try ExcelTrap(layout, sample: sample, rows: valueRows, header: header).check()
    noteFormats(layout, decision, &notes)
    return layout
  }

  /// Columns whose names leave open what they hold, one for each name.
  private func openColumns() throws -> [OpenColumn] {
    var columns: [OpenColumn] = []
    var seen: Set<Int> = []
    for (index, name) in header.names.enumerated()
    where !binder.used.contains(index) && !seen.contains(index) && !name.isNameless {
      let readings: [Reading]
      let dimension: Dimension
      var last: Reading?
      switch name.meaning {
      case .open(let found, let possible, let lastResort):
        dimension = found
        readings = possible
        last = lastResort
      case .counted(_, isTime: true):
        dimension = .time
        readings = [.lap, .sinceStart]
      default: continue
      }
      let doubles = header.names.indices.filter { header.names[$0].key == name.key }
      seen.formUnion(doubles)
      let chosen: Int
      do {
        chosen = try binder.resolveDoubles(index)
      } catch {
        // Doubled names do no harm where nobody needs them.
        if binder.layout.hasLaps(dimension) { continue }
        throw error
      }
      if binder.used.contains(chosen) { continue }
      columns.append(
        OpenColumn(column: chosen, dimension: dimension, readings: readings, last: last))
    }
    return columns
  }

  /// One time and one distance of the laps must be there.
  private func checkPresence(_ open: [OpenColumn]) throws {
    for dimension in [Dimension.time, .distance] {
      if binder.layout.hasLaps(dimension) || open.contains(where: { $0.dimension == dimension }) {
        continue
      }
      throw missingColumn(dimension.lap)
    }
  }

  private func missingColumn(_ feature: Feature) -> TableProblem {
    let unused = header.names.indices.filter {
      !binder.used.contains($0) && !header.names[$0].isNameless
    }.map { header.names[$0].folded }
    let nearest = NearestName.nearest(
      to: feature.rawValue, among: unused)
    let found = header.names.filter { !$0.isNameless }.map(\.folded)
    let suggestion = MapSuggestion(header, sample: sample)
    let map =
      nearest.map { "--map \(feature.rawValue)=\"\($0)\"" }
      ?? suggestion.ofPlaces.map {
        "if the rows are places on the way, with the times since the start: " + $0
      } ?? (feature == .lapTime ? suggestion.ofPaces : nil) ?? generalHint(feature)
    return header.problem(
      "missingColumn", name: feature.rawValue,
      message: "no column holds \(feature.explanation); the columns are "
        + Quoted.list(found),
      hint: map, didYouMean: nearest)
  }

  private func generalHint(_ feature: Feature) -> String {
    if feature == .lapDistance {
      return "--map lapDistance=COLUMN, or --map cumDistance=COLUMN if it counts from the start;"
        + " if all laps have one length, as on a track: --map lapDistance==400"
    }
    if let whole = binder.layout.columns[.duration] {
      let name = header.names[whole].folded
      return "if \(Quoted.text(name)) is the time since the start: --map cumTime=\"\(name)\";"
        + " if it is the time of each lap: --map lapTime=\"\(name)\""
    }
    return "--map lapTime=COLUMN, or --map cumTime=COLUMN if it counts from the start"
  }

  /// Sorts the rows of the sample into laps and totals.
  private mutating func findRows() throws {
    let reader = RowReader(binder.layout, header)
    for row in sample.rows {
      switch reader.kind(sample.block, row) {
      case .lap:
        valueRows.append(row)
        lapRows.append(row)
      case .summary: valueRows.append(row)
      case .header: throw Header.secondTable(line: sample.block.line(row))
      default: break
      }
    }
  }

  /// A date or runner that differs in every row is the clock of the lap.
  private mutating func dropClockKeys() {
    binder.layout.keys.removeAll { key in
      guard key.mayBeClock, lapRows.count > 1 else { return false }
      var seen: Set<String> = []
      return lapRows.allSatisfy { seen.insert(sample.block.text($0, key.column)).inserted }
    }
  }

  private mutating func decideFormats(
    _ decision: FormatDecision, _ notes: inout LapNotes
  ) throws {
    // Times first: the proof of a distance's unit needs them.
    for dimension in [Dimension.time, .distance] {
      let bound = binder.layout.columns.filter { $0.key.dimension == dimension }
      for (feature, column) in bound.sorted(by: { $0.value < $1.value }) {
        let subject = FormatDecision.Subject(
          column: column, dimension: dimension, isMapped: binder.layout.mapped.contains(feature))
        var proven: Double?
        let format = try decision.format(subject) { format in
          proven = provenMetres(column, format)
          return proven
        }
        binder.layout.formats[feature] = format
        if let proven {
          let unit = proven == 1000 ? "kilometres" : "miles"
          notes.add(
            .unitProven, line: header.line,
            detail: "\(Quoted.text(header.names[column].folded)) is in \(unit)")
        }
      }
    }
  }

  private func provenMetres(_ column: Int, _ format: ColumnFormat) -> Double? {
    guard let time = binder.layout.columns[.lapTime],
      let timeFormat = binder.layout.formats[.lapTime]
    else { return nil }
    return StrideProof(
      header, sample: sample, rows: lapRows, producer: binder.layout.producer,
      time: (time, timeFormat))?.metres(column, format)
  }

  private func noteFormats(
    _ layout: Layout, _ decision: FormatDecision, _ notes: inout LapNotes
  ) {
    let hasComma = layout.columns.contains { feature, column in
      layout.formats[feature].map { decision.hasDecimalComma(column, $0) } ?? false
    }
    if hasComma { notes.add(.decimalComma, line: header.line) }
    if layout.title != nil && options.course == nil {
      notes.add(.courseFromTitle, line: header.line)
    }
  }
}
