public import Foundation
import Laps
import ModelSpec
import Tables

extension TableBatchProvider {
  /// Reads the laps or splits of a run from the file of a watch, an app or a race.
  ///
  /// Each lap becomes a row with the features course, distance, lapNumber, lapDistance, cumDistance,
  /// lapTime and cumTime, and for an update the run's duration, in metres and seconds. Columns are
  /// recognised by their names, and rows that are no laps are left out.
  ///
  /// - Parameters:
  ///   - url: A lap file.
  ///   - description: The description of the model that shall take the laps.
  ///   - course: The kind of course, whatever the file says.
  ///   - distance: The length of the whole run in metres, whatever the file says.
  ///   - finishedRunsOnly: Whether laps of runs without a known duration are left out, as an update
  ///     needs it.
  /// - Throws: ``MLModelError`` with code `io` when the file cannot be read as laps or has a row with
  ///   an error, naming the place; with code `featureType` when the model needs another feature.
  public convenience init(
    lapsOf url: URL, for description: MLModelDescription, course: String? = nil,
    distance: Double? = nil, finishedRunsOnly: Bool = false
  ) throws {
    let features = description.rowFeatures
    let names = Laps.Feature.allCases.map(\.rawValue)
    let binding = try TableBinding(features, columnNames: names)
    if let other = binding.requests.first(where: { $0.isRequired && !names.contains($0.name) }) {
      throw MLModelError(
        .featureType, "The model needs '\(other.name)', which is not a feature of a lap.",
        hint: "Laps have \(names.joined(separator: ", ")).")
    }
    var options = LapOptions()
    options.course = course
    options.distance = distance
    options.purpose = finishedRunsOnly ? .update : .predict
    do {
      self.init(try Self.readLaps(url.path, options, binding), features: features)
    } catch { throw MLModelError(readingTable: url, error) }
  }

  private static func readLaps(
    _ path: String, _ options: LapOptions, _ binding: TableBinding
  ) throws -> FeatureBatch {
    let laps = try LapReader(try .file(path), options: options)
    var rows = BatchJoiner()
    while let next = try laps.next() { rows.append(binding.laps(next.records)) }
    return rows.batch
  }
}
