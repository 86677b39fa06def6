import Foundation

/// Runs the tool: `base-model train` or `base-model evaluate`, in the repository's root.
do {
  switch CommandLine.arguments.dropFirst().first {
  case "train": try BaseModelFile.train()
  case "evaluate": try BaseModelFile.evaluate()
  default: throw UsageError()
  }
} catch {
  FileHandle.standardError.write(Data("base-model: error: \(error)\n".utf8))
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
