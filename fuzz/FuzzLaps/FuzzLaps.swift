import Laps
import Tables

/// What libFuzzer calls with each input: a lap file of any bytes is read or refused, never trapped on,
/// and the pieces in which it comes make no difference.
private func fuzzLaps(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // The first byte picks the options, the rest is the file.
  guard let start = unsafe start, count > 0 else { return 0 }
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let chosen = options(bytes[0])
  let file = Array(bytes.dropFirst())
  let whole = outcome(of: file, pieceSize: 65536, chosen)
  let pieces = outcome(of: file, pieceSize: 3, chosen)
  precondition(whole == pieces, "the size of the pieces makes a difference")
  return 0
}

private func options(_ choice: UInt8) -> LapOptions {
  var options = LapOptions()
  options.units = [nil, .metric, .imperial, nil][Int(choice & 3)]
  options.onError = [.stop, .skip, .null, .stop][Int(choice >> 2 & 3)]
  options.purpose = choice & 16 == 0 ? .predict : .update
  options.distance = choice & 32 == 0 ? nil : 10_000
  return options
}

/// The records, or the error, as text.
private func outcome(of bytes: [UInt8], pieceSize: Int, _ options: LapOptions) -> String {
  do {
    let reader = try LapReader(.bytes(bytes, pieceSize: pieceSize), options: options)
    var text = ""
    while let batch = try reader.next() {
      precondition(batch.runs.count == batch.records.rowCount)
      precondition(batch.records.lines.count == batch.records.rowCount)
      for column in batch.records.columns {
        if case .doubles(let values) = column.values {
          for (row, value) in values.enumerated() {
            precondition(value.isFinite || column.missing?[row] == true, "a number that is none")
          }
        }
      }
      text += "\(batch.records) \(batch.runs) \(batch.leftOut) \(batch.rejected)\n"
    }
    return text + "\(reader.notes)"
  } catch let problem as TableProblem {
    return "\(problem)"
  } catch let errors as LapErrors {
    return "\(errors.problems) \(errors.count)"
  } catch {
    return "\(error)"
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
    _ = unsafe runFuzzer(&count, &arguments, fuzzLaps)
  }
}
