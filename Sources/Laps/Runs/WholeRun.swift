/// What is known about a run as a whole: from its total row, and from the end of its last lap.
struct WholeRun {
  /// The length that the total says; NaN is unknown.
  var distance = Double.nan
  /// The time of the total if it is believed, else the time at the end of the last lap.
  private(set) var duration = Double.nan
  /// Distance and time at the end of the last lap, rests included; NaN is unknown.
  private(set) var lastDistance = Double.nan
  private(set) var lastTime = Double.nan
  /// The total says something else than the laps and is not believed.
  private(set) var totalDisagrees = false

  var knowsEnd: Bool { !lastDistance.isNaN && !lastTime.isNaN }

  init(_ run: RunRows, _ walker: RunWalker, total: LapRow?) {
    if let last = walker.order.last {
      // The cells of a bad row may still say where the run was.
      let row = run.rows[last]
      lastDistance = row.cumDistance
      lastTime = row.cumTime
    }
    if run.isPartial { return }
    duration = lastTime
    guard let total else { return }
    let totalDistance = total.lapDistance.isNaN ? total.cumDistance : total.lapDistance
    let totalTime = total.cumTime.isNaN ? total.lapTime : total.cumTime
    let count = Double(walker.order.count)
    if !walker.isBroken {
      // Comparisons with an unknown value are false.
      let time = abs(totalTime - lastTime)
      let length = abs(totalDistance - lastDistance)
      totalDisagrees =
        (time > 2 * count && time > 0.01 * lastTime)
        || (length > 25 * count && length > 0.01 * lastDistance)
    }
    if totalDistance > Longest.metres || totalTime > Longest.seconds { totalDisagrees = true }
    if totalDisagrees { return }
    distance = totalDistance
    if !totalTime.isNaN { duration = totalTime }
  }
}
