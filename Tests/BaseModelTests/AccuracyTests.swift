import ModelSpec
import TabularML
import Testing

@testable import base_model

/// The table of docs/base-model.md, as a promise.
@Suite struct AccuracyTests {
  @Test func aheadOfEveryPeerOnTheYearAfter() throws {
    let document = try #require(BundledModelTests.document)
    let races = try RaceData.boston(2016)
    #expect(races.count == 9000)
    let evaluation = try Evaluation(Plan(document.model), races: races)
    let peers = try Peers()
    #expect(evaluation.splits.map(\.kilometres) == [5, 10, 15, 20, 25, 30, 35, 40])
    for split in evaluation.splits where split.kilometres >= 10 {
      let peer = peers.errors(year: 2016, kilometres: split.kilometres)
      for error in [
        split.evenPace, split.riegel, peer.leastSquares, peer.leastSquaresPerSplit,
        peer.gradientBoosting, peer.gradientBoostingPerSplit,
      ] {
        #expect(split.model < error, "at \(split.kilometres) km")
      }
    }
  }

  @Test func theScriptAndTheToolMeasureAlike() throws {
    let document = try #require(BundledModelTests.document)
    let rows = try RaceData.numbers(Peers.path, columns: ["year", "km", "even", "riegel"])
    let evaluation = try Evaluation(
      Plan(document.model), races: try RaceData.earlierBoston(2014))
    for split in evaluation.splits {
      let row = try #require(rows.first { $0[0] == 2014 && $0[1] == Double(split.kilometres) })
      #expect(abs(split.evenPace - row[2]) < 1e-4)
      #expect(abs(split.riegel - row[3]) < 1e-4)
    }
  }
}
