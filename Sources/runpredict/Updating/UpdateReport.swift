import CommandLineKit

/// What an update came to, as text for people and as a JSON document.
struct UpdateReport {
  enum Destination: Equatable {
    case version(Int)
    case path(String)
  }

  /// How the new model compares with the old one.
  var verdict: FineTuning.Verdict
  /// Whether there were runs that the model had not seen.
  var isNew: Bool { verdict != .nothingNew }
  /// Records trained on, and the runs that they belong to, whether the result is taken or not.
  ///
  /// Each run of the files that can be used is one of `runs`, `heldOut` or `usedBefore`.
  var rows = 0
  var runs = 0
  /// Runs that the error was measured on.
  var heldOut = 0
  /// Runs that an update has trained on before.
  var usedBefore = 0
  /// Rows of the files that are no records, and whether some of them are wrong.
  var leftOut = 0
  var hasLeftOutBadRows = false
  var epochsWanted = 0
  var lossPerEpoch: [Double] = []
  /// How far the weights are from the old ones to the trained ones; nil for models without weights.
  var weightsMoved: Double?
  /// What the errors on the held-out runs are.
  var measure = ErrorMeasure.Kind.absoluteError
  var errorBefore: Double?
  var errorAfter: Double?
  /// The share of right classes on the held-out runs; nil for models without classes.
  var accuracyBefore: Double?
  var accuracyAfter: Double?
  /// Whether the model was given samples to remember; else it was trained.
  var isByNeighbors = false
  /// Whether a linear regressor was trained as the network that it is equal to.
  var becameNetwork = false
  /// Whether the new model takes the place of the old one.
  var accepted = false
  /// Where the new model is; nil when the old one is kept.
  var destination: Destination?
  /// How records are called: laps have runs, other tables have rows only.
  var areLaps = true

  init(_ result: FineTuning.Result, areLaps: Bool, leftOut: Int) {
    verdict = result.verdict
    rows = result.rows
    runs = result.split.training.count
    heldOut = result.split.heldOut.count
    usedBefore = result.split.alreadyUsed.count
    self.leftOut = leftOut
    epochsWanted = result.epochsWanted
    lossPerEpoch = result.lossPerEpoch
    weightsMoved = result.weightsMoved
    errorBefore = result.errorBefore
    errorAfter = result.errorAfter
    measure = result.measure
    accuracyBefore = result.accuracyBefore
    accuracyAfter = result.accuracyAfter
    self.areLaps = areLaps
  }

  /// Whether all was done that was asked for.
  var isDone: Bool { (accepted || !isNew) && !hasLeftOutBadRows }
  /// Whether the new model is taken only because of `--force`.
  var isForced: Bool { accepted && !verdict.isTaken }

  var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("rows", .int(Int64(rows))), ("runs", .int(Int64(runs))), ("heldOut", .int(Int64(heldOut))),
      ("usedBefore", .int(Int64(usedBefore))), ("leftOut", .int(Int64(leftOut))),
      ("epochs", .int(Int64(lossPerEpoch.count))),
      ("lossPerEpoch", .array(lossPerEpoch.map(JSONValue.double))),
      ("errorBefore", errorBefore.map(JSONValue.double) ?? .null),
      ("errorAfter", errorAfter.map(JSONValue.double) ?? .null), ("accepted", .bool(accepted)),
    ]
    if measure != .absoluteError {
      members.append(("measure", .string(measure.rawValue)))
      members.append(("accuracyBefore", accuracyBefore.map(JSONValue.double) ?? .null))
      members.append(("accuracyAfter", accuracyAfter.map(JSONValue.double) ?? .null))
    }
    if let weightsMoved { members.append(("weightsMoved", .double(weightsMoved))) }
    if isForced { members.append(("forced", .bool(true))) }
    if becameNetwork { members.append(("became", .string("neuralNetworkRegressor"))) }
    switch destination {
    case .version(let version): members.append(("version", .int(Int64(version))))
    case .path(let path): members.append(("path", .string(path)))
    case nil: break
    }
    return .object(members)
  }

  /// Some sentences that can be read aloud.
  var text: String {
    guard isNew else {
      let known = usedBefore + heldOut
      return switch known {
      case 0: "Nothing new: there are no records.\n"
      case 1: "Nothing new: the only \(noun) was used before.\n"
      default: "Nothing new: all \(count(known)) were used before.\n"
      }
    }
    let sentences = [
      trainingSentence, shrinkageSentence, errorSentence, forceSentence, endSentence,
      becameNetwork && accepted
        ? "The linear regressor became the neural network that it is equal to." : nil,
    ]
    return sentences.compactMap { $0 }.map { $0 + "\n" }.joined()
  }

  private var trainingSentence: String {
    let records = areLaps ? " with \(rows) \(rows == 1 ? "lap" : "laps")" : ""
    let epochs = lossPerEpoch.count
    let stop = epochs < epochsWanted ? " of \(epochsWanted), then it stopped helping" : ""
    let used = usedBefore == 0 ? "" : "; \(count(usedBefore)) had been used before"
    if isByNeighbors {
      return accepted
        ? "Added \(count(runs)) to the samples\(used)."
        : "Tried \(count(runs)) as new samples\(used)."
    }
    return
      "Trained on \(count(runs))\(records) for \(epochs) \(epochs == 1 ? "epoch" : "epochs")\(stop)\(used)."
  }

  /// Says that the new model is not all of what was trained.
  private var shrinkageSentence: String? {
    guard let weightsMoved, (1000 * weightsMoved).rounded() < 1000 else { return nil }
    return "The weights moved \(percent(weightsMoved)) of the way to the trained ones: "
      + "the fewer \(noun)s, the shorter."
  }

  private var errorSentence: String? {
    guard let errorBefore, let errorAfter else { return nil }
    if let accuracyBefore, let accuracyAfter {
      let losses =
        measure == .logLoss
        ? "; the log loss is \(ErrorText.plain(errorAfter)), before \(ErrorText.plain(errorBefore))"
        : ""
      return "On \(count(heldOut)) held out, \(percent(accuracyAfter)) of the classes are right, "
        + "before \(percent(accuracyBefore))\(losses)."
    }
    func text(_ error: Double) -> String {
      areLaps ? ErrorText.clock(seconds: error) : ErrorText.plain(error)
    }
    return "On \(count(heldOut)) held out, predictions are off by \(text(errorAfter)) on average, "
      + "before by \(text(errorBefore))."
  }

  private var forceSentence: String? {
    guard isForced else { return nil }
    return switch verdict {
    case .notComparable: "It was not compared with the old one; taken because of --force."
    case .noCredibleGain where isBetterOnHeldOut:
      "What was learned may be chance; taken because of --force."
    case .noCredibleGain, .nothingNew, .better, .notBetter, .notCompared:
      "Not better than before on the \(noun)s held out; taken because of --force."
    }
  }

  private var isBetterOnHeldOut: Bool {
    guard let errorBefore, let errorAfter else { return false }
    return errorAfter < errorBefore
  }

  private var endSentence: String {
    switch destination {
    case .version(let version): "Version \(version) is in use; 'runpredict rollback' goes back."
    case .path(let path): "The new model is \(path)."
    case nil: declineSentence
    }
  }

  private var declineSentence: String {
    switch verdict {
    case .notComparable:
      "With only one new \(noun) nothing could be held out to compare the models, so the old one is kept: "
        + "give the whole history, or take the new one with --force."
    case .noCredibleGain:
      "What was learned may be chance, so the old model is kept; --force takes the new one."
    case .nothingNew, .better, .notBetter, .notCompared:
      "The new model is not better, so the old one is kept; --force takes the new one."
    }
  }

  private func percent(_ share: Double) -> String { "\(Int((100 * share).rounded())) %" }

  private var noun: String { areLaps ? "run" : "row" }

  private func count(_ count: Int) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
