import CommandLineKit
import Foundation

// A reader that goes away is an error of `write`, which ends the program silently.
signal(SIGPIPE, SIG_IGN)
// A file that grows over a limit is one, too.
signal(SIGXFSZ, SIG_IGN)
// The one other end: Ctrl-C, unless a command watches for it to put things in order first.
signal(SIGINT) { _ in _exit(130) }
let code = Runpredict.main(
  Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
exit(code.rawValue)
