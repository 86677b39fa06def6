import Tables

/// Binds columns to features: by hand, by producer, by names with one meaning.
struct Binder {
  let header: Header
  let sample: Sample
  let options: LapOptions
  var layout: Layout
  /// Columns that are spoken for.
  private(set) var used: Set<Int> = []

  init(_ header: Header, sample: Sample, options: LapOptions) {
    self.header = header
    self.sample = sample
    self.options = options
    layout = Layout(producer: .lapTable)
  }

  /// Everything that `--map` says.
  mutating func bindMaps() throws {
    for map in options.maps {
      guard let feature = Feature(rawValue: map.feature) else {
        throw TableProblem(
          "unknownFeature", name: map.feature,
          message: "'\(map.feature)' is no feature of a lap; the features are "
            + Feature.allCases.map(\.rawValue).joined(separator: ", "),
          hint: "--map lapTime=COLUMN",
          didYouMean: NearestName.nearest(
            to: map.feature, among: Feature.allCases.map(\.rawValue)))
      }
      layout.mapped.insert(feature)
      switch map.source {
      case .constant(let text): try bindConstant(feature, text)
      case .column(let name, let occurrence):
        let column = try column(named: name, occurrence: occurrence, for: feature)
        layout.columns[feature] = column
        used.insert(column)
      }
    }
  }

  mutating func bind(_ signature: Signature) throws {
    layout.producer = signature.producer
    for (feature, column) in signature.columns.sorted(by: { $0.value < $1.value })
    where !layout.mapped.contains(feature) && !used.contains(column) {
      let chosen = try resolveDoubles(column)
      layout.columns[feature] = chosen
      used.insert(column)
      used.insert(chosen)
    }
    layout.steps = signature.steps
    if let run = signature.runID { layout.keys = [Layout.Key(column: run, mayBeClock: false)] }
  }

  /// Names with one meaning, whoever wrote them.
  mutating func bindNames() throws {
    for feature in Feature.allCases where !layout.has(feature) && !layout.mapped.contains(feature) {
      guard
        let column = bestColumn({ meaning in
          if case .feature(feature, let rank) = meaning { return rank }
          return nil
        })
      else { continue }
      let chosen = try resolveDoubles(column)
      layout.columns[feature] = chosen
      used.insert(column)
      used.insert(chosen)
    }
    if layout.columns[.lapNumber] == nil && !layout.mapped.contains(.lapNumber) {
      bindCounted()
    }
    if layout.columns[.course] == nil && layout.courseText == nil {
      layout.title = bestColumn { if case .title(let rank) = $0 { rank } else { nil } }
    }
    layout.sport = bestColumn { if case .sport(let rank) = $0 { rank } else { nil } }
    layout.steps =
      layout.steps ?? bestColumn { if case .stepType(let rank) = $0 { rank } else { nil } }
    bindKeys()
  }

  /// The first of several columns with one name; they must not differ.
  func resolveDoubles(_ column: Int) throws -> Int {
    let same = header.names.indices.filter {
      header.names[$0].key == header.names[column].key && !header.names[$0].isNameless
    }
    // A name that says its unit is preferred.
    let chosen = same.first { header.names[$0].unit != nil } ?? column
    for other in same
    where other > chosen && header.names[other].unit == header.names[chosen].unit
      && !sample.cellsAreEqual(chosen, other)
    {
      throw doubled(header.names[chosen].folded, second: other)
    }
    return chosen
  }

  private func doubled(_ name: String, second: Int) -> TableProblem {
    header.problem(
      "duplicateColumn", column: second,
      message: "column \(Quoted.text(name)) stands twice in the header, and the two differ",
      hint: "say which one: --map FEATURE=\"\(name)#1\" or --map FEATURE=\"\(name)#2\"")
  }

  private func column(named name: String, occurrence: Int?, for feature: Feature) throws -> Int {
    // A name may itself end in # and a digit.
    if let occurrence {
      if let column = header.columns(named: "\(name)#\(occurrence)").first { return column }
    }
    let found = header.columns(named: name)
    if let occurrence, occurrence >= 1, occurrence <= found.count { return found[occurrence - 1] }
    if found.count > 1 && occurrence == nil {
      throw header.problem(
        "duplicateColumn", column: found[1],
        message: "column \(Quoted.text(name)) stands \(found.count) times in the header",
        hint: "--map \(feature.rawValue)=\"\(name)#1\" or --map \(feature.rawValue)=\"\(name)#2\"")
    }
    if let only = found.first, occurrence == nil { return only }
    let names = header.names.filter { !$0.isNameless }.map(\.folded)
    let nearest = NearestName.nearest(to: name, among: names)
    throw header.problem(
      "missingColumn", name: name,
      message: "there is no column \(Quoted.text(name)); the columns are "
        + Quoted.list(names),
      hint: nearest.map { "--map \(feature.rawValue)=\"\($0)\"" }, didYouMean: nearest)
  }

  private mutating func bindConstant(_ feature: Feature, _ text: String) throws {
    let value: Double?
    switch feature {
    case .course:
      layout.courseText = text
      return
    case .lapNumber:
      if case .number(let number) = LapNumberCell.read(text.utf8Span.span), number > 0 {
        value = Double(number)
      } else {
        value = nil
      }
    case .distance, .lapDistance, .cumDistance: value = DistanceText.metres(text)
    case .lapTime, .cumTime, .duration:
      let folded = FoldedName.fold(text)
      let format = ColumnFormat(hasClock: false)
      if let clock = ClockCell.seconds(folded.utf8Span.span) {
        value = clock
      } else if case .value(let number) = format.read(folded.utf8Span.span, .time) {
        value = number
      } else {
        value = nil
      }
    }
    guard let value else {
      throw TableProblem(
        feature.dimension == .time ? "badTime" : "badNumber", name: feature.rawValue, value: text,
        message: "\(Quoted.text(text)) cannot be \(feature.explanation)",
        hint: "--map \(feature.rawValue)==\(Self.example(feature.dimension))")
    }
    layout.constants[feature] = value
  }

  /// A constant as it may be written.
  private static func example(_ dimension: Dimension?) -> String {
    switch dimension {
    case .time: "5:00"
    case .distance: "400m"
    case nil: "1"
    }
  }

  /// The unused column whose meaning has the best rank.
  private func bestColumn(_ rank: (Meaning) -> Int?) -> Int? {
    var best: (rank: Int, column: Int)?
    for (column, name) in header.names.enumerated() where !used.contains(column) {
      guard !name.isNameless, let meaning = name.meaning, let rank = rank(meaning) else { continue }
      if rank < best?.rank ?? .max { best = (rank, column) }
    }
    return best?.column
  }

  /// `split`, `interval` and `segment` are lap numbers if their cells count.
  private mutating func bindCounted() {
    for (column, name) in header.names.enumerated() where !used.contains(column) {
      if case .counted = name.meaning, counts(column) {
        layout.columns[.lapNumber] = column
        used.insert(column)
        return
      }
    }
  }

  /// Whether the cells count 1, 2, 3 … or from 0, and begin again at new runs.
  private func counts(_ column: Int) -> Bool {
    var first: Int?
    var last = 0
    for row in sample.rows {
      let reading = sample.block.withCell(row, column) { LapNumberCell.read($0) }
      guard case .number(let number) = reading else {
        if reading == .missing || RowWords.isTotal(sample.block.text(row, column))
          || RowWords.isStatistic(sample.block.text(row, column))
        {
          continue
        }
        return false
      }
      if let first {
        guard number == last + 1 || number == first else { return false }
      } else {
        guard number <= 1 else { return false }
        first = number
      }
      last = number
    }
    return first != nil
  }

  private mutating func bindKeys() {
    guard layout.producer.hasRunKeys else { return }
    for (column, name) in header.names.enumerated() where !used.contains(column) {
      switch name.meaning {
      case .runID: layout.keys.append(Layout.Key(column: column, mayBeClock: false))
      case .date, .runner: layout.keys.append(Layout.Key(column: column, mayBeClock: true))
      default: break
      }
    }
  }
}
