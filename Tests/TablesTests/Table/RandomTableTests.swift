import Testing

@testable import Tables

@Suite struct RandomTableTests {
  /// Typed columns with missing values, written and read back to the bit.
  @Test(arguments: 1...10 as ClosedRange<UInt64>, [",", ";", "\t"] as [Unicode.Scalar])
  func typedColumnsComeBack(seed: UInt64, delimiter: Unicode.Scalar) throws {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...300, using: &random)
    let doubles = (0..<count).map { _ in
      Bool.random(using: &random)
        ? Double.random(in: -1e6...1e6, using: &random).rounded()
        : Double(bitPattern: UInt64.random(in: 0..<0x7FF0 << 48, using: &random))
    }
    let integers = (0..<count).map { _ in
      Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<64, using: &random)
    }
    let places = (0..<count).map { _ in
      ["Lake, \"the\" loop", "Höhenweg", "x;y", "none", "5'32\"", "a\nb\tc"][
        Int.random(in: 0..<6, using: &random)]
    }
    let missing = (0..<count).map { _ in Int.random(in: 0..<5, using: &random) == 0 }

    var writer = CSVWriter(delimiter: UInt8(ascii: delimiter))
    for name in ["row", "number", "whole", "place"] { writer.append(name) }
    writer.endRow()
    for row in 0..<count {
      writer.append(Int64(row))
      if missing[row] {
        for _ in 0..<3 { writer.appendEmpty() }
      } else {
        writer.append(doubles[row])
        writer.append(integers[row])
        writer.append(places[row])
      }
      writer.endRow()
    }

    var options = TableOptions()
    options.expectedNames = ["row", "number", "whole", "place"]
    let reader = try TableReader(.bytes(writer.take(), pieceSize: 37), options: options)
    #expect(reader.delimiter == UInt8(ascii: delimiter))
    try reader.select([
      ColumnRequest(name: "place", type: .string, isRequired: false),
      ColumnRequest(name: "number", type: .double, isRequired: false),
      ColumnRequest(name: "whole", type: .int64, isRequired: false),
    ])
    let read = try #require(try reader.next())
    let comment: Comment = "seed \(seed)"
    #expect(read.problems.isEmpty, comment)
    guard case .strings(let texts) = read.batch.columns[0].values,
      case .doubles(let numbers) = read.batch.columns[1].values,
      case .int64s(let wholes) = read.batch.columns[2].values
    else {
      Issue.record("columns of other types")
      return
    }
    for row in 0..<count {
      for column in read.batch.columns {
        #expect(column.missing?[row] ?? false == missing[row], comment)
      }
      if missing[row] { continue }
      #expect(texts.dictionary[Int(texts.codes[row])] == places[row], comment)
      #expect(numbers[row].bitPattern == doubles[row].bitPattern, comment)
      #expect(wholes[row] == integers[row], comment)
    }
  }

  /// Whatever the bytes, the answer is rows or an error, and the same one for every piece size.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func anyBytesGiveOneAnswer(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let parts: [[UInt8]] = [
      [0xFF, 0xFE], [0xFE, 0xFF], [0xEF, 0xBB, 0xBF], [0], [0xC3], [0xA9], [0xE2, 0x82], [0xAC],
      [0x81], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98, 0x80], [0xC2, 0xA0], [0x22], [0x22, 0x22],
      [0x2C], [0x3B], [0x09], [0x0A], [0x0D], [0x0D, 0x0D, 0x0A], [0x20], Array("x,n\n".utf8),
      Array("1,2\n".utf8), Array("1.5".utf8), Array("1,234".utf8), Array("nan".utf8),
      Array("sep=;\n".utf8),
    ]
    for _ in 0..<250 {
      var bytes = Bool.random(using: &random) ? Array("x,n\n".utf8) : []
      for _ in 0..<Int.random(in: 0...14, using: &random) {
        bytes += parts[Int.random(in: 0..<parts.count, using: &random)]
      }
      let expected = try answer(bytes, pieces: 1 << 18)
      for pieces in [1, 2, 5] {
        #expect(try answer(bytes, pieces: pieces) == expected, "seed \(seed): \(bytes)")
      }
    }
  }

  private func answer(_ bytes: [UInt8], pieces: Int) throws -> [String] {
    var answer: [String] = []
    do {
      let reader = try TableReader(.bytes(bytes, pieceSize: pieces))
      answer.append("\(reader.header.names)")
      try reader.select([
        ColumnRequest(name: "x", type: .double), ColumnRequest(name: "n", type: .string),
      ])
      while let rows = try reader.next() {
        answer += rows.problems.map { "\($0.problem)" }
        answer.append("\(rows.batch)")
      }
      answer += reader.notes.map { "\($0)" }
    } catch let problem as TableProblem {
      answer.append("\(problem)")
    }
    return answer
  }
}
