import CommandLineKit
import TabularML

/// `NAME=VALUE` of `--reading`: another reading of an open point of the model format.
struct ChosenReading: ExpressibleByArgument {
  private let name: String
  private let reading: String

  init(argument: String) throws(InvalidValue) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(parts[0])
    reading = parts.count > 1 ? String(parts[1]) : ""
    var conventions = Conventions.standard
    do { try conventions.choose(name, reading) } catch {
      throw InvalidValue("should name an open point and how to read it", hint: error.message)
    }
  }

  /// `tree-inputs=double|float32` and so on.
  static let choices = choiceList(
    Conventions.openPoints.map { point in
      "\(point.name)=\(point.readings.map(\.name).joined(separator: "|"))"
    })

  static let all = Conventions.openPoints.flatMap { point in
    point.readings.map { "\(point.name)=\($0.name)" }
  }

  fileprivate func apply(to conventions: inout Conventions) {
    // The names were checked when the argument was read.
    try? conventions.choose(name, reading)
  }
}

/// `--reading`, for commands that run a model.
struct ReadingOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read differently what the model format leaves open.",
      discussion: """
        Repeatable. NAME=VALUE is \(ChosenReading.choices). docs/compatibility.md says what they \
        mean; the first value is the standard one.
        """,
      valueName: "NAME=VALUE"),
    completion: .list(ChosenReading.all))
  var reading: [ChosenReading] = []

  /// The standard readings with those chosen in their place; the last one of a name counts.
  var conventions: Conventions {
    reading.reduce(into: .standard) { $1.apply(to: &$0) }
  }
}
