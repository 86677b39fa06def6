// A runner's own model: the Personalizer is what an app would have; this program stands for its view.
//
//     swift run Personalizer data/RunDuration.mlmodel

import CoreML

@main @MainActor
struct Example {
  static func main() async throws {
    let path = CommandLine.arguments.dropFirst().first ?? "data/RunDuration.mlmodel"
    let compiled = try await MLModel.compileModel(at: URL(fileURLWithPath: path))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
      try? FileManager.default.removeItem(at: compiled)
      try? FileManager.default.removeItem(at: folder)
    }

    let personalizer = try Personalizer(base: compiled, folder: folder)
    // Thirty runs of somebody who slows down by one percent with every lap.
    let laps = (0..<30).flatMap { FinishedLap.run(firstLap: 280 + Double($0), slowingBy: 1.01) }
    let lap = laps[2]
    try show("base", personalizer, lap)

    let training = Task { await personalizer.train(on: laps, epochs: 1_000) }
    while personalizer.state == .idle { await Task.yield() }
    personalizer.cancel()
    await training.value
    try show("cancelled", personalizer, lap)

    await personalizer.train(on: laps, epochs: 20)
    try show("trained", personalizer, lap)

    try personalizer.resetToBase()
    try show("reset", personalizer, lap)

    let second = Task { await personalizer.train(on: laps, epochs: 1_000) }
    while personalizer.state == .idle { await Task.yield() }
    try personalizer.resetToBase()
    await second.value
    try show("reset while training", personalizer, lap)
  }

  static func show(_ title: String, _ personalizer: Personalizer, _ lap: FinishedLap) throws {
    let answer = try personalizer.model.prediction(from: lap.features)
    let seconds = answer.featureValue(for: "duration")?.doubleValue ?? .nan
    let error = Int(abs(seconds - lap.runSeconds).rounded())
    print("\(title): \(personalizer.state), off by \(error) seconds after lap 3")
  }
}
