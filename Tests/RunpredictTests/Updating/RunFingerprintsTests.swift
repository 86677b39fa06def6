import Tables
import TabularML
import Testing

@testable import runpredict

@Suite struct RunFingerprintsTests {
  /// Laps as (run, cumulative distance, cumulative time).
  private func fingerprints(_ laps: [(Int, Double, Double)], files: [Int]) -> [Fingerprint] {
    RunFingerprints.make(
      columns: [FeatureColumn(.doubles(laps.map(\.1))), FeatureColumn(.doubles(laps.map(\.2)))],
      runs: laps.map(\.0), files: files)
  }

  private let first = [(0, 1000.0, 300.2), (0, 2000.0, 604.7), (0, 3000.0, 905.0)]

  @Test func doesNotDependOnOtherRunsOrTheOrderOfLaps() {
    let alone = fingerprints(first, files: [0])
    let others = [(0, 5000.0, 1500.0)] + first.reversed().map { (1, $0.1, $0.2) }
    #expect(fingerprints(others, files: [0, 0])[1] == alone[0])
  }

  @Test func dependsOnEveryValue() {
    var changed = first
    changed[1].2 += 0.1
    #expect(fingerprints(changed, files: [0]) != fingerprints(first, files: [0]))
    #expect(fingerprints(Array(first.dropLast()), files: [0]) != fingerprints(first, files: [0]))
  }

  @Test func equalRunsOfOneFileDifferButOneRunInTwoFilesDoesNot() {
    let twice = [(0, 5000.0, 1500.0), (1, 5000.0, 1500.0)]
    let inOneFile = fingerprints(twice, files: [0, 0])
    #expect(inOneFile[0] != inOneFile[1])
    let inTwoFiles = fingerprints(twice, files: [0, 1])
    #expect(inTwoFiles[0] == inTwoFiles[1])
    #expect(inTwoFiles[0] == inOneFile[0])
  }

  @Test func textsArraysDictionariesAndMissingValuesCount() {
    let columns: [FeatureColumn] = [
      FeatureColumn(.strings(StringColumn(codes: [0, 1, -1], dictionary: ["a", "b"]))),
      FeatureColumn(.int64s([1, 2, 1])),
      FeatureColumn(.int64s([0, 0, 0]), missing: [false, false, true]),
      FeatureColumn(.arrays(ArrayColumn(shape: [2], elements: .floats([1, 2, 1, 3, 1, 2])))),
      FeatureColumn(.stringDictionaries([["x": 1], ["x": 2], ["y": 1]])),
      FeatureColumn(.int64Dictionaries([[1: 1], [2: 1], [1: 2]])),
    ]
    for column in columns {
      let fingerprints = RunFingerprints.make(
        columns: [column], runs: [0, 1, 2], files: [0, 1, 2])
      #expect(fingerprints[0] != fingerprints[1] || fingerprints[0] != fingerprints[2])
    }
    let all = RunFingerprints.make(columns: columns, runs: [0, 1, 2], files: [0, 1, 2])
    #expect(Set(all).count == 3)
  }
}
