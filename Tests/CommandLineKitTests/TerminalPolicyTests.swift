import CommandLineKit
import Testing

@Suite struct TerminalPolicyTests {
  struct Case: Sendable {
    var when: When
    var isTerminal: Bool
    var environment: [String: String]
    var color: Bool
  }

  @Test(arguments: [
    Case(when: .auto, isTerminal: true, environment: [:], color: true),
    Case(when: .auto, isTerminal: false, environment: [:], color: false),
    Case(when: .auto, isTerminal: true, environment: ["NO_COLOR": "1"], color: false),
    Case(when: .auto, isTerminal: true, environment: ["NO_COLOR": ""], color: true),
    Case(when: .auto, isTerminal: true, environment: ["TERM": "dumb"], color: false),
    Case(when: .auto, isTerminal: false, environment: ["CLICOLOR_FORCE": "1"], color: true),
    Case(when: .auto, isTerminal: false, environment: ["CLICOLOR_FORCE": "0"], color: false),
    Case(
      when: .auto, isTerminal: true, environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"],
      color: false),
    Case(when: .always, isTerminal: false, environment: ["NO_COLOR": "1"], color: true),
    Case(when: .never, isTerminal: true, environment: ["CLICOLOR_FORCE": "1"], color: false),
  ])
  func color(_ policy: Case) {
    #expect(
      policy.when.color(isTerminal: policy.isTerminal, environment: policy.environment)
        == policy.color)
  }

  @Test func progressNeedsATerminalThatCanRedraw() {
    #expect(When.auto.progress(isTerminal: true, environment: [:]))
    #expect(!When.auto.progress(isTerminal: true, environment: ["TERM": "dumb"]))
    #expect(!When.auto.progress(isTerminal: false, environment: [:]))
    #expect(When.always.progress(isTerminal: false, environment: [:]))
    #expect(!When.never.progress(isTerminal: true, environment: [:]))
  }
}
