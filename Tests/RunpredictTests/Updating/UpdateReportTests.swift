import CommandLineKit
import Testing

@testable import runpredict

@Suite struct UpdateReportTests {
  private func report(_ change: (inout UpdateReport) -> Void) -> UpdateReport {
    var split = RunSplit((0..<15).map { Fingerprint(bits: $0) }, share: 0.2, seed: 0)
    split.alreadyUsed = []
    var result = FineTuning.Result(split: split)
    result.verdict = .better
    result.epochsWanted = 20
    var report = UpdateReport(result, areLaps: true, leftOut: 2)
    report.rows = 120
    report.runs = 12
    report.lossPerEpoch = [9, 7.5]
    report.errorBefore = 75
    report.errorAfter = 61.6
    change(&report)
    return report
  }

  @Test func aNewVersion() {
    let report = report {
      $0.accepted = true
      $0.destination = .version(3)
      $0.usedBefore = 1
    }
    #expect(report.isDone)
    #expect(
      report.text == """
        Trained on 12 runs with 120 laps for 2 epochs of 20, then it stopped helping; 1 run had been used before.
        On 3 runs held out, predictions are off by 1:02 on average, before by 1:15.
        Version 3 is in use; 'runpredict rollback' goes back.

        """)
    #expect(
      report.json.compact
        == #"{"rows":120,"runs":12,"heldOut":3,"usedBefore":1,"leftOut":2,"epochs":2,"#
        + #""lossPerEpoch":[9,7.5],"errorBefore":75,"errorAfter":61.6,"accepted":true,"version":3}"#
    )
  }

  @Test func theOldModelIsKept() {
    let worse = report {
      $0.errorAfter = 80
      $0.verdict = .notBetter
    }
    #expect(!worse.isDone)
    #expect(
      worse.text == """
        Trained on 12 runs with 120 laps for 2 epochs of 20, then it stopped helping.
        On 3 runs held out, predictions are off by 1:20 on average, before by 1:15.
        The new model is not better, so the old one is kept; --force takes the new one.

        """)
    let byChance = report { $0.verdict = .noCredibleGain }
    #expect(!byChance.isDone)
    #expect(byChance.text.contains("may be chance, so the old model is kept; --force"))
  }

  @Test(arguments: [
    (FineTuning.Verdict.notBetter, "Not better than before on the runs held out; taken because of"),
    (.noCredibleGain, "What was learned may be chance; taken because of"),
    (.notComparable, "It was not compared with the old one; taken because of"),
  ])
  func whatIsTakenByForceIsCalledSo(verdict: FineTuning.Verdict, words: String) {
    let forced = report {
      $0.verdict = verdict
      $0.accepted = true
      $0.destination = .path("Mine.mlmodel")
    }
    #expect(forced.text.contains("\(words) --force.\nThe new model is Mine.mlmodel.\n"))
    #expect(forced.json.compact.contains(#""accepted":true,"forced":true,"#))
    let better = report {
      $0.accepted = true
      $0.destination = .path("Mine.mlmodel")
    }
    #expect(!better.text.contains("--force") && !better.json.compact.contains("forced"))
  }

  @Test(
    arguments: [
      (Shrinkage().share(runs: 50), "\nThe weights moved 91 % of the way to the trained ones: "),
      (1, nil), (nil, nil),
    ] as [(Double?, String?)])
  func shrinkingIsTold(weightsMoved: Double?, words: String?) {
    let report = report { $0.weightsMoved = weightsMoved }
    #expect(
      report.text.contains(words ?? "\nOn 3 runs")
        && (words != nil) == report.text.contains("weights"))
    #expect(report.json.compact.contains("weightsMoved") == (weightsMoved != nil))
  }

  @Test func samplesThatAreNotTakenWereNotAdded() {
    let kept = report {
      $0.isByNeighbors = true
      $0.areLaps = false
      $0.verdict = .notBetter
    }
    #expect(kept.text.hasPrefix("Tried 12 rows as new samples.\n"))
  }

  @Test func oneNewRunHasBothWaysOut() {
    let report = report {
      $0.verdict = .notComparable
      $0.errorBefore = nil
      $0.errorAfter = nil
      $0.runs = 1
      $0.rows = 5
      $0.heldOut = 0
    }
    #expect(!report.isDone)
    #expect(report.text.hasPrefix("Trained on 1 run with 5 laps"))
    #expect(report.text.contains("only one new run"))
    #expect(report.text.contains("the whole history"))
    #expect(report.text.contains("--force"))
  }

  @Test(arguments: [
    (0, 0, "there are no records"), (1, 0, "the only run was"), (4, 1, "all 5 runs were"),
  ])
  func nothingNew(usedBefore: Int, heldOut: Int, words: String) {
    let report = report {
      $0.verdict = .nothingNew
      $0.usedBefore = usedBefore
      $0.heldOut = heldOut
    }
    #expect(report.isDone)
    #expect(report.text.hasPrefix("Nothing new: \(words)"))
  }

  @Test func rowsOfPlainTables() {
    let report = report {
      $0.areLaps = false
      $0.destination = .path("Mine.mlmodel")
      $0.lossPerEpoch = Array(repeating: 1, count: 20)
    }
    #expect(
      report.text == """
        Trained on 12 rows for 20 epochs.
        On 3 rows held out, predictions are off by 62 on average, before by 75.
        The new model is Mine.mlmodel.

        """)
  }
}
