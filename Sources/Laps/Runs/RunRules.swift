/// What the layout of a table means for its runs.
struct RunRules: Sendable {
  var producer: Producer
  var hasKeys = false
  var hasNumbers = false
  var hasCumDistance = false
  var hasCumTime = false
  var fillsCourse = false
  var fillsDistance = false
  var fillsDuration = false
  /// The columns of the features, for the places of errors.
  var columns: [Feature: Int] = [:]
  /// Columns on trial: a change in them starts no run.
  var ignoresWholeRun = false

  init(_ layout: Layout) {
    producer = layout.producer
    hasKeys = !layout.keys.isEmpty
    hasNumbers = layout.has(.lapNumber)
    hasCumDistance = layout.has(.cumDistance)
    hasCumTime = layout.has(.cumTime)
    fillsCourse = layout.columns[.course] != nil || layout.title != nil
    fillsDistance = layout.columns[.distance] != nil
    fillsDuration = layout.columns[.duration] != nil
    columns = layout.columns
  }

  init(fit producer: Producer) {
    self.producer = producer
    hasNumbers = true
  }

  /// Whether a sum is needed for each lap.
  var needsSums: Bool { !hasCumDistance || !hasCumTime }
}
