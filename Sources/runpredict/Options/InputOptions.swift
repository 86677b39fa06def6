import CommandLineKit
import Laps
import Tables

/// How a table is read, where it does not say so itself.
struct InputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take a feature from the column of this name.",
      discussion: "Repeatable. FEATURE==TEXT gives every row the same value.",
      valueName: "FEATURE=COLUMN"))
  var map: [String] = []

  @Option(
    help: ArgumentHelp("The course of the run, where the file names none.", valueName: "NAME"))
  var course: String?

  @Option(
    help: ArgumentHelp(
      "The whole distance of the run, where the file does not say.",
      discussion: "Such as 10km, 5mi, 800m, half, marathon.", valueName: "LENGTH"))
  var distance: String?
}
