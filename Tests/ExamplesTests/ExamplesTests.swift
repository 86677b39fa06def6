import CoreML
import Testing

/// The programs in examples/ are built with the package; here they run.
@Suite struct ExamplesTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func saysWhatTheModelPredicts() throws {
    let file = Self.root.appending(path: "data/RunDuration.mlmodel")
    let compiled = try MLModel.compileModel(at: file)
    defer { try? FileManager.default.removeItem(at: compiled) }
    let lap = try MLDictionaryFeatureProvider(dictionary: [
      "course": "road", "distance": 10_000.0, "lapNumber": 3.0, "lapDistance": 1_000.0,
      "cumDistance": 3_000.0, "lapTime": 312.4, "cumTime": 930.1,
    ])
    let model = try MLModel(contentsOf: compiled)
    let duration = try #require(try model.prediction(from: lap).featureValue(for: "duration"))

    let output = try run("FinishTime", file.path)
    #expect(output.hasPrefix("functionName: (null)\ninputs: (\n    \"course : String\","))
    let expected = "The run will take \(Int(duration.doubleValue.rounded())) seconds.\n"
    #expect(output.hasSuffix(expected))
  }

  @Test func personalizerTrainsCancelsAndResets() throws {
    let output = try run("Personalizer", Self.root.appending(path: "data/RunDuration.mlmodel").path)
    let lines = output.split(separator: "\n").map(String.init)
    try #require(lines.count == 5)
    let seconds = lines.map { line in
      Int(line.split(separator: " ").first { Int($0) != nil } ?? "") ?? -1
    }
    #expect(lines[0].hasPrefix("base: idle, off by"))
    #expect(lines[1].hasPrefix("cancelled: error("))
    #expect(lines[2].hasPrefix("trained: completed, off by"))
    #expect(lines[3].hasPrefix("reset: idle, off by"))
    #expect(lines[4].hasPrefix("reset while training: idle, off by"))
    #expect([seconds[1], seconds[3], seconds[4]].allSatisfy { $0 == seconds[0] })
    #expect(seconds[2] < seconds[0])
  }

  @Test func neighborsRemember() throws {
    let file = Self.root
      .appending(path: "Tests/Cases/models/updatable/update-knn-from-empty/model.mlmodel")
    #expect(
      try run("Neighbors", file.path) == """
        new: -1 and -1
        with 4 samples: 3 and 7
        neighbours asked: 1

        """)
  }

  /// Standard output of a program that was built beside these tests.
  private func run(_ program: String, _ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = Bundle.main.bundleURL.appending(path: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: bytes, as: UTF8.self)
  }
}
