import Laps
import Tables
import Testing

/// What holds for every file.
@Suite struct LapPropertyTests {
  /// The same laps come out of every way to write them.
  @Test(arguments: Layout.allCases, 0..<40)
  func laysSurviveEveryLayout(_ layout: Layout, _ seed: Int) {
    var random = SeededGenerator(seed)
    let run = GeneratedRun(&random)
    var options = LapOptions()
    if layout == .coros { options.units = .metric }
    let result = LapResult(Array(layout.text(run).utf8), options)
    #expect(result.error == nil)
    #expect(result.rows.count == run.laps.count)
    for (row, expected) in zip(result.rows, run.expected) {
      for (value, wanted) in zip(row.values, expected) {
        #expect(abs((value ?? .nan) - wanted) < 1e-6)
      }
    }
    if layout == .canonical { #expect(result.rows.allSatisfy { $0.course == run.course }) }
  }

  /// A whole run appended to a file that states its distances changes nothing before it.
  @Test(arguments: 0..<40)
  func appendedRunsChangeNothingBeforeThem(_ seed: Int) {
    var random = SeededGenerator(seed)
    var text = "course,distance,lapNumber,lapDistance,lapTime\n"
    var before: [LapResult.Row] = []
    for _ in 0..<6 {
      let run = GeneratedRun(&random)
      for (index, lap) in run.laps.enumerated() {
        text +=
          "\"\(run.course.replacing("\"", with: "\"\""))\",\(run.distance),\(index + 1),"
          + "\(lap.metres),\(lap.seconds)\n"
      }
      let rows = LapResult(Array(text.utf8), LapOptions()).rows
      #expect(rows.count == before.count + run.laps.count)
      for (old, new) in zip(before, rows) {
        #expect(old.line == new.line && old.course == new.course && old.values == new.values)
      }
      before = rows
    }
  }

  /// Whatever a file holds: it is read or refused, and no row disappears.
  @Test(arguments: Array(0..<300) + [815, 6175, 7616, 10_516, 11_959])
  func noRowDisappears(_ seed: Int) throws {
    var random = SeededGenerator(seed)
    let lapCase = try #require(LapCase.own.randomElement(using: &random))
    var bytes = lapCase.bytes
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let letters = Array("0123456789.,;:-'\"\n\t aNm%/".utf8)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[place] = letters.randomElement(using: &random) ?? 0x30
      case 1: bytes.remove(at: place)
      default: bytes.insert(letters.randomElement(using: &random) ?? 0x30, at: place)
      }
    }
    var options = lapCase.options
    options.onError = .skip
    let result = LapResult(bytes, options)
    guard result.error == nil, result.producer != "fitMessages", result.producer != "fitWide"
    else { return }
    let lines = Set(result.rows.map(\.line)).union(result.leftOut.map(\.line))
    #expect(
      lines.count == recordLines(bytes, options, result),
      "\(lapCase.name) as \(String(decoding: bytes, as: UTF8.self).debugDescription)")
  }

  /// The number of records that must be accounted for.
  private func recordLines(
    _ bytes: [UInt8], _ options: LapOptions, _ result: LapResult
  ) -> Int? {
    let unitRows = result.notes.contains("unitRow") ? 1 : 0
    guard !result.notes.contains("repeatedHeader") else {
      return Set(result.rows.map(\.line)).union(result.leftOut.map(\.line)).count
    }
    for delimiter in [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")] {
      let text = TextSource(.bytes(bytes), encoding: options.encoding)
      let reader = RecordReader(text, delimiter: delimiter)
      var count = 0
      do {
        while let block = try reader.next() {
          count += block.lines.filter { $0 > result.headerLine }.count
        }
        return count - unitRows
      } catch {
        continue
      }
    }
    return nil
  }
}
