import Tables

/// What was decided and could be doubted; said once per file.
enum LapNote: String, CaseIterable {
  case delimiter, preamble, unitRow, repeatedHeader, shortRows, decimalComma, unitProven
  case courseFromTitle, distanceFromLaps, distanceFromSplits, lapNumberFromZero, sorted, filledDown
  case summaryMismatch, missingSplits, splitsRead, beyondDistance
}

/// The notes of a file: how often each applies, and where first.
struct LapNotes {
  private struct Entry {
    var count: Int
    var line: Int
    /// A part of the message that only the one who notes it knows.
    var detail: String
  }

  private var entries: [LapNote: Entry] = [:]
  /// Whether an option says how long the runs are: then no hint asks for it.
  var isDistanceSaid = false

  mutating func add(_ note: LapNote, line: Int, count: Int = 1, detail: String = "") {
    if count > 0 {
      entries[note, default: Entry(count: 0, line: line, detail: detail)].count += count
    }
  }

  var problems: [TableProblem] {
    LapNote.allCases.compactMap { note in
      entries[note].map { entry in
        TableProblem(
          TableProblem.Kind(rawValue: note.rawValue), severity: .note,
          at: Place(line: entry.line),
          message: note.message(count: entry.count, line: entry.line, detail: entry.detail),
          hint: note.hint(isDistanceSaid: isDistanceSaid))
      }
    }
  }
}

extension LapNote {
  fileprivate func message(count: Int, line: Int, detail: String) -> String {
    let rows = count == 1 ? "1 row" : "\(count) rows"
    switch self {
    case .delimiter: return "cells are separated by \(detail)"
    case .preamble:
      return count == 1
        ? "1 line before the header was passed over"
        : "\(count) lines before the header were passed over"
    case .unitRow: return "line \(line) holds units"
    case .repeatedHeader:
      return count == 1
        ? "the header comes again on line \(line): a new run"
        : "the header comes again \(count) times, first on line \(line): new runs"
    case .shortRows: return "\(rows) end\(count == 1 ? "s" : "") early, first on line \(line)"
    case .decimalComma: return "numbers have a decimal comma"
    case .unitProven:
      return "\(detail): cadence times stride length says so"
    case .courseFromTitle: return "the title serves as course"
    case .distanceFromLaps:
      return "the distance is the sum of the laps; the run is taken as finished"
    case .distanceFromSplits:
      return "the race is taken as a marathon: it has a half and splits beyond it"
    case .lapNumberFromZero: return "laps count from 0 in the file"
    case .sorted: return "laps of a run were put in order for the sums, first on line \(line)"
    case .filledDown:
      return "\(count == 1 ? "1 empty cell takes" : "\(count) empty cells take") the value above,"
        + " first on line \(line)"
    case .summaryMismatch:
      return "the total on line \(line) disagrees with its laps and was not used"
    case .missingSplits:
      return count == 1
        ? "1 split is missing; the lap after it is longer (line \(line))"
        : "\(count) splits are missing; the laps after them are longer (first on line \(line))"
    case .splitsRead: return "the splits are times of single legs" + detail
    case .beyondDistance:
      return "the laps go beyond the distance of the run, first on line \(line)"
    }
  }

  fileprivate func hint(isDistanceSaid: Bool) -> String? {
    switch self {
    case .courseFromTitle: return "to name the course: --course NAME"
    case .distanceFromLaps:
      return "if the run is under way, say how long it will be, such as --distance 10km"
    case .beyondDistance:
      return isDistanceSaid
        ? nil : "if the run is longer than the file says: --distance, such as --distance 10km"
    default: return nil
    }
  }
}
