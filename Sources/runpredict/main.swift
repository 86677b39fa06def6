import CommandLineKit
import Foundation

// A reader that goes away is an error of `write`, which ends the program silently.
signal(SIGPIPE, SIG_IGN)
let code = Runpredict.main(
  Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
exit(code.rawValue)
