import Foundation

/// How a version came about: the file `record.json` beside its model.
struct VersionRecord: Codable, Equatable {
  var version: Int
  /// The version that it was trained from; 0 is the bundled base model.
  var parent: Int
  var saved: Date
  /// The records trained on, and how many runs they belong to.
  var rows: Int
  var runs: Int
  /// The runs that the error was measured on.
  var heldOut: Int
  var epochs: Int
  /// Mean absolute error on the held-out runs; nil when none were held out.
  var errorBefore: Double?
  var errorAfter: Double?
  /// The runs that this version or one before it was trained on.
  var trainedRuns: [Fingerprint]
  /// The runs that were held out so far: they are never trained on, so that they stay a fair test.
  var heldOutRuns: [Fingerprint]

  init(
    version: Int, parent: Int, saved: Date, rows: Int, runs: Int, heldOut: Int, epochs: Int,
    errorBefore: Double?, errorAfter: Double?, trainedRuns: [Fingerprint],
    heldOutRuns: [Fingerprint]
  ) {
    self.version = version
    self.parent = parent
    self.saved = saved
    self.rows = rows
    self.runs = runs
    self.heldOut = heldOut
    self.epochs = epochs
    self.errorBefore = errorBefore
    self.errorAfter = errorAfter
    self.trainedRuns = trainedRuns
    self.heldOutRuns = heldOutRuns
  }

  /// Reads the content of the file; nil when it cannot be true.
  init?(_ bytes: [UInt8], version: Int) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    guard let record = try? decoder.decode(VersionRecord.self, from: Data(bytes)),
      record.version == version, (0..<version).contains(record.parent),
      [record.rows, record.runs, record.heldOut, record.epochs].allSatisfy({ $0 >= 0 })
    else { return nil }
    self = record
  }

  func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return [UInt8](try encoder.encode(self)) + [0x0a]
  }
}
