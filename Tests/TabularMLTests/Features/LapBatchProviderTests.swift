import Foundation
import ModelSpec
import Testing

@testable import TabularML

@Suite struct LapBatchProviderTests {
  /// A model over some lap features, for reading only.
  static func description(_ inputs: [String], target: String? = nil) -> MLModelDescription {
    MLModelDescription(
      Model(
        specificationVersion: 4,
        description: ModelDescription(
          inputs: inputs.map {
            FeatureDescription(name: $0, type: $0 == "course" ? .string : .double)
          },
          outputs: [],
          trainingInputs: target.map { [FeatureDescription(name: $0, type: .double)] }
            ?? []),
        kind: .scaler(Scaler(shift: [], scale: []))))
  }

  static let file: URL = {
    var url = URL(filePath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url.appending(path: "data")
  }()

  @Test func lapsBecomeFeatures() throws {
    let text = """
      course,distance,lapNumber,lapDistance,cumDistance,lapTime,cumTime,duration
      road,3000,1,1000,1000,300.5,300.5,900
      road,3000,2,1000,2000,300,600.5,900

      """
    let description = Self.description(["lapTime", "course"], target: "duration_true")
    let laps = try TableBatchProviderTests.withFile(text) {
      try TableBatchProvider(lapsOf: $0, for: description)
    }
    #expect(laps.count == 2)
    let first = laps.features(at: 0)
    #expect(first.featureNames == ["lapTime", "course", "duration_true"])
    #expect(first.featureValue(for: "lapTime")?.doubleValue == 300.5)
    #expect(first.featureValue(for: "course")?.stringValue == "road")
    #expect(first.featureValue(for: "duration_true")?.doubleValue == 900)
  }

  @Test func sampleFilesAreRead() throws {
    let inputs = [
      "course", "distance", "lapNumber", "lapDistance", "cumDistance", "lapTime", "cumTime",
    ]
    let laps = try TableBatchProvider(
      lapsOf: Self.file.appending(path: "laps.csv"), for: Self.description(inputs))
    #expect(laps.count > 0)
    let last = laps.features(at: laps.count - 1)
    for name in inputs { #expect(last.featureValue(for: name)?.isUndefined == false) }
    let history = try TableBatchProvider(
      lapsOf: Self.file.appending(path: "history.csv"),
      for: Self.description(inputs, target: "duration"), finishedRunsOnly: true)
    #expect(history.features(at: 0).featureValue(for: "duration")?.isUndefined == false)
  }

  @Test func whatTheFileDoesNotSay() throws {
    let text = "Laps,Time,Cumulative Time,Distance km\n1,5:00,5:00,1\n2,5:10,10:10,1\n"
    let description = Self.description(["course", "distance"])
    let laps = try TableBatchProviderTests.withFile(text) {
      try TableBatchProvider(lapsOf: $0, for: description, course: "trail", distance: 5000)
    }
    #expect(laps.features(at: 1).featureValue(for: "course")?.stringValue == "trail")
    #expect(laps.features(at: 1).featureValue(for: "distance")?.doubleValue == 5000)
  }

  @Test func aRunOnNoCourseHasTheEmptyText() throws {
    let text = "Laps,Time,Cumulative Time,Distance km\n1,5:00,5:00,1\n2,5:10,10:10,1\n"
    let laps = try TableBatchProviderTests.withFile(text) {
      try TableBatchProvider(lapsOf: $0, for: Self.description(["course", "lapTime"]))
    }
    #expect(laps.features(at: 1).featureValue(for: "course")?.stringValue == "")
  }

  @Test func otherFeaturesAndOtherFiles() throws {
    let url = Self.file.appending(path: "laps.csv")
    let error = #expect(throws: MLModelError.self) {
      try TableBatchProvider(lapsOf: url, for: Self.description(["heartRate"]))
    }
    #expect(error?.code == .featureType)
    #expect(error?.localizedDescription.contains("'heartRate'") == true)
    let description = Self.description(["lapTime"])
    try TableBatchProviderTests.withFile("a,b\n1,2\n") { other in
      let unreadable = #expect(throws: MLModelError.self) {
        try TableBatchProvider(lapsOf: other, for: description)
      }
      #expect(unreadable?.code == .io)
    }
    try TableBatchProviderTests.withFile(
      "distance,lapNumber,lapDistance,cumDistance,lapTime,cumTime\n3000,1,x,1000,300,300\n"
    ) { bad in
      let wrong = #expect(throws: MLModelError.self) {
        try TableBatchProvider(lapsOf: bad, for: description, course: "road")
      }
      #expect(wrong?.code == .io)
      #expect(wrong?.localizedDescription.contains(":2:") == true, "\(wrong?.description ?? "")")
    }
  }
}
