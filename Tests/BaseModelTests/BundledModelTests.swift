import CBaseModel
import Foundation
import ModelSpec
import TabularML
import Testing

@testable import base_model

/// The model that is embedded in the command: its interface, and that it can be trusted anywhere.
@Suite struct BundledModelTests {
  static let document: ModelDocument? = try? ModelDocument.read(at: BaseModelFile.path)

  @Test func theEmbeddedBytesAreTheFile() throws {
    let document = try #require(Self.document)
    let embedded = unsafe Array(
      UnsafeBufferPointer(
        start: run_duration_model_bytes(), count: run_duration_model_size()))
    #expect(embedded == document.bytes)
  }

  @Test func theInterfaceIsComplete() throws {
    let description = try #require(Self.document).model.description
    #expect(
      description.inputs.map(\.name) == [
        "course", "distance", "lapNumber", "lapDistance", "cumDistance", "lapTime", "cumTime",
      ])
    #expect(description.inputs.map(\.type) == [.string] + Array(repeating: .double, count: 6))
    #expect(description.outputs.map(\.name) == ["duration"])
    #expect(description.outputs.map(\.type) == [.double])
    #expect(description.predictedFeatureName == "duration")
    #expect(description.trainingInputs.map(\.name).last == "duration_true")
    let features = description.inputs + description.outputs + description.trainingInputs
    #expect(features.allSatisfy { !$0.shortDescription.isEmpty })
    let metadata = description.metadata
    #expect(metadata.author == "runpredict")
    #expect(!metadata.shortDescription.isEmpty && !metadata.license.isEmpty)
    #expect(!metadata.versionString.isEmpty)
  }

  /// Shares of the run, paces and laps from plausible to absurd.
  static let laps: [LapSample] = {
    var laps: [LapSample] = []
    for distance in [400, 3000, 5000, 10_000, 21_097.5, 42_195, 100_000] {
      for pace in [90.0, 150.3, 240, 333.3, 480, 900, 3000] {
        for share in [0.001, 0.1, 0.3, 0.5, 0.77, 0.95, 0.999, 1, 1.04] {
          for (length, factor) in [(200.0, 1.0), (1000, 0.7), (1000, 1.4), (5000, 1)] {
            let metres = distance * share
            let lap = min(length, metres)
            laps.append(
              LapSample(
                distance: distance, number: Int((metres / length).rounded(.up)),
                lapDistance: lap, cumDistance: metres, lapTime: lap * pace / 1000 * factor,
                cumTime: metres * pace / 1000, duration: .nan))
          }
        }
      }
    }
    return laps
  }()

  @Test func noPredictionIsBelowTheTimeAlreadyRun() throws {
    let plan = try Plan(#require(Self.document).model)
    for (duration, lap) in zip(try plan.durations(Self.laps), Self.laps) {
      #expect(duration >= lap.cumTime, "\(lap)")
      if lap.cumDistance >= lap.distance { #expect(duration < lap.cumTime * 1.000002, "\(lap)") }
    }
  }

  @Test func thePaceOfTheRestStaysInReason() throws {
    let plan = try Plan(#require(Self.document).model)
    for (duration, lap) in zip(try plan.durations(Self.laps), Self.laps)
    where lap.cumDistance < lap.distance {
      var rest = lap
      rest.duration = duration
      #expect((0.6...1.5).contains(rest.restFactor), "\(lap)")
    }
  }

  @Test(arguments: [180.0, 300, 420, 600])
  func aLongerRunTakesLongerAndALongOneFades(pace: Double) throws {
    let plan = try Plan(#require(Self.document).model)
    let laps = stride(from: 3000.0, through: 42_195, by: 500).map { distance in
      LapSample(
        distance: distance, number: 2, lapDistance: 1000, cumDistance: 2000,
        lapTime: pace, cumTime: 2 * pace, duration: .nan)
    }
    let durations = try plan.durations(laps)
    #expect(zip(durations, durations.dropFirst()).allSatisfy { $0 < $1 })
    let evenPace = zip(durations, laps).map { $0 / ($1.distance * pace / 1000) }
    #expect((0.98...1.03).contains(evenPace[0]))
    #expect((1.03...1.12).contains(evenPace[evenPace.count - 1]))
  }

  @Test func anUnknownCourseIsTreatedAsTheKnownOnes() throws {
    let plan = try Plan(#require(Self.document).model)
    let laps = Array(Self.laps.prefix(50))
    let road = try plan.predict(FeatureBatch(laps, course: "road"))
    let unknown = try plan.predict(FeatureBatch(laps, course: "along the canal"))
    #expect(unknown.problems.isEmpty)
    let values = [road, unknown].map { result -> [Double] in
      if case .doubles(let values)? = result.outputs.columns.first?.values { values } else { [] }
    }
    #expect(values[0] == values[1] && values[0].count == 50)
  }
}
