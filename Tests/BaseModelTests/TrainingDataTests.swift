import Testing

@testable import base_model

/// The rows that the base model is trained on.
@Suite struct TrainingDataTests {
  @Test func randomNumbersAreThoseOfTheReference() {
    // The first outputs of the public reference program for this seed, as fractions of 2^64.
    var random = RandomNumbers(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    for number in expected { #expect(random.unit() == Double(number >> 11) * 0x1p-53) }
  }

  @Test func splitsOfARaceAreItsLaps() {
    let race = Race(marks: [0, 5000, 10_000, 12_000], times: [0, 1500, 3100, 3800])
    let splits = race.splits
    #expect(splits.map(\.cumDistance) == [5000, 10_000])
    #expect(splits.map(\.lapTime) == [1500, 1600])
    #expect(splits.map(\.number) == [1, 2])
    #expect(splits.allSatisfy { $0.duration == 3800 && $0.distance == 12_000 })
    #expect(race.time(at: 7500) == 2300)
    #expect(race.time(at: 0) == 0)
    #expect(splits[1].restFactor == 700.0 / 620.0)
  }

  @Test func inventedLapsAreTheSameAgainAndCouldHaveBeenRun() throws {
    let races = try RaceData.boston(2015).prefix(200)
    var first = InventedLaps(seed: 1)
    var second = InventedLaps(seed: 1)
    for race in races {
      let laps = first.laps(of: race, count: 8)
      #expect(laps.map(\.lapTime) == second.laps(of: race, count: 8).map(\.lapTime))
      for lap in laps {
        #expect(lap.cumDistance < lap.distance && lap.distance <= Race.marathon)
        #expect(lap.lapDistance <= lap.cumDistance && lap.lapTime > 0)
        #expect(lap.cumTime < lap.duration)
        #expect((0.4...2.5).contains(lap.restFactor), "\(lap)")
      }
    }
  }

  @Test func noYearOfTheTestIsInTheTraining() throws {
    let trained = try RaceData.boston(2015)
    let tested = Set(try RaceData.boston(2016).map(\.times))
    #expect(trained.count == 9000)
    #expect(trained.allSatisfy { !tested.contains($0.times) })
  }
}
