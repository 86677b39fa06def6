import CommandLineKit
import Foundation

/// Lists the versions of the personal model.
struct History: RunpredictCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "history", abstract: "List the versions of the personal model",
      discussion: """
        'error' is by how much the predicted durations of the runs that were held out were off on \
        average, before and after the update; the version in use is marked with '*'.
        """,
      examples: [.init("runpredict history", "What the updates have brought")])
  }

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Messages") var common: CommonOptions

  func run(_ console: Console) throws {
    let store = ModelLocator().store
    let pointer = try store.pointer()
    let versions = try store.versionNumbers().filter { $0 <= pointer.newest }
    var records: [VersionRecord] = []
    for version in versions {
      do {
        records.append(try store.record(of: version))
      } catch let error as StoreError where error.kind == .damagedStore {
        // The other versions are worth listing all the same.
        console.report(error.diagnostic)
      }
    }
    let listing = HistoryListing(inUse: pointer.version, records: records)
    try console.print(json ? listing.json.pretty + "\n" : listing.text)
    if records.count < versions.count { throw ExitCode.dataError }
  }
}
