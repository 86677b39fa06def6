import CoreML
import Foundation
import ModelSpec
import Tables
import TabularML

// What can be timed only inside a process:
//
//   Micro row MODEL              median time of one row through prediction(from:), in microseconds
//   Micro batch MODEL            median processor time of a row in a batch of columns, in microseconds
//   Micro epoch MODEL SIZE THREADS
//                                time of an epoch of 20,000 rows in mini-batches of a size, in seconds
//   Micro cut TABLE              reads a table and finds its cells with one thread; prints how many rows

@main enum Micro {
  static func main() throws {
    let arguments = CommandLine.arguments
    switch arguments.dropFirst().first {
    case "row": print(try row(model: arguments[2]))
    case "batch": print(try batch(model: arguments[2]))
    case "epoch":
      print(
        try epoch(
          model: arguments[2], batch: Int64(arguments[3]) ?? 32, threads: Int(arguments[4]) ?? 1))
    case "cut": print(try cut(table: arguments[2]))
    default: print("usage: Micro row MODEL | batch MODEL | epoch MODEL SIZE THREADS | cut TABLE")
    }
  }

  private static func row(model path: String) throws -> Double {
    let compiled = try MLModel.compileModel(at: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(at: compiled) }
    let model = try MLModel(contentsOf: compiled)
    let row = try MLDictionaryFeatureProvider(dictionary: [
      "course": "road", "distance": 10_000.0, "lapNumber": 3.0, "lapDistance": 1000.0,
      "cumDistance": 3000.0, "lapTime": 331.5, "cumTime": 998.2,
    ])
    var times: [Double] = []
    for _ in 0..<20_000 {
      let start = DispatchTime.now().uptimeNanoseconds
      _ = try model.prediction(from: row)
      times.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1000)
    }
    return times.sorted()[times.count / 2]
  }

  private static func batch(model path: String) throws -> Double {
    let rows = 8192
    let plan = try Plan(ModelDocument.read(at: path).model)
    var random = RandomNumbers()
    let columns = plan.inputs.map { input in
      if input.type == .string {
        return FeatureColumn(
          .strings(StringColumn(codes: Array(repeating: 0, count: rows), dictionary: ["road"])))
      }
      return FeatureColumn(.doubles((0..<rows).map { _ in 500 + 500 * random.next() }))
    }
    let table = FeatureBatch(rowCount: rows, columns: columns)
    // Processor time, so that others' work on the machine does not count.
    var times: [Double] = []
    for _ in 0..<41 {
      let start = clock()
      _ = try plan.predict(table)
      times.append(Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1e6 / Double(rows))
    }
    return times.sorted()[times.count / 2]
  }

  private static func cut(table path: String) throws -> Int {
    let reader = RecordReader(TextSource(try .file(path)), delimiter: UInt8(ascii: ","))
    var rows = 0
    while let block = try reader.next() { rows += block.rowCount }
    return rows
  }

  private static func epoch(model path: String, batch: Int64, threads: Int) throws -> Double {
    let rows = 20_000
    var random = RandomNumbers()
    let x = (0..<rows * 14).map { _ in random.next() }
    let y = (0..<rows).map { row in x[row * 14..<row * 14 + 14].reduce(0, +) }
    let samples = FeatureBatch(
      rowCount: rows,
      columns: [
        FeatureColumn(.arrays(ArrayColumn(shape: [14], elements: .doubles(x)))),
        FeatureColumn(.arrays(ArrayColumn(shape: [1], elements: .doubles(y)))),
      ])
    var overrides = TrainingOverrides()
    overrides.miniBatchSize = batch
    overrides.epochs = 6
    var trainer = try NetworkTrainer(
      ModelDocument.read(at: path).model, rows: samples, overrides: overrides,
      threads: threads)
    var times: [Double] = []
    var start = DispatchTime.now().uptimeNanoseconds
    while let event = try trainer.next() {
      guard case .epochEnd = event else { continue }
      let now = DispatchTime.now().uptimeNanoseconds
      times.append(Double(now - start) / 1e9)
      start = now
    }
    return times.sorted()[times.count / 2]
  }
}

private struct RandomNumbers {
  private var state: UInt64 = 1

  mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) * 0x1p-53 * 2 - 1
  }
}
