import Testing

@testable import TabularML

/// The generator gives the numbers of other SplitMix64 programs.
@Suite struct ShuffleGeneratorTests {
  /// The first numbers for the seed 1234567, as the reference program in C prints them.
  @Test func isSplitMix64() {
    var generator = ShuffleGenerator(seed: 1_234_567)
    let numbers = (0..<5).map { _ in generator.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func permutationsHaveEveryNumberOnce() {
    var generator = ShuffleGenerator(seed: 1)
    for count in [0, 1, 2, 3, 100] {
      #expect(generator.permutation(count).sorted() == Array(0..<count))
    }
    let first = generator.permutation(100)
    #expect(first != Array(0..<100))
    #expect(generator.permutation(100) != first)
  }

  @Test func everyOrderIsAsLikely() {
    var generator = ShuffleGenerator(seed: 7)
    var counts: [[Int]: Int] = [:]
    for _ in 0..<6000 { counts[generator.permutation(3), default: 0] += 1 }
    #expect(counts.count == 6)
    // Within five standard deviations of 1000; the seed makes it the same every time.
    #expect(counts.values.allSatisfy { abs($0 - 1000) < 145 })
  }
}
