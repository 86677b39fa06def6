/// One record of a table of laps, as far as its own cells tell.
///
/// A plain value without references, so that a run of many rows costs no allocation a row.
struct LapRow {
  enum Kind: UInt8 {
    case lap
    /// A total, which is a row of the file; or the session message of a FIT file, which is none.
    case summary, session
    case statistic, notRun, parent, length
    /// The header of another table.
    case header
  }

  static let noNumber = -1

  /// Counts the records of the file.
  var sequence = 0
  var line = 0
  var block: Int32 = 0
  var row: Int32 = 0
  var kind = Kind.lap
  /// The step type or stroke says so.
  var isNamedRest = false
  var number = LapRow.noNumber
  /// For a parent row the last of its laps; `number` is the first.
  var lastNumber = LapRow.noNumber
  /// The code of the course's text; -1 is unknown.
  var course: Int32 = -1
  /// The code of the values by which runs are told apart.
  var key: Int32 = 0
  var lapDistance = Double.nan
  var cumDistance = Double.nan
  var lapTime = Double.nan
  var cumTime = Double.nan
  var distance = Double.nan
  var duration = Double.nan
  var fault: Fault?

  /// Notes the first thing that is wrong; later ones follow from it or are further right.
  mutating func note(_ kind: FaultKind, cell: Int, detail: Double = .nan) {
    if fault == nil { fault = Fault(kind: kind, cell: Int32(cell), detail: detail) }
  }

  /// Notes that the laps go far beyond their run.
  mutating func noteBeyond(cell: Int, lastDistance: Double, runDistance: Double) {
    note(.implausible, cell: cell, detail: lastDistance)
    fault?.runDistance = runDistance
  }

  mutating func set(_ feature: Feature, _ value: Double) {
    switch feature {
    case .lapDistance: lapDistance = value
    case .cumDistance: cumDistance = value
    case .lapTime: lapTime = value
    case .cumTime: cumTime = value
    case .distance: distance = value
    case .duration: duration = value
    case .course, .lapNumber: break
    }
  }
}

/// What is wrong with a row, and at which cell.
struct Fault {
  var kind: FaultKind
  var cell: Int32
  /// What the message needs to know: a speed, an expected value.
  var detail: Double
  /// For a run that is too short for its laps: its length in metres, and `detail` how far they go.
  var runDistance = Double.nan

  /// Whether the laps are too long for the length that an option says.
  var isAboutOption: Bool { !runDistance.isNaN && cell < 0 }
}

/// The kinds of row errors, and those of cells that contradict what was decided for their column.
enum FaultKind: String {
  case wrongNumberOfColumns, badNumber, notFinite, badTime, negative, missingValue
  case lapGap, cumFalls, cumMismatch, implausible
  case mixedDecimals, mixedUnits, ambiguousNumber

  /// Whether it concerns the file and not the row alone.
  var isAboutFile: Bool {
    self == .mixedDecimals || self == .mixedUnits || self == .ambiguousNumber
  }
}
