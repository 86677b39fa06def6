import Laps
import Tables
import TabularML

/// Laps with the predicted time of the run, as a runner reads them; at the end of a run a sentence.
struct LapTable {
  private static let heading = "  lap      done       time   predicted       pace"

  /// The index of the output that predicts the duration.
  var output: Int
  var unit: RunText.Unit
  var faulty: FaultyRows
  private var current: Run?
  private var runCount = 0

  /// The run whose laps are being written.
  private struct Run {
    var file: Int
    var index: Int
    var last: Lap?
  }

  private struct Lap {
    var number: Double
    var distance: Double
    var lapDistance: Double
    var lapTime: Double
    var cumDistance: Double
    var cumTime: Double
    var predicted: Double

    init(_ records: TableBatch, row: Int, predicted: Double) {
      func value(_ name: String) -> Double {
        guard case .doubles(let values) = records.column(name)?.values else { return .nan }
        return values[row]
      }
      number = value("lapNumber")
      distance = value("distance")
      lapDistance = value("lapDistance")
      lapTime = value("lapTime")
      cumDistance = value("cumDistance")
      cumTime = value("cumTime")
      self.predicted = predicted
    }

    // The same tolerances as for the laps themselves: watches and courses are never quite right.
    var isFinished: Bool { cumDistance >= 0.98 * distance }
    var isBeyond: Bool { cumDistance > 1.05 * distance }
  }

  init(output: Int, unit: RunText.Unit, faulty: FaultyRows) {
    self.output = output
    self.unit = unit
    self.faulty = faulty
  }

  /// The lines of a chunk; chunks come in order.
  mutating func lines(of chunk: PredictedChunk) -> String {
    var text = ""
    let runs = chunk.input.runs
    for row in 0..<chunk.input.records.rowCount {
      if current?.file != chunk.input.file || current?.index != runs[row] {
        text += end()
        text += (runCount == 0 ? "" : "\n") + LapTable.heading + " /\(unit.symbol)\n"
        runCount += 1
        current = Run(file: chunk.input.file, index: runs[row])
      }
      if chunk.isFaulty?[row] ?? false {
        if faulty == .empty { text += line(nil) }
        continue
      }
      let lap = Lap(chunk.input.records, row: row, predicted: prediction(of: chunk, row: row))
      current?.last = lap
      text += line(lap)
    }
    return text
  }

  /// The sentence that closes the last run.
  mutating func end() -> String {
    defer { current = nil }
    return current?.last.map { "\n\(sentence($0))\n" } ?? ""
  }

  private func prediction(of chunk: PredictedChunk, row: Int) -> Double {
    guard case .doubles(let values) = chunk.outputs.columns[output].values else { return .nan }
    return values[row]
  }

  private func line(_ lap: Lap?) -> String {
    let cells = lap.map { lap in
      [
        RunText.decimals(lap.number, 0),
        RunText.decimals(lap.cumDistance / unit.metres, 2) + " " + unit.symbol,
        RunText.clock(lap.cumTime), RunText.clock(lap.predicted),
        RunText.pace(metres: lap.lapDistance, seconds: lap.lapTime, unit: unit),
      ]
    }
    return zip(cells ?? Array(repeating: "-", count: 5), [5, 10, 11, 12, 11]).map { cell, width in
      String(repeating: " ", count: max(1, width - cell.count)) + cell
    }.joined() + "\n"
  }

  /// A line that a runner can read aloud.
  private func sentence(_ lap: Lap) -> String {
    let pace = RunText.pace(metres: lap.cumDistance, seconds: lap.cumTime, unit: unit)
    let run = RunText.distance(lap.distance, article: "the")
    let time = RunText.shortClock(lap.cumTime)
    if lap.isBeyond {
      let end = RunText.length(lap.cumDistance)
      return "The laps go on to \(end), beyond \(run): \(time) so far, \(pace) a \(unit.word)."
    }
    if lap.isFinished {
      return "You finished \(run) in \(time), \(pace) a \(unit.word)."
    }
    let predicted = RunText.shortClock(lap.predicted)
    return "So far \(pace) a \(unit.word); you will finish \(run) in about \(predicted)."
  }
}
