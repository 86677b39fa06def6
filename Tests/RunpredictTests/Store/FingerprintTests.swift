import Foundation
import Testing

@testable import runpredict

@Suite struct FingerprintTests {
  private func fingerprint(_ values: [Double]) -> Fingerprint {
    var fingerprint = Fingerprint()
    for value in values { fingerprint.add(value) }
    return fingerprint.mixed()
  }

  @Test func knownValue() {
    // FNV-1a of eight zero bytes, from the published constants by hand: offset times prime to the eighth.
    var fingerprint = Fingerprint()
    fingerprint.add(UInt64(0))
    var expected: UInt64 = 0xcbf2_9ce4_8422_2325
    for _ in 0..<8 { expected = expected &* 1_099_511_628_211 }
    #expect(fingerprint.bits == expected)
  }

  @Test func dependsOnValuesAndOrderButNotOnHowANumberIsWritten() {
    #expect(fingerprint([0.1 + 0.2, 5]) == fingerprint([0.3, 5]))
    #expect(fingerprint([1, 2]) != fingerprint([2, 1]))
    #expect(fingerprint([1]) != fingerprint([1, 0]))
    #expect(fingerprint([.nan]) == fingerprint([.nan]))
    #expect(fingerprint([1e300]) != fingerprint([2e300]))
  }

  @Test(arguments: [0, 1, 0xdead_beef, UInt64.max])
  func isWrittenAsSixteenDigits(bits: UInt64) throws {
    let data = try JSONEncoder().encode([Fingerprint(bits: bits)])
    #expect(data.count == 20)
    #expect(try JSONDecoder().decode([Fingerprint].self, from: data) == [Fingerprint(bits: bits)])
  }

  @Test func mixingIsAPermutationThatDependsOnTheSalt() {
    let mixed = Set((0..<1000).map { Fingerprint(bits: $0).mixed(with: 5) })
    #expect(mixed.count == 1000)
    #expect(Fingerprint(bits: 1).mixed(with: 5) != Fingerprint(bits: 1).mixed(with: 6))
  }
}
