import Tables
import TabularML

extension FeatureBatch {
  /// The seven features of laps, in the order of the model's inputs.
  init(_ laps: [LapSample], course: String = "road") {
    let texts = StringColumn(
      codes: Array(repeating: 0, count: laps.count), dictionary: [course])
    let columns = Feature.allCases.map { feature in
      FeatureColumn(
        feature == .course ? .strings(texts) : .doubles(laps.map { $0.value(feature) }))
    }
    self.init(rowCount: laps.count, columns: columns)
  }
}

extension LapSample {
  fileprivate func value(_ feature: Feature) -> Double {
    switch feature {
    case .course: .nan
    case .distance: distance
    case .lapNumber: Double(number)
    case .lapDistance: lapDistance
    case .cumDistance: cumDistance
    case .lapTime: lapTime
    case .cumTime: cumTime
    }
  }
}
