/// The errors at each split of one race, as a table to read.
struct EvaluationTable {
  let year: Int
  let evaluation: Evaluation
  let peers: Peers

  var text: String {
    var lines = [
      "Boston \(year), \(evaluation.runners) runners: mean absolute error in minutes",
      Self.row(["km", "even", "Riegel", "OLS", "OLS/split", "HGB", "HGB/split", "ours", "ours %"]),
    ]
    for split in evaluation.splits {
      let peer = peers.errors(year: year, kilometres: split.kilometres)
      let errors = [
        split.evenPace, split.riegel, peer.leastSquares, peer.leastSquaresPerSplit,
        peer.gradientBoosting, peer.gradientBoostingPerSplit, split.model, split.modelShare * 100,
      ]
      lines.append(
        Self.row(["\(split.kilometres)"] + errors.map(Self.hundredths)))
    }
    return lines.joined(separator: "\n")
  }

  private static func row(_ cells: [String]) -> String {
    cells.map { String(repeating: " ", count: max(0, 10 - $0.count)) + $0 }.joined()
  }

  /// Two decimals; a dash where there is no number.
  private static func hundredths(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    let digits = String(Int((value * 100).rounded()))
    let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    return padded.dropLast(2) + "." + padded.suffix(2)
  }
}
