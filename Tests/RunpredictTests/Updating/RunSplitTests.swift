import Testing

@testable import runpredict

@Suite struct RunSplitTests {
  private func runs(_ count: Int) -> [Fingerprint] {
    (0..<count).map { Fingerprint(bits: UInt64($0)).mixed() }
  }

  @Test(arguments: [
    (1, 0.2, 0), (2, 0.2, 1), (3, 0.2, 1), (10, 0.2, 2), (54, 0.2, 11), (2, 0.99, 1), (10, 0.99, 9),
    (10, 0, 0), (10, 0.01, 1),
  ])
  func holdsOutWholeRuns(count: Int, share: Double, heldOut: Int) {
    let split = RunSplit(runs(count), share: share, seed: 1)
    #expect(split.heldOut.count == heldOut)
    #expect(Set(split.heldOut + split.training) == Set(0..<count))
    #expect(split.heldOut.count + split.training.count == count)
    #expect(split.newCount == count)
    #expect(split.alreadyUsed.isEmpty)
  }

  @Test func theChoiceDependsOnSeedAndRunsOnly() {
    let runs = runs(40)
    let first = RunSplit(runs, share: 0.25, seed: 3)
    let backwards = RunSplit(runs.reversed(), share: 0.25, seed: 3)
    #expect(Set(backwards.heldOut.map { 39 - $0 }) == Set(first.heldOut))
    #expect(RunSplit(runs, share: 0.25, seed: 4).heldOut != first.heldOut)
  }

  @Test func runsTrainedOnBeforeAreLeftOutAndHeldOutOnesStaySo() {
    let runs = runs(20)
    let first = RunSplit(Array(runs[..<10]), share: 0.2, seed: 0)
    let trained = Set(first.training.map { runs[$0] })
    let heldOut = Set(first.heldOut.map { runs[$0] })
    let again = RunSplit(
      Array(runs[..<10]), trainedBefore: trained, heldOutBefore: heldOut, share: 0.2, seed: 9)
    #expect(again.newCount == 0)
    #expect(again.training.isEmpty)
    #expect(again.alreadyUsed == first.training)
    let longer = RunSplit(
      runs, trainedBefore: trained, heldOutBefore: heldOut, share: 0.2, seed: 9)
    #expect(longer.newCount == 10)
    #expect(longer.training.count == 8)
    #expect(longer.heldOut.count == 4)
    #expect(longer.training.allSatisfy { $0 >= 10 })
  }

  @Test func withoutHoldoutTheRunsHeldOutBeforeAreTrainedOn() {
    let runs = runs(10)
    let split = RunSplit(
      runs, trainedBefore: Set(runs[..<8]), heldOutBefore: Set(runs[8...]), share: 0, seed: 0)
    #expect(split.training == [8, 9])
    #expect(split.heldOut.isEmpty)
  }

  @Test func theSameRunTwiceIsUsedOnce() {
    let runs = runs(3)
    let split = RunSplit(runs + runs, share: 0, seed: 0)
    #expect(split.training == [0, 1, 2])
    #expect(split.alreadyUsed == [3, 4, 5])
  }

  @Test func groupsAreOfAboutEqualSize() {
    let groups = RunSplit.groups(runs(11), count: 4, seed: 2)
    let sizes = (0..<4).map { group in groups.count { $0 == group } }
    #expect(sizes.sorted() == [2, 3, 3, 3])
  }
}
