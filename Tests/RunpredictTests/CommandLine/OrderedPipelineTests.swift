import Testing

@testable import runpredict

@Suite struct OrderedPipelineTests {
  struct Failure: Error {}

  /// Works longer on some items than on others.
  private static func work(_ item: Int) -> Int {
    var value = item
    for _ in 0..<(item % 7 * 2000) { value = value &* 6_364_136_223_846_793_005 &+ 1 }
    return value
  }

  @Test(arguments: [1, 2, 3, 8]) func resultsComeInTheOrderOfTheItems(_ threads: Int) throws {
    var items = (0..<500).makeIterator()
    var results: [Int] = []
    try OrderedPipeline(threads: threads, work: Self.work).run {
      items.next()
    } write: {
      results.append($0)
    }
    #expect(results == (0..<500).map(Self.work))
  }

  @Test(arguments: [1, 4]) func whatWasReadBeforeAFailureIsAnswered(_ threads: Int) {
    var next = 0
    var results: [Int] = []
    #expect(throws: Failure.self) {
      try OrderedPipeline<Int, Int>(threads: threads) { $0 }.run {
        next += 1
        if next == 100 { throw Failure() }
        return next
      } write: {
        results.append($0)
      }
    }
    #expect(results == Array(1..<100))
  }

  @Test(arguments: [1, 4]) func aFailureToWriteStopsReading(_ threads: Int) {
    var read = 0
    #expect(throws: Failure.self) {
      try OrderedPipeline<Int, Int>(threads: threads) { $0 }.run {
        read += 1
        return read
      } write: { _ in
        throw Failure()
      }
    }
    #expect(read <= threads * 2 + 1)
  }

  @Test(arguments: [1, 2, 5]) func fewItemsAreUnderWay(_ threads: Int) throws {
    var read = 0
    var written = 0
    var most = 0
    try OrderedPipeline<Int, Int>(threads: threads) { $0 }.run {
      read += 1
      most = max(most, read - written)
      return read <= 200 ? read : nil
    } write: { _ in
      written += 1
    }
    #expect(most <= threads * 2 + 1)
  }

  @Test func nothingComesOfNothing() throws {
    try OrderedPipeline<Int, Int>(threads: 3) { $0 }.run {
      nil
    } write: { _ in
      Issue.record("there was nothing to write")
    }
  }
}
