import Tables

/// Race results: every split that is there becomes a lap of its runner.
struct RaceMachine: RowMachine {
  private let layout: RaceLayout
  private let header: Header
  private let reader: RaceRowReader
  private let reading: SplitReading
  private let purpose: LapOptions.Purpose
  private var names = Interner()
  private var runs = 0
  private var missingSplits = 0
  private var firstMissingLine = 0
  private var shape = RowShape()
  var output: LapOutput

  init(
    _ header: Header, _ layout: RaceLayout, _ reader: RaceRowReader, _ reading: SplitReading,
    _ options: LapOptions, courseText: String?, notes: LapNotes
  ) {
    self.layout = layout
    self.header = header
    self.reader = reader
    self.reading = reading
    purpose = options.purpose
    output = LapOutput(header, options, courseText: courseText, notes: notes)
  }

  var courses: [String] { names.texts }

  mutating func add(_ prepared: PreparedBlock, _ index: Int, number: Int32, sequence: Int) throws {
    let block = prepared.records
    var row = LapRow()
    row.line = block.line(index)
    row.row = Int32(index)
    row.block = number
    row.sequence = sequence
    switch headerAgain(block, index) {
    case .same: return output.note(.repeatedHeader, line: row.line)
    case .other: throw Header.secondTable(line: row.line)
    case .none: break
    }
    shape.check(block, index, header, &row)
    let given = reader.times(block, index, &row)
    let times = reading.sinceStart(given, half: layout.splits.firstIndex { $0.isHalf })
    // Without the first of several legs no time since the start is known either.
    if row.fault == nil && times.allSatisfy(\.isNaN) {
      return output.leaveOut(row, .noTimes, run: runs)
    }
    countMissing(given, line: row.line)
    if row.fault == nil { check(times, &row) }
    if row.fault != nil {
      output.fail(row, run: runs)
    } else {
      if let column = layout.course, !block.isMissing(index, column) {
        row.course = block.withCell(index, column) { names.code($0) }
      }
      emit(times, row)
    }
    runs += 1
  }

  mutating func endBlock(number: Int32) throws {
    output.forgetBlocks(before: number + 1)
  }

  mutating func end() throws {
    output.notes.add(.missingSplits, line: firstMissingLine, count: missingSplits)
    shape.say(in: &output.notes)
  }

  /// Names of splits may be numbers, times have signs between their digits.
  private func headerAgain(_ block: RecordBlock, _ index: Int) -> Header.Return {
    let holdsTime = layout.splits.contains { split in
      block.withCell(index, split.column) { ClockCell.seconds($0) != nil }
    }
    return holdsTime ? .none : header.comesAgain(in: block, index, allowsSplits: true)
  }

  private mutating func countMissing(_ times: [Double], line: Int) {
    for (time, split) in zip(times, layout.splits) where time.isNaN && !split.isFinish {
      if missingSplits == 0 { firstMissingLine = line }
      missingSplits += 1
    }
  }

  /// Times since the start must rise, and no leg may be faster or slower than anybody runs.
  private func check(_ times: [Double], _ row: inout LapRow) {
    var before = (metres: 0.0, seconds: 0.0)
    for (time, split) in zip(times, layout.splits) where !time.isNaN {
      if time < before.seconds {
        return row.note(.cumFalls, cell: split.column, detail: before.seconds)
      }
      before = (split.metres, time)
    }
    before = (0, 0)
    var first: Int?
    for (time, split) in zip(times, layout.splits) where !time.isNaN {
      let metres = split.metres - before.metres
      let speed = metres / (time - before.seconds)
      if metres >= 100 && (speed > Speed.limit(metres) || speed < 0.1) {
        return row.note(.implausible, cell: split.column, detail: speed)
      }
      first = first ?? split.column
      before = (split.metres, time)
    }
    let speed = before.metres / before.seconds
    if let first, before.seconds >= 60, speed < 0.3 || speed > Speed.limit(before.metres) {
      row.note(.implausible, cell: first, detail: speed)
    }
  }

  private mutating func emit(_ times: [Double], _ row: LapRow) {
    var duration = times.last ?? .nan
    if !layout.hasFinish && (layout.splits.last?.metres ?? 0) < 0.98 * layout.distance {
      duration = .nan
    }
    if duration.isNaN && purpose == .update {
      return output.leaveOut(row, .unfinished, run: runs)
    }
    var before = (metres: 0.0, seconds: 0.0)
    var number = 0.0
    for (time, split) in zip(times, layout.splits) where !time.isNaN {
      number += 1
      output.take(
        LapRecord(
          sequence: row.sequence, line: row.line, run: runs, course: row.course,
          distance: layout.distance, lapNumber: number,
          lapDistance: split.metres - before.metres, cumDistance: split.metres,
          lapTime: time - before.seconds, cumTime: time, duration: duration))
      before = (split.metres, time)
    }
  }
}
