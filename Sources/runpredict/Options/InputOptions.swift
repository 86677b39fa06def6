import CommandLineKit
import Laps
import Tables

/// What the files are.
enum InputFormat: String, CaseIterable, ExpressibleByArgument {
  case csv, jsonl
}

/// How a table is read, where it does not say so itself.
struct InputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the files are: tables, or one JSON object a line.",
      discussion: "By default jsonl for names in .jsonl or .ndjson, else csv.",
      valueName: "FORMAT"))
  var inputFormat: InputFormat?

  @Option(
    help: ArgumentHelp(
      "Take a feature from the column of this name.",
      discussion: "Repeatable. FEATURE==TEXT gives every row the same value.",
      valueName: "FEATURE=COLUMN"))
  var map: [FeatureMapping] = []

  @Option(
    help: ArgumentHelp("The course of the run, whatever the file says.", valueName: "NAME"))
  var course: String?

  @Option(
    help: ArgumentHelp(
      "The whole distance of the run, whatever the file says.",
      discussion: "Such as 10km, 5mi, 800m, half, marathon.", valueName: "LENGTH"))
  var distance: GoalDistance?

  @Option(
    help: ArgumentHelp(
      "Units of columns whose name has none.",
      discussion: "metric: kilometres; imperial: miles.", valueName: "UNITS"))
  var units: LapOptions.Units?

  @Option(
    help: ArgumentHelp(
      "What separates the cells: one character, or tab.", valueName: "C"))
  var delimiter: CellDelimiter?

  @Option(help: ArgumentHelp("The decimal mark of the numbers, a dot or a comma.", valueName: "C"))
  var decimal: Decimal?

  @Option(
    help: ArgumentHelp("The encoding of the file.", valueName: "NAME"),
    completion: .list(["utf-8", "utf-16le", "utf-16be", "windows-1252", "iso-8859-1"]))
  var encoding: EncodingName?

  @Option(help: ArgumentHelp("Pass over the first lines of the file.", valueName: "N"))
  var skip = 0

  @Flag(help: "Read plain tables: header names are feature names, no laps are recognised.")
  var raw = false

  func validate() throws {
    for (index, map) in map.enumerated() {
      let feature = map.mapping.feature
      if self.map[..<index].contains(where: { $0.mapping.feature == feature }) {
        throw ValidationError("'--map' says twice what '\(feature)' is taken from")
      }
    }
    if skip < 0 { throw ValidationError("'--skip' should be at least 0, found \(skip)") }
    if raw, optionForLaps != nil {
      throw ValidationError(
        "'--raw' reads no laps, so '--course', '--distance' and '--units' say nothing",
        hint: "give every row a constant with --map FEATURE==TEXT")
    }
  }
}

extension InputOptions {
  /// What a file is: what was said, or else what its name tells.
  func format(of file: String) -> InputFormat {
    let isLines = [".jsonl", ".ndjson"].contains { file.lowercased().hasSuffix($0) }
    return inputFormat ?? (isLines ? .jsonl : .csv)
  }

  /// The first option there is that only tables can follow.
  var optionForTables: String? {
    if delimiter != nil { return "--delimiter" }
    if decimal != nil { return "--decimal" }
    return units == nil ? nil : "--units"
  }

  /// The first option there is that only laps can follow.
  var optionForLaps: String? {
    if course != nil { return "--course" }
    if distance != nil { return "--distance" }
    return units == nil ? nil : "--units"
  }

  /// The options for a lap file.
  func lapOptions(
    purpose: LapOptions.Purpose, onError: ErrorPolicy, threads: Int
  ) -> LapOptions {
    var options = LapOptions()
    options.threads = threads
    options.maps = map.map(\.mapping)
    options.course = course
    options.distance = distance?.metres
    options.distanceText = distance?.text
    options.units = units
    options.delimiter = delimiter?.byte
    options.decimal = decimal?.mark
    options.encoding = encoding?.encoding
    options.skip = skip
    options.purpose = purpose
    options.onError = onError
    return options
  }

  /// The options for a plain table whose columns should have these names.
  func tableOptions(expecting names: [String]) -> TableOptions {
    var options = TableOptions()
    options.delimiter = delimiter?.byte
    options.decimal = decimal?.mark
    options.encoding = encoding?.encoding
    options.skippedLines = skip
    options.expectedNames = Set(names)
    return options
  }
}
