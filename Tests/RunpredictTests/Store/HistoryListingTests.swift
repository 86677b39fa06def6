import CommandLineKit
import Foundation
import Testing

@testable import runpredict

@Suite struct HistoryListingTests {
  private func record(_ version: Int, parent: Int, before: Double?, after: Double?) -> VersionRecord
  {
    VersionRecord(
      version: version, parent: parent, saved: Date(timeIntervalSince1970: 1_750_000_000),
      rows: 580, runs: 43, heldOut: 11, epochs: 16, errorBefore: before, errorAfter: after,
      trainedRuns: [], heldOutRuns: [])
  }

  @Test func marksTheVersionInUse() {
    let listing = HistoryListing(
      inUse: 3,
      records: [
        record(1, parent: 0, before: 61.52, after: 48.27),
        record(3, parent: 1, before: nil, after: nil),
      ])
    #expect(
      listing.text == """
           version  from  date        runs  rows  held out  error
           base
           1        base  2025-06-15    43   580        11  1:02 -> 0:48
        *  3        1     2025-06-15    43   580        11  not measured

        """)
  }

  @Test func anEmptyStoreHasTheBaseModel() {
    #expect(
      HistoryListing(inUse: 0, records: []).text == """
           version  from  date  runs  rows  held out  error
        *  base

        """)
    #expect(HistoryListing(inUse: 0, records: []).json.compact == #"{"inUse":0,"versions":[]}"#)
  }

  @Test func json() {
    let listing = HistoryListing(
      inUse: 1, records: [record(1, parent: 0, before: 61.5, after: nil)])
    #expect(
      listing.json.compact
        == #"{"inUse":1,"versions":[{"version":1,"parent":0,"date":"2025-06-15T15:06:40Z","#
        + #""rows":580,"runs":43,"heldOut":11,"epochs":16,"errorBefore":61.5,"errorAfter":null}]}"#)
  }
}

@Suite struct ErrorTextTests {
  @Test(arguments: [
    (123.4, "123"), (58.4, "58"), (7.345, "7.3"), (0.04321, "0.043"), (0, "0.0"), (-7.345, "-7.3"),
    (.infinity, "inf"), (1e-300, "0.000000000000"),
  ])
  func plain(error: Double, text: String) {
    #expect(ErrorText.plain(error) == text)
  }

  @Test(arguments: [(58.4, "0:58"), (59.6, "1:00"), (3723, "1:02:03"), (0, "0:00"), (.nan, "nan")])
  func clock(seconds: Double, text: String) {
    #expect(ErrorText.clock(seconds: seconds) == text)
  }
}
