/// Which column is what: everything about a table that is decided once.
struct Layout: Sendable {
  /// A column by which runs are told apart.
  struct Key: Sendable {
    var column: Int
    /// Dates and runners that differ in every row are no keys.
    var mayBeClock: Bool
  }

  var producer: Producer
  var columns: [Feature: Int] = [:]
  /// Values given with `--map FEATURE==TEXT`, in metres and seconds.
  var constants: [Feature: Double] = [:]
  /// The course given with `--map course==TEXT`.
  var courseText: String?
  /// The column that serves as course because there is none.
  var title: Int?
  var keys: [Key] = []
  var sport: Int?
  /// The column of step types or strokes.
  var steps: Int?
  /// The features that were bound by hand.
  var mapped: Set<Feature> = []
  var formats: [Feature: ColumnFormat] = [:]

  func has(_ feature: Feature) -> Bool {
    columns[feature] != nil || constants[feature] != nil
  }

  /// Whether something says how long the laps are, or how long they took.
  func hasLaps(_ dimension: Dimension) -> Bool {
    has(dimension.lap) || has(dimension.cumulative)
  }

  /// Whether each of the seven features is a column, so that no record has to wait for others.
  var isComplete: Bool {
    Feature.allCases.allSatisfy { $0 == .duration || columns[$0] != nil }
  }
}
