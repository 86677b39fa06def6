import CommandLineKit
import Foundation

/// How many threads work.
struct ThreadOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How many threads work; the output is the same for any number.",
      discussion: "By default all cores.", valueName: "N"))
  var threads: Int?

  var count: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }

  func validate() throws {
    if let threads, !(1...1024).contains(threads) {
      throw ValidationError("'--threads' should be from 1 to 1024, found \(threads)")
    }
  }
}
