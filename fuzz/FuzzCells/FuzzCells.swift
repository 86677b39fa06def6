import Tables

/// What libFuzzer calls with each input: text without quotes is cut by masks into the cells, rows, lines
/// and places that libcsv gives, its columns hold the numbers that the parser reads,
/// and numbers are printed as Swift does.
private func fuzzCells(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // The first byte picks the delimiter, the rest is the text.
  guard let start = unsafe start, count > 0 else { return 0 }
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let delimiter = delimiters[Int(bytes[0] & 7) % delimiters.count]
  let mark: DecimalMark = bytes[0] & 8 == 0 ? .dot : .comma
  // What never comes to a cutter: the reader refuses it or writes it as a line feed.
  let never: [UInt8] = [0, 0x0D, UInt8(ascii: "\"")]
  let raw = RawBlock(text: bytes.dropFirst().filter { !never.contains($0) }, firstLine: 1)
  let plain = outcome(of: raw, delimiter, cutPlainCells)
  let libcsv = outcome(of: raw, delimiter, cutCellsWithLibcsv)
  precondition(plain.text == libcsv.text, "other cells than libcsv's")
  if let block = plain.block { checkNumbers(block, NumberFormat(mark: mark)) }
  checkPrinter(bytes)
  return 0
}

private let delimiters: [UInt8] = Array(",;\t| a1".utf8)

private func outcome(
  of raw: RawBlock, _ delimiter: UInt8,
  _ cut: (RawBlock, UInt8) throws(TableProblem) -> RecordBlock
) -> (text: String, block: RecordBlock?) {
  do throws(TableProblem) {
    let block = try cut(raw, delimiter)
    var text = ""
    for row in 0..<block.rowCount {
      let cells = block.texts(row)
      text += "\(block.line(row)) \(cells) \(block.place(row, cells.count))\n"
      text += "\(block.place(row, cells.count / 2))\n"
    }
    return (text, block)
  } catch {
    return ("\(error)", nil)
  }
}

private func checkNumbers(_ block: RecordBlock, _ format: NumberFormat) {
  let parser = NumberParser(format)
  for cell in 0..<3 {
    guard
      case .doubles(let values) = block.convert(cell, to: .double, format: format).values
    else { preconditionFailure("no doubles") }
    for row in 0..<block.rowCount {
      let expected = (try? parser.double(block.text(row, cell))) ?? .nan
      precondition(
        values[row].bitPattern == expected.bitPattern, "another number than the parser's")
    }
  }
}

/// Eight bytes at a time as a number: its text is that of Swift's own shortest digits.
private func checkPrinter(_ bytes: [UInt8]) {
  for start in stride(from: 1, to: min(bytes.count, 257) - 8, by: 8) {
    let bits = bytes[start..<start + 8].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let value = Double(bitPattern: bits)
    var expected = value.isNaN ? "nan" : value.description
    if expected.hasSuffix(".0") { expected.removeLast(2) }
    precondition(NumberText.text(value) == expected, "another text than Swift's")
  }
}

// libFuzzer's own loop, given our function instead of the one that its `main` looks for.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@main enum Program {
  static func main() {
    var count = CommandLine.argc
    var arguments = unsafe CommandLine.unsafeArgv
    _ = unsafe runFuzzer(&count, &arguments, fuzzCells)
  }
}
