import Foundation
import ModelSpec
import Tables
import TabularML

/// Runs the tool in the repository's root: `base-model train` or `base-model evaluate`.
do {
  switch CommandLine.arguments.dropFirst().first {
  case "train": try BaseModelFile.train()
  case "evaluate": try BaseModelFile.evaluate()
  default: throw UsageError()
  }
} catch {
  let message =
    switch error {
    case let error as InputError: error.message
    case let error as OutputError: error.message
    case let error as TableProblem: error.message
    case let error as ModelError: "\(error.path): \(error.message)"
    case let error as TrainingError: error.message
    default: "\(error)"
    }
  FileHandle.standardError.write(Data("base-model: error: \(message)\n".utf8))
  exit(error is UsageError ? 64 : 70)
}

/// Neither of the two commands.
struct UsageError: Error, CustomStringConvertible {
  let description = """
    expected a command
    usage: base-model train      train data/RunDuration.mlmodel from the race data beside it
           base-model evaluate   print its errors beside those of its peers
    """
}
