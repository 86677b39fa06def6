import Tables

extension Recogniser {
  /// Prepares the reading of race results, one row a runner.
  static func race(
    _ text: TextSource, _ header: Header, _ options: LapOptions, _ notes: LapNotes
  ) throws -> Recogniser {
    var header = header
    var notes = notes
    for (column, name) in header.names.enumerated() {
      if let split = SplitName(name.folded) {
        header.names[column].unit = split.timeUnit
      } else if let finish = FinishName(name.folded) {
        header.names[column].unit = finish.timeUnit
      }
    }
    let sample = try Sample(text, &header, mapped: options.mappedNames)
    if let line = sample.unitLine { notes.add(.unitRow, line: line) }
    var binder = Binder(header, sample: sample, options: options)
    try binder.bindMaps()
    var layout = try RaceLayout(
      header, sample: sample, options: options, maps: binder.layout, notes: &notes)
    let rows = sample.rows.filter { !header.isRepeated(by: sample.block.texts($0)) }
    let hasComma = try decideFormats(&layout, header, sample, rows, options)
    if hasComma { notes.add(.decimalComma, line: header.line) }
    let reader = RaceRowReader(layout.splits, clock: try clock(layout, header, sample, rows))
    let trap = ExcelTrap(Layout(producer: .raceWide), sample: sample, rows: rows, header: header)
    for split in layout.splits {
      try trap.check(split.column, split.format, distances: rows.map { _ in split.metres })
    }
    let reading = judge(layout, reader, sample, rows)
    if reading != .sinceStart {
      notes.add(
        .splitsRead, line: header.line,
        detail: reading == .legs
          ? ", and the half is one of them" : ", and the half is since the start")
    }
    return Recogniser(
      header: header, lastHeaderLine: sample.unitLine ?? header.line,
      machine: RaceMachine(
        header, layout, reader, reading, options, courseText: binder.layout.courseText,
        notes: notes),
      file: LapFile(header, layout))
  }

  private static func decideFormats(
    _ layout: inout RaceLayout, _ header: Header, _ sample: Sample, _ rows: [Int],
    _ options: LapOptions
  ) throws -> Bool {
    let subjects = layout.splits.map {
      FormatDecision.Subject(column: $0.column, dimension: .time)
    }
    let decision = FormatDecision(
      subjects, sample: sample, rows: rows, header: header, options: options, producer: .raceWide)
    var hasComma = false
    for (index, subject) in subjects.enumerated() {
      let format = try decision.format(subject) { _ in nil }
      layout.setFormat(format, of: index)
      hasComma = hasComma || decision.hasDecimalComma(subject.column, format)
    }
    return hasComma
  }

  private static func judge(
    _ layout: RaceLayout, _ reader: RaceRowReader, _ sample: Sample, _ rows: [Int]
  ) -> SplitReading {
    let half = layout.splits.firstIndex { $0.isHalf }
    var judge = SplitJudge(layout.splits.map(\.metres), half: half)
    for index in rows {
      var row = LapRow()
      let times = reader.times(sample.block, index, &row)
      if row.fault == nil { judge.add(times) }
    }
    return judge.reading
  }

  /// Where the splits are times of day: the columns from which the start is worked out.
  private static func clock(
    _ layout: RaceLayout, _ header: Header, _ sample: Sample, _ rows: [Int]
  ) throws -> (finish: Int, net: RaceLayout.Split)? {
    let hasDays = { (column: Int) in
      rows.contains { DayTime(sample.block.text($0, column)) != nil }
    }
    guard layout.splits.contains(where: { !$0.isFinish && hasDays($0.column) }) else { return nil }
    var finish: Int?
    var net: RaceLayout.Split?
    for (column, name) in header.names.enumerated() {
      guard let found = FinishName(name.folded) else { continue }
      if hasDays(column) {
        finish = finish ?? column
      } else if found.isNet && net == nil {
        net = layout.splits.first { $0.column == column }
      }
    }
    guard let finish, let net else {
      throw header.problem(
        "missingColumn", name: "start",
        message: "the splits are times of day, and nothing says when each runner started",
        hint: "a column with the net time beside one with the time of day at the finish would")
    }
    return (finish, net)
  }
}

extension LapFile {
  fileprivate init(_ header: Header, _ layout: RaceLayout) {
    producer = .raceWide
    headerLine = header.line
    bindings = layout.splits.map {
      Binding(
        feature: .cumTime, column: header.names[$0.column].folded,
        unit: "at \(NumberText.text($0.metres)) m")
    }
    let used = Set(layout.splits.map(\.column))
    unusedColumns = header.names.indices.filter {
      !used.contains($0) && !header.names[$0].isNameless
    }.map { header.names[$0].folded }
  }
}
