import CoreML
import Testing

/// The programs in examples/ are built with the package; here they run.
@Suite struct FinishTimeTests {
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
