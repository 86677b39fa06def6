import Tables
import Testing

@testable import Laps

/// Runs that are taken as a whole, beside the same rows added one by one.
@Suite struct PlainRunTests {
  @Test(
    arguments: 1...40,
    [LapOptions.ErrorPolicy.stop, .skip, .null])
  func sameLapsAsRowByRow(seed: Int, onError: LapOptions.ErrorPolicy) throws {
    var random = SeededGenerator(seed)
    var options = LapOptions()
    options.onError = onError
    options.purpose = seed % 4 == 0 ? .update : .predict
    options.course = seed % 7 == 0 ? "home" : nil
    let text = table(&random, hasDuration: seed % 3 == 0, faults: seed % 4)
    #expect(wholeRuns(text, options) == rowByRow(text, options), "seed \(seed)")
  }

  /// More than a block, so that runs go on over its end; with threads as without.
  @Test(arguments: [1, 2, 7]) func sameLapsOverBlocks(threads: Int) throws {
    var random = SeededGenerator(99)
    var text = table(&random, hasDuration: false, faults: 2)
    for _ in 0..<3000 { run(&random, false).forEach { text += $0.joined(separator: ",") + "\n" } }
    var options = LapOptions()
    options.onError = .skip
    options.threads = threads
    #expect(wholeRuns(text, options) == rowByRow(text, options))
  }

  /// Two rows are judged at a time.
  @Test(arguments: 0...12) func sameLapsInFewRows(rows: Int) {
    for seed in 1...20 {
      var random = SeededGenerator(seed)
      let lines = table(&random, hasDuration: seed % 2 == 0, faults: seed % 3).split(
        separator: "\n", omittingEmptySubsequences: false)
      let text = lines.prefix(rows + 1).joined(separator: "\n") + "\n"
      var options = LapOptions()
      options.onError = .skip
      #expect(wholeRuns(text, options) == rowByRow(text, options), "seed \(seed)")
    }
  }

  /// Some whole batches with faulty rows between them, in a file that is read to its end first and in one
  /// that is not.
  @Test(arguments: [400, 2200], [LapOptions.ErrorPolicy.skip, .null])
  func sameLapsOverBatches(runsBetweenFaults: Int, onError: LapOptions.ErrorPolicy) throws {
    var random = SeededGenerator(runsBetweenFaults)
    var text = table(&random, hasDuration: true, faults: 0)
    for part in 0..<12 {
      for _ in 0..<runsBetweenFaults {
        run(&random, true).forEach { text += $0.joined(separator: ",") + "\n" }
      }
      text += part % 3 == 0 ? "park,9000,Total,9000,9000,3000,3000,3000\n" : "park,x,1,2,3,4,5,6\n"
    }
    #expect((text.utf8.count > TextSource.peekLimit) == (runsBetweenFaults > 1000))
    var options = LapOptions()
    options.onError = onError
    options.threads = 2
    let reader = try LapReader(.bytes(Array(text.utf8)), options: options)
    var batches = 0
    while try reader.next() != nil { batches += 1 }
    #expect(batches > 3)
    #expect(wholeRuns(text, options) == rowByRow(text, options))
  }

  @Test func takesCleanRunsAsAWhole() throws {
    var random = SeededGenerator(5)
    let text = table(&random, hasDuration: false, faults: 0)
    let source = TextSource(.bytes(Array(text.utf8)))
    let recognised = try Recogniser.recognise(source, options: LapOptions())
    let reader = RecordReader(source, delimiter: recognised.header.delimiter)
    let block = recognised.machine.preparation.prepare(try #require(try reader.next()))
    let rows = block.plain.reduce(0) { $0 + $1.runs.rows.count }
    // The first run begins behind the header and the last may go on.
    #expect(block.plain.count == 1 && rows > block.records.rowCount * 3 / 4)
  }

  // MARK: Tables

  private func table(_ random: inout SeededGenerator, hasDuration: Bool, faults: Int) -> String {
    var rows: [[String]] = []
    for _ in 0..<30 { rows += run(&random, hasDuration) }
    for _ in 0..<faults * 3 {
      let row = Int.random(in: 0..<rows.count, using: &random)
      let cell = Int.random(in: 0..<rows[row].count, using: &random)
      let fault = [
        "", "-5", "0", "x", "1e3", "1:30", "nan", "99999999", "3.0", "0000000000001", " 7", "Total",
        "0.5", "+4", "12", "\u{A0}",
      ].randomElement(using: &random)
      rows[row][cell] = fault ?? ""
      if Int.random(in: 0..<6, using: &random) == 0 { rows[row].removeLast() }
      if Int.random(in: 0..<9, using: &random) == 0 { rows.remove(at: row) }
    }
    var header = "course,distance,lapNumber,lapDistance,cumDistance,lapTime,cumTime"
    if hasDuration { header += ",duration" }
    return ([header] + rows.map { $0.joined(separator: ",") }).joined(separator: "\n") + "\n"
  }

  private func run(_ random: inout SeededGenerator, _ hasDuration: Bool) -> [[String]] {
    let course = ["park", "road", "river path"].randomElement(using: &random) ?? ""
    let laps = Int.random(in: 1...9, using: &random)
    let isShort = Int.random(in: 0..<4, using: &random) == 0
    let distance = isShort ? laps * 1500 : laps * 1000
    var (metres, tenths) = (0, 0)
    var rows: [[String]] = []
    for lap in 1...laps {
      let length = 1000 + Int.random(in: -5...5, using: &random)
      let time = Int.random(in: 2400...4000, using: &random)
      metres += length
      tenths += time
      rows.append([
        course, "\(distance)", "\(lap)", "\(length)", "\(metres)", "\(time / 10).\(time % 10)",
        "\(tenths / 10).\(tenths % 10)",
      ])
    }
    if hasDuration { for index in rows.indices { rows[index].append("\(tenths / 10 + 1)") } }
    return rows
  }

  // MARK: Both ways

  private func wholeRuns(_ text: String, _ options: LapOptions) -> String {
    outcome {
      let reader = try LapReader(.bytes(Array(text.utf8)), options: options)
      var batches: [LapBatch] = []
      while let batch = try reader.next() { batches.append(batch) }
      return (batches, reader.notes, reader.summary)
    }
  }

  private func rowByRow(_ text: String, _ options: LapOptions) -> String {
    outcome {
      let source = TextSource(.bytes(Array(text.utf8)))
      let recognised = try Recogniser.recognise(source, options: options)
      let reader = RecordReader(source, delimiter: recognised.header.delimiter)
      var machine = recognised.machine
      var (number, sequence) = (Int32(0), 0)
      while let records = try reader.next() {
        let block = PreparedBlock(records: records)
        machine.output.add(records, number: number)
        machine.beginBlock(block)
        for row in 0..<records.rowCount where records.line(row) > recognised.lastHeaderLine {
          try machine.add(block, row, number: number, sequence: sequence)
          sequence += 1
        }
        try machine.endBlock(number: number)
        number += 1
      }
      try machine.end()
      try machine.output.checkEnd()
      var batches: [LapBatch] = []
      while !machine.output.isEmpty {
        batches.append(machine.output.batch(LapReader.batchSize, courses: machine.courses))
      }
      return (batches, machine.output.notes.problems, machine.output.summary)
    }
  }

  private func outcome(
    _ body: () throws -> ([LapBatch], [TableProblem], LapSummary)
  ) -> String {
    do {
      let (batches, notes, summary) = try body()
      return rows(of: batches) + "\(notes) \(summary)"
    } catch let errors as LapErrors {
      return "\(errors.problems) \(errors.count) \(errors.countsByKind)"
    } catch {
      return "\(error)"
    }
  }

  /// A line for each record, whatever batch it came in.
  private func rows(of batches: [LapBatch]) -> String {
    var text = ""
    for batch in batches {
      for row in 0..<batch.records.rowCount {
        text += "\(batch.records.lines[row]) \(batch.runs[row])"
        for column in batch.records.columns {
          switch column.values {
          case .doubles(let values): text += " \(values[row])"
          case .int64s(let values): text += " \(values[row])"
          case .strings(let texts):
            text += texts.codes[row] < 0 ? " -" : " \(texts.dictionary[Int(texts.codes[row])])"
          }
          text += column.missing?[row] == true ? "?" : ""
        }
        text += "\n"
      }
    }
    return text + batches.flatMap(\.leftOut).map { "left out \($0)\n" }.joined()
      + batches.flatMap(\.errors).map { "error \($0)\n" }.joined()
  }
}
