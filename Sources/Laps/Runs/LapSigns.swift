/// What the columns of a block say about its laps, judged for two laps at a time.
struct LapSigns {
  /// All cells say something by themselves.
  static let isReadable: Int64 = 1
  /// The lap is not of the run of the one above.
  static let startsRun: Int64 = 2
  /// No rule of a lap has anything to say, behind the lap above or at the start of a run.
  static let follows: Int64 = 4

  /// The columns, all with the same number of rows.
  let number: [Double]
  let distance: [Double]
  let length: [Double]
  let metres: [Double]
  let time: [Double]
  let seconds: [Double]
  let said: [Double]
  let course: [Int32]

  /// The signs of every lap.
  ///
  /// Of the first one, which has none above, only whether it is readable counts. Two laps have none: they hold no run that surely begins and ends in them.
  func all() -> [Int64] {
    let rowCount = number.count
    var signs = [Int64](repeating: 0, count: rowCount)
    var target = signs.mutableSpan
    let (number, distance, length, metres) = (number.span, distance.span, length.span, metres.span)
    let (time, seconds, said, course) = (time.span, seconds.span, said.span, course.span)
    // With all of these known, the loop below checks one index a step.
    guard rowCount > 2, target.count == rowCount, distance.count == rowCount,
      length.count == rowCount, metres.count == rowCount, time.count == rowCount,
      seconds.count == rowCount, said.count == rowCount, course.count == rowCount
    else { return signs }

    /// The signs of two rows; `above` is the row above the first.
    @inline(__always)
    func judge(_ row: Int, above: Int) -> SIMD2<Int64> {
      let (n, nAbove) = (number.pair(row), number.pair(above))
      let (d, l, m) = (distance.pair(row), length.pair(row), metres.pair(row))
      let (t, s, u) = (time.pair(row), seconds.pair(row), said.pair(row))
      let c = course.pair(row)
      // Comparisons with an unknown value are false.
      let hasLengths = (n .>= 1) .& (n .< 1e8) .& (d .>= 0) .& (l .>= 0) .& (m .>= 0)
      let isReadable = hasLengths .& (t .>= 0) .& (s .>= 0) .& (u .>= 0) .& (c .>= 0)
      let isOther = (c .!= course.pair(above)) .| (d .!= distance.pair(above))
      let startsRun = isOther .| (u .!= said.pair(above)) .| (n .<= nAbove)

      // Before the first lap of a run there is nothing.
      let number = nAbove.replacing(with: 0, where: startsRun)
      let metres = metres.pair(above).replacing(with: 0, where: startsRun)
      let seconds = seconds.pair(above).replacing(with: 0, where: startsRun)
      let mismatch = magnitude(m - metres - l)
      let speed = l / t
      let isNext = (n .== number + 1) .& (l .> 0) .& ((t .>= 1) .| (l .>= 10))
      let isLater = (s .>= seconds) .& (m .>= metres) .& (magnitude(s - seconds - t) .<= 2)
      let isWhere = (mismatch .<= 25) .| (mismatch .<= 0.01 * l)
      let isRunning = (l .< 100) .| ((speed .>= 0.1) .& (speed .<= limit(l)))
      let isShort = (m .<= 2 * d) .& (d .<= Longest.metres) .& (m .<= Longest.metres)
      let isQuick = (s .<= Longest.seconds) .& (u .<= Longest.seconds)
      let follows = isNext .& isLater .& isWhere .& isRunning .& isShort .& isQuick
      return sign(Self.isReadable, isReadable) | sign(Self.startsRun, startsRun)
        | sign(Self.follows, follows)
    }

    target[0] = judge(0, above: 0)[0]
    var row = 1
    while row + 1 < rowCount {
      let pair = judge(row, above: row - 1)
      target[row] = pair[0]
      target[row + 1] = pair[1]
      row += 2
    }
    // A last row alone is judged with the one above, which has had its turn.
    if row < rowCount { target[row] = judge(row - 1, above: row - 2)[1] }
    return signs
  }
}

private typealias Pair = SIMD2<Double>
private typealias Truth = SIMDMask<SIMD2<Int64>>

extension Span<Double> {
  @inline(__always)
  fileprivate func pair(_ row: Int) -> Pair { Pair(self[row], self[row + 1]) }
}

extension Span<Int32> {
  @inline(__always)
  fileprivate func pair(_ row: Int) -> Pair { Pair(Double(self[row]), Double(self[row + 1])) }
}

@inline(__always)
private func magnitude(_ pair: Pair) -> Pair { Pair(abs(pair[0]), abs(pair[1])) }

/// `Speed.limit` of two distances.
@inline(__always)
private func limit(_ distance: Pair) -> Pair {
  Pair(repeating: Speed.limit(0)).replacing(
    with: Speed.limit(Speed.far), where: distance .>= Speed.far)
}

@inline(__always)
private func sign(_ value: Int64, _ truth: Truth) -> SIMD2<Int64> {
  SIMD2(repeating: value).replacing(with: 0, where: .!truth)
}
