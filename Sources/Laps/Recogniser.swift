import Tables

/// Finds out what kind of table a text is, and prepares the machine that reads its rows.
struct Recogniser {
  var header: Header
  var lastHeaderLine: Int
  var machine: any RowMachine
  var file: LapFile

  static func recognise(_ text: TextSource, options: LapOptions) throws -> Recogniser {
    var header = try HeaderFinder.find(in: text, options: options)
    var notes = LapNotes()
    if header.delimiter != UInt8(ascii: ",") {
      notes.add(.delimiter, line: header.line, detail: Delimiter.name(header.delimiter))
    }
    notes.add(.preamble, line: 1, count: header.preamble)

    let isMapped = options.maps.contains { map in
      [Feature.lapTime, .cumTime, .lapDistance, .cumDistance].contains {
        $0.rawValue == map.feature
      }
    }
    let signature = Signature.recognise(header)
    if signature == nil && !isMapped {
      if let other = NotLaps.known(header) { throw other.problem(header) }
      let names = header.names
      let isRace = HeaderTest.isRace(names.map { SplitName($0.folded) }, names)
      if isRace {
        return try race(text, header, options, notes)
      }
      var named = header
      let suggestion = (try? Sample(text, &named, mapped: [:])).map {
        MapSuggestion(header, sample: $0)
      }
      if let other = NotLaps.general(header, suggestion) { throw other.problem(header) }
    }
    if let producer = signature?.producer, producer == .fitMessages || producer == .fitWide {
      return fit(header, producer, options, notes)
    }
    let sample = try Sample(text, &header, mapped: options.mappedNames)
    if let line = sample.unitLine { notes.add(.unitRow, line: line) }
    var builder = try LayoutBuilder(
      header, sample: sample, options: options, signature: signature)
    let layout = try builder.build(into: &notes)
    return Recogniser(
      header: header, lastHeaderLine: sample.unitLine ?? header.line,
      machine: TableMachine(header, layout, options, notes: notes),
      file: LapFile(header, layout, options))
  }
}

extension LapFile {
  init(_ header: Header, _ layout: Layout, _ options: LapOptions) {
    producer = layout.producer
    headerLine = header.line
    var columns = layout.columns
    if columns[.course] == nil { columns[.course] = layout.title }
    // Of several constants for a feature the last one is taken.
    let constants = Dictionary(
      options.maps.compactMap { map -> (String, String)? in
        guard case .constant(let text) = map.source else { return nil }
        return (map.feature, text)
      }, uniquingKeysWith: { _, last in last })
    bindings = Feature.allCases.compactMap { feature in
      if let column = columns[feature] {
        let unit = layout.formats[feature].flatMap { $0.unitName(feature.dimension) }
        return Binding(feature: feature, column: header.names[column].folded, unit: unit)
      }
      return constants[feature.rawValue].map {
        Binding(feature: feature, column: "==\($0)", unit: nil)
      }
    }
    let used = Set(
      columns.values + layout.keys.map(\.column) + [layout.sport, layout.steps].compactMap { $0 })
    unusedColumns = header.names.indices.filter {
      !used.contains($0) && !header.names[$0].isNameless
    }.map { header.names[$0].folded }
  }
}

extension ColumnFormat {
  /// The unit in words.
  fileprivate func unitName(_ dimension: Dimension?) -> String? {
    switch dimension {
    case .time:
      if hasClock { return hoursAndMinutes ? "hours and minutes" : "clock values" }
      let names = [1: "seconds", 0.001: "milliseconds", 60: "minutes", 3600: "hours"]
      return names[factor]
    case .distance:
      if hasCellUnits { return "the units that stand in the cells" }
      let names = [1: "metres", 1000: "kilometres", 1609.344: "miles", 0.9144: "yards"]
      return names[factor]
    case nil: return nil
    }
  }
}
