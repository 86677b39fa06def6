/// Errors of other predictors on the same data, as `scripts/reference/peers.py` measured them.
struct Peers {
  static let path = "scripts/reference/peers.csv"

  /// Mean absolute errors in minutes; not a number where there is none.
  struct Errors {
    /// Least squares on the six numbers of a lap.
    var leastSquares: Double
    /// Least squares with coefficients of its own for each split.
    var leastSquaresPerSplit: Double
    /// scikit-learn's HistGradientBoostingRegressor on the seven features.
    var gradientBoosting: Double
    /// The same, one for each split.
    var gradientBoostingPerSplit: Double
  }

  private let rows: [[Double]]

  init() throws {
    rows = try RaceData.numbers(
      Self.path, columns: ["year", "km", "ols", "ols_per_split", "hgb", "hgb_per_split"])
  }

  func errors(year: Int, kilometres: Int) -> Errors {
    let row = rows.first { $0[0] == Double(year) && $0[1] == Double(kilometres) }
    func cell(_ index: Int) -> Double { row?[index] ?? .nan }
    return Errors(
      leastSquares: cell(2), leastSquaresPerSplit: cell(3), gradientBoosting: cell(4),
      gradientBoostingPerSplit: cell(5))
  }
}
