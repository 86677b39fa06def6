/// When something that suits a terminal is done: color, progress.
package enum When: String, Sendable, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  /// Whether to color a stream: the option, then `NO_COLOR`, `CLICOLOR_FORCE`, `TERM=dumb`.
  package func color(isTerminal: Bool, environment: [String: String]) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let value = environment["NO_COLOR"], !value.isEmpty { return false }
    if let value = environment["CLICOLOR_FORCE"], value != "0", !value.isEmpty { return true }
    return isTerminal && environment["TERM"] != "dumb"
  }

  /// Whether to show a line that is redrawn.
  package func progress(isTerminal: Bool, environment: [String: String]) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto: isTerminal && environment["TERM"] != "dumb"
    }
  }
}
