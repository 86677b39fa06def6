import Foundation
import Testing

@Suite struct ExitCodeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var code: Int32
    var command: String
    /// What standard error says.
    var says: String
    var testDescription: String { "\(code): \(command)" }

    init(_ code: Int32, _ command: String, says: String) {
      self.code = code
      self.command = command
      self.says = says
    }
  }

  static let plain = "runpredict predict --model cases/models/side-by-side.mlmodel"
  static let table = #"printf 'x.0,x.1,n\n1,2,3\n'"#
  static let badTable = #"printf 'x.0,x.1,n\n1,2,z\n1,2,3\n'"#

  static let cases = [
    Case(0, "\(table) | \(plain) -", says: ""),
    Case(1, "\(badTable) | \(plain) --on-error skip -", says: "left out"),
    Case(0, "\(badTable) | \(plain) --on-error null -", says: "left out"),
    Case(64, "runpredict", says: "a command is missing"),
    Case(64, "runpredict predict", says: "'FILE...' is missing"),
    Case(64, "runpredict predict --frmat csv x", says: "did you mean \"--format\"?"),
    Case(64, "\(table) | \(plain) - -", says: "standard input can be read only once"),
    Case(64, "runpredict predict --quiet --verbose x", says: "exclude each other"),
    Case(64, "\(plain) --map n=n --map n==1 x", says: "says twice"),
    Case(64, "\(plain) -o y --rejects ./y x", says: "name the same file"),
    Case(64, "\(plain) --rejects - x", says: "would both go to standard output"),
    Case(64, "runpredict compile base -o -", says: "a bundle is a folder"),
    Case(1, "\(badTable) | \(plain) --on-error skip --rejects - -o y -", says: "left out"),
    Case(65, "\(badTable) | \(plain) -", says: "should be a number"),
    Case(65, "printf '' | \(plain) -", says: "no text"),
    Case(65, "echo junk > m.mlmodel; runpredict describe m.mlmodel", says: "m.mlmodel"),
    Case(66, "\(plain) nothing.csv", says: "nothing.csv"),
    Case(66, "\(plain) .", says: "is a folder"),
    Case(66, "runpredict describe nothing.mlmodel", says: "nothing.mlmodel"),
    Case(
      69, "runpredict describe cases/models/recommender.mlmodel", says: "itemSimilarityRecommender"),
    Case(0, "runpredict describe cases/models/neighbors.mlmodelc", says: ""),
    Case(
      69, "runpredict export cases/models/neighbors.mlmodelc -o -",
      says: "weighting and the index"),
    Case(
      69, "runpredict compile cases/models/neighbors.mlmodelc -o a.mlmodelc",
      says: "weighting and the index"),
    Case(
      69, "\(table) | runpredict update --model cases/models/neighbors.mlmodelc -o y.mlmodel -",
      says: "weighting and the index"),
    Case(
      69, "\(table) | runpredict update --model cases/models/species.mlmodel -o y.mlmodel -",
      says: "`runpredict describe cases/models/species.mlmodel` says what the model allows"),
    Case(
      69, "\(table) | runpredict update --model cases/models/side-by-side.mlmodel -o y.mlmodel -",
      says: "cases/models/side-by-side.mlmodel: error: this feature vectorizer cannot"),
    Case(65, "printf 'PK\\003\\004\\000' | \(plain) -", says: "Excel workbook"),
    Case(65, "printf '{\"n\":3}\\n' | \(plain) -", says: "--input-format jsonl"),
    Case(65, "printf '{\"n\":3}\\n' | runpredict predict -", says: "--input-format jsonl"),
    Case(73, "touch y; \(table) | \(plain) - -o y", says: "--force"),
    Case(73, "\(table) | \(plain) - -o nowhere/y", says: "nowhere/y"),
    Case(73, "\(table) | \(plain) - -o .", says: ".: error: this is a folder, not a file"),
    Case(
      73, "mkfifo p.mlmodel; runpredict export base -o p.mlmodel",
      says: "p.mlmodel: error: this is a named pipe, not a file"),
    Case(
      73, "mkfifo p.mlmodel; runpredict export base --force --dry-run -o p.mlmodel",
      says: "this is a named pipe, not a file"),
    Case(
      73, "ln -s /dev/null n.mlmodel; runpredict export base --force -o n.mlmodel",
      says: "this is a device, not a file"),
    Case(
      73, "mkfifo p.mlmodelc; runpredict compile base --force -o p.mlmodelc",
      says: "p.mlmodelc: this is a pipe, a device or a socket, and a folder is to be written"),
    Case(
      73, "touch f.mlmodelc; runpredict compile base --force -o f.mlmodelc",
      says: "f.mlmodelc: this is a file, and a folder is to be written"),
    Case(
      73, "mkdir d.mlmodelc; runpredict compile base --force -o d.mlmodelc",
      says: "there is a folder without coremldata.bin"),
    Case(
      73, "mkdir d.mlpackage; runpredict export base --force -o d.mlpackage",
      says: "there is a folder without Manifest.json"),
    Case(0, "\(table) | \(plain) - -o /dev/stdout", says: ""),
    Case(
      0, "(echo a; \(table) | \(plain) - -o /dev/stdout) > f; test $(wc -l < f) = 3", says: ""),
    Case(0, "\(table) | \(plain) - -o /dev/fd/3 3>&1", says: ""),
    Case(73, "\(table) | \(plain) - -o /dev/fd/77", says: "cannot be created"),
    Case(0, "mkfifo p; cat p & \(table) | \(plain) - -o p; wait", says: ""),
    Case(64, "\(table) | \(plain) --course Park -", says: "'--course' says nothing"),
    Case(64, "\(table) | \(plain) --distance 5km -", says: "'--distance' says nothing"),
    Case(64, "\(table) | \(plain) --units metric -", says: "'--units' says nothing"),
    Case(
      64, "runpredict predict --line-buffered --units imperial data/laps.csv",
      says: "with '--line-buffered' distances are metres"),
    Case(
      73,
      "touch a.mlmodel; runpredict export cases/models/recommender.mlmodel -o a.mlmodel || "
        + "runpredict export cases/models/even-rest.mlmodel -o a.mlmodel", says: "--force"),
    Case(
      73, "for i in 1 2; do runpredict compile cases/models/even-rest.mlmodel -o a.mlmodelc; done",
      says: "--force"),
    Case(74, "\(table) | \(plain) - > /dev/full", says: "No space left on device"),
    Case(74, "\(table) | \(plain) - -o /dev/full", says: "No space left on device"),
    Case(74, "runpredict describe base > /dev/full", says: "No space left on device"),
    Case(74, "runpredict --help > /dev/full", says: "No space left on device"),
    Case(74, "runpredict export base -o - > /dev/full", says: "No space left on device"),
  ]

  @Test(arguments: cases) func status(_ expected: Case) throws {
    let ending = try CommandFolder().run(expected.command)
    #expect(ending.status == expected.code, "\(ending)")
    #expect(
      expected.says.isEmpty ? ending.errors.isEmpty : ending.errors.contains(expected.says),
      "\(ending)")
  }

  @Test func nothingIsWrittenOnAnError() throws {
    let shell = try CommandFolder()
    let ending = try shell.run("\(Self.badTable) | \(Self.plain) - -o out.csv")
    #expect(ending.status == 65)
    #expect(ending.output.isEmpty)
    let left = try FileManager.default.contentsOfDirectory(atPath: shell.path)
    #expect(left.sorted() == ["cases", "data", "models"])
  }

  /// What was listed until then would pass for the whole list.
  @Test func noListOfRejectsIsLeftWhenReadingBreaksOff() throws {
    let shell = try CommandFolder()
    let ending = try shell.run(
      "{ \(Self.badTable); printf '\"open\\n'; } | \(Self.plain) --on-error skip --rejects r.csv -")
    #expect(ending.status == 65)
    let left = try FileManager.default.contentsOfDirectory(atPath: shell.path)
    #expect(left.sorted() == ["cases", "data", "models"])
  }

  /// A bundle is read from a stranger; a pipe in it would be waited for until somebody writes.
  @Test(arguments: ["coremldata.bin", "metadata.json", "integrity.json"])
  func aPipeInABundleIsNotWaitedFor(_ part: String) throws {
    let ending = try CommandFolder().run(
      "runpredict compile base -o b.mlmodelc && rm b.mlmodelc/\(part) && mkfifo b.mlmodelc/\(part)"
        + " && runpredict describe b.mlmodelc")
    #expect(ending.status == 65, "\(ending)")
    #expect(ending.errors.contains(part), "\(ending)")
  }

  /// Nobody reads the pipe; Ctrl-C ends the wait.
  @Test func theWaitForAReaderCanBeInterrupted() throws {
    let ending = try CommandFolder().run(
      "mkfifo p; \(Self.table) > t.csv; timeout --foreground -s INT 2 \(Self.plain) -o p t.csv; "
        + "test $? = 124 || echo early; ls -A")
    #expect(ending.errors.contains("interrupted"), "\(ending)")
    #expect(ending.output == "cases\ndata\nmodels\np\nt.csv\n")
  }

  /// A killed writer can clear nothing away; the next one does it.
  @Test func whatAKilledWriterLeftIsRemovedByTheNext() throws {
    let ending = try CommandFolder().run(
      """
      { printf 'x.0,x.1,n\\n'; yes 1,2,3 2>/dev/null; } | \(Self.plain) -o out.csv - & writer=$!
      for wait in $(seq 400); do ls -A | grep -q '[.]out[.]csv[.]' && break; sleep 0.05; done
      kill -9 $writer; wait $writer 2>/dev/null
      ls -A | grep -c tmp
      \(Self.table) | \(Self.plain) -o out.csv -; ls -A
      """)
    #expect(ending.output == "1\ncases\ndata\nmodels\nout.csv\n", "\(ending)")
  }

  /// What is written is not much, but more than nothing; `--rejects` has room first.
  @Test func aFullDiskLeavesNeitherResultsNorRejects() throws {
    let rows = #"printf 'x.0,x.1,n\n'; yes 1,2,3 2>/dev/null | head -n 3000; echo 1,2,z"#
    let ending = try CommandFolder().run(
      "trap '' XFSZ; { \(rows); } > t.csv; (ulimit -f 8; \(Self.plain) --on-error skip "
        + "--rejects r.csv -o out.csv t.csv); echo $?; ls -A")
    #expect(ending.output == "74\ncases\ndata\nmodels\nt.csv\n", "\(ending)")
    #expect(ending.errors.contains("out.csv: error: writing failed"), "\(ending)")
  }

  /// The reader goes away after a line; that is no failure and nothing to talk about.
  @Test func aClosedPipeIsSilent() throws {
    let rows = #"printf 'x.0,x.1,n\n'; yes 1,2,3 2>/dev/null | head -n 200000"#
    let ending = try CommandFolder().run(
      "{ { \(rows); } | \(Self.plain) -; echo $? > status; } | head -n 1; cat status")
    #expect(ending.output == "y.0,y.1,y.2\n0\n")
    #expect(ending.errors.isEmpty)
  }

  /// The same for a text that is shorter than a pipe's buffer.
  @Test func aPipeThatWasNeverReadIsSilent() throws {
    let ending = try CommandFolder().run(
      "{ sleep 0.2; runpredict --help; echo $? > status; } | true; sleep 0.6; cat status")
    #expect(ending.output == "0\n")
    #expect(ending.errors.isEmpty)
  }

  /// The line comes after half a second and is gone at the end.
  @Test(arguments: [("always", true), ("never", false), ("auto", false)])
  func progressIsShownOnRequest(_ when: String, isShown: Bool) throws {
    let ending = try CommandFolder().run(
      "{ printf 'x.0,x.1,n\\n'; sleep 0.7; printf '1,2,3\\n'; } | "
        + "\(Self.plain) --progress \(when) -")
    #expect(ending.output == "y.0,y.1,y.2\n1,2,3\n")
    #expect(ending.errors.hasPrefix("\r\u{1B}[K1 row, ") == isShown)
    #expect(ending.errors.hasSuffix("\r\u{1B}[K") == isShown)
    #expect(ending.errors.isEmpty == !isShown)
  }

  @Test(arguments: ["", "-o out.csv"]) func interruptedEndsWith130(_ options: String) throws {
    let shell = try CommandFolder()
    let script = """
      mkfifo pipe
      \(Self.plain) \(options) - < pipe > result &
      exec 3> pipe
      { printf 'x.0,x.1,n\\n'; yes 1,2,3 2>/dev/null | head -n 100000; } >&3
      sleep 0.3
      kill -INT $!
      exec 3>&-
      wait $!
      echo $?
      """
    // A shell without job control lets its background children ignore the interrupt.
    let ending = try shell.run("set -m\n" + script)
    #expect(ending.output == "130\n", "\(ending)")
    #expect(!FileManager.default.fileExists(atPath: shell.path + "/out.csv"))
    let names = try FileManager.default.contentsOfDirectory(atPath: shell.path)
    #expect(!names.contains { $0.hasSuffix(".tmp") }, "\(names)")
  }

  /// Nothing more comes down the pipe, so the wait for it has to end too.
  @Test(
    arguments: ["INT", "TERM", "HUP"],
    [
      "\(plain) -o out.csv - < pipe",
      // Here the table is still waited for when the list of rejects is there already.
      "runpredict predict --rejects r.csv - < pipe",
      "runpredict update --model base -o out.mlmodel - < pipe",
    ])
  func aSignalEndsTheWaitForInput(_ signal: String, _ command: String) throws {
    let shell = try CommandFolder()
    let ending = try shell.run(
      """
      set -m
      mkfifo pipe
      \(command) > result 2> errors &
      exec 3> pipe
      printf 'x.0,x.1,n\\n1,2,3\\n' >&3
      sleep 0.5
      kill -\(signal) $!
      wait $!
      echo $?
      """)
    #expect(ending.output == "130\n", "\(ending)")
    let names = try FileManager.default.contentsOfDirectory(atPath: shell.path)
    #expect(
      names.sorted() == ["cases", "data", "errors", "models", "pipe", "result"], "\(names)")
  }
}
