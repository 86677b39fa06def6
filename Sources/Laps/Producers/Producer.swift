/// The program or device that wrote a lap file, as far as its names tell.
package enum Producer: String, Sendable, CaseIterable {
  case fitMessages, fitWide, canonical, garminWorkout, garminSwim, garminLaps, polarLaps, corosLaps
  case apiLaps, raceWide, lapTable

  /// Whether names of any program are looked for beside those of the producer.
  var isGeneric: Bool { self == .canonical || self == .lapTable }

  /// Whether run ids, dates and runners tell the runs apart.
  var hasRunKeys: Bool { isGeneric || self == .polarLaps }

  /// Whether rows of other sports are left out by a sport column.
  var checksSport: Bool { isGeneric }

  /// Metres per unit of a distance whose name says none, where the producer is known to write one.
  var metresPerUnit: Double? {
    switch self {
    case .fitMessages, .fitWide, .polarLaps, .apiLaps: return 1
    default: return nil
    }
  }

  /// Whether cadence and stride length can prove the unit of the distance.
  var hasStrideProof: Bool {
    self == .garminLaps || self == .garminWorkout || self == .corosLaps
  }

  /// Whether laps always count from 0 here, which then needs no note.
  var countsFromZero: Bool { self == .polarLaps || self == .fitMessages || self == .fitWide }

  /// Whether a row with a time and no distance is a rest.
  var hasTimedRests: Bool { self == .garminWorkout || self == .garminSwim }
}
