import Laps
import Testing

@Suite struct LapCaseTests {
  @Test(arguments: LapCase.own)
  func givesWhatIsExpected(_ lapCase: LapCase) {
    let result = LapResult(lapCase.bytes, lapCase.options)
    #expect(result.differences(from: lapCase) == [])
  }

  @Test(arguments: LapCase.own)
  func givesTheSameInPiecesOfOneByte(_ lapCase: LapCase) {
    let result = LapResult(lapCase.bytes, lapCase.options, pieceSize: 1)
    #expect(result.differences(from: lapCase) == [])
  }

  @Test(
    .enabled(if: !LapCase.foreign.isEmpty, "the files of others are not beside the repository"),
    arguments: LapCase.foreign)
  func readsRealFiles(_ lapCase: LapCase) {
    for pieceSize in [1, 65536] {
      let result = LapResult(lapCase.bytes, lapCase.options, pieceSize: pieceSize)
      #expect(result.differences(from: lapCase) == [])
    }
  }
}
