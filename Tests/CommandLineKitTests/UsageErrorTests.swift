import CommandLineKit
import Testing

/// A wrong command line and what is said of it.
struct UsageCase: Sendable, CustomTestStringConvertible {
  var words: [String]
  var message: String
  var hint: String?
  var didYouMean: String?

  init(_ words: [String], _ message: String, hint: String? = nil, meant: String? = nil) {
    self.words = words
    self.message = message
    self.hint = hint
    didYouMean = meant
  }

  var testDescription: String { words.joined(separator: " ") }
}

@Suite struct UsageErrorTests {
  static let cases = [
    UsageCase([], "a command is missing", hint: "the commands are read, copy"),
    UsageCase(
      ["raed"], "unknown command 'raed'", hint: "the commands are read, copy", meant: "read"),
    UsageCase(["--loud"], "unknown option '--loud'", hint: "the commands are read, copy"),
    UsageCase(["read"], "'FILES...' is missing", hint: "Tables to read; '-' is standard input."),
    UsageCase(["read", "--formt", "csv", "a"], "unknown option '--formt'", meant: "--format"),
    UsageCase(
      ["read", "-format", "csv", "a"], "unknown option '-format'", meant: "--format"),
    UsageCase(["read", "-shuffle", "a"], "unknown option '-shuffle'", meant: "--shuffle"),
    UsageCase(["read", "-qx", "a"], "unknown option '-x' in \"-qx\""),
    UsageCase(["read", "-x"], "unknown option '-x'"),
    UsageCase(
      ["read", "--format", "jsnl", "a"], "'--format' should be csv, jsonl or table, found \"jsnl\"",
      meant: "jsonl"),
    UsageCase(["read", "-j", "x", "a"], "'-j' should be a whole number, found \"x\""),
    UsageCase(["read", "--eps", "0x1", "a"], "'--eps' should be a number, found \"0x1\""),
    UsageCase(["read", "--eps", "nan", "a"], "'--eps' should be a number, found \"nan\""),
    UsageCase(["read", "a", "--format"], "'--format FORMAT' needs a value", hint: "How to write."),
    UsageCase(
      ["read", "--format", "--quiet", "a"], "'--format FORMAT' needs a value",
      hint: "How to write."),
    UsageCase(["read", "--quiet=yes", "a"], "'--quiet' takes no value, found \"yes\""),
    UsageCase(["read", "--threads", "0", "a"], "'--threads' should be at least 1"),
    UsageCase(["copy"], "'SOURCE' is missing", hint: "From where."),
    UsageCase(["copy", "a", "b", "c", "-o", "x"], "unexpected argument \"c\""),
  ]

  @Test(arguments: cases) func message(_ usage: UsageCase) throws {
    let error = #expect(throws: UsageError.self) {
      _ = try CommandParser(Sample.self).parse(usage.words)
    }
    #expect(error?.message == usage.message)
    #expect(error?.hint == usage.hint)
    #expect(error?.didYouMean == usage.didYouMean)
  }

  @Test func textOfAnError() throws {
    let error = try #require(throws: UsageError.self) {
      _ = try CommandParser(Sample.self).parse(["read", "--formt", "csv", "a"])
    }
    #expect(
      DiagnosticPrinter().render(error) == """
        sample read: error: unknown option '--formt'
        hint: did you mean "--format"?
        usage: sample read [options] FILES...
        See 'sample read --help'.

        """)
    #expect(
      DiagnosticPrinter(form: .json).render(error) == """
        {"severity":"error","kind":"usage","file":null,"line":null,"column":null,\
        "name":"--formt","value":"--formt","message":"unknown option '--formt'","hint":null,\
        "didYouMean":"--format"}

        """)
  }
}
