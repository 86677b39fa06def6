import Foundation
import ModelSpec
import Testing

@testable import runpredict

/// Updates that are killed, interrupted, run into each other or into a full disk.
@Suite(.serialized) struct KillTests {
  let folder: TemporaryFolder
  let program: BuiltProgram
  let store: ModelStore
  let words: [String]

  init() throws {
    folder = try TemporaryFolder()
    program = BuiltProgram(home: folder.path + "/store")
    store = ModelStore(root: program.home)
    let path = try SampleHistory.write(SampleHistory.csv(runs: 0..<6), in: folder)
    words = ["update", "--force", "--epochs", "2", path]
  }

  /// The store must have the base model or the whole new one in use, and the next change must find it
  /// in order.
  private func checkStore(expecting new: [UInt8]) throws -> Int {
    let version = try store.pointer().version
    #expect(version == 0 || version == 1)
    if version == 1 {
      #expect(try store.document(of: 1).bytes == new)
      #expect(try store.record(of: 1).runs == 5)
    }
    _ = try LockedStore(store)
    #expect(try store.versionNumbers() == (version == 1 ? [1] : []))
    #expect(!Disk.exists(store.pointerPath + ".new"))
    return version
  }

  /// How long an update takes, and how long it is writing.
  private func durations() throws -> (all: Duration, writing: Duration) {
    let start = ContinuousClock.now
    let update = try program.start(words)
    waitForWriting(update)
    let middle = ContinuousClock.now
    #expect(try update.ending().status == 0)
    return (ContinuousClock.now - start, ContinuousClock.now - middle)
  }

  /// Waits for the moment when the new version begins to be written.
  private func waitForWriting(_ update: BuiltProgram.Running) {
    while !Disk.exists(store.versionsPath), update.isRunning { wait(.microseconds(20)) }
  }

  private func wait(_ duration: Duration) {
    Thread.sleep(forTimeInterval: duration / .seconds(1))
  }

  @Test func aKillAtAnyMomentLeavesTheOldModelOrTheNewOne() throws {
    let (all, writing) = try durations()
    let new = try store.document(of: 1).bytes
    #expect(try new != BundledModel.document().bytes)

    var counts = [0, 0]
    var unfinished = 0
    for round in 0..<150 {
      try Disk.remove(store.root)
      let update = try program.start(words)
      let isEarly = round < 50
      if !isEarly { waitForWriting(update) }
      // Spread over the whole of an update, then over the time in which it writes.
      let share = isEarly ? Double(round) / 50 : Double(round - 50) / 100 * 1.2
      wait((isEarly ? all : writing) * share)
      update.send(SIGKILL)
      _ = try update.ending()
      if try store.pointer().newest < (store.versionNumbers().last ?? 0) { unfinished += 1 }
      counts[try checkStore(expecting: new)] += 1
    }
    print(
      "150 kills: \(counts[0]) left the old model (\(unfinished) of them with an unfinished version), "
        + "\(counts[1]) the new one")
    #expect(try program.start(words).ending().status == 0)
    #expect(try checkStore(expecting: new) == 1)
  }

  @Test func anInterruptEndsWith130AndLeavesTheModelInUse() throws {
    let path = try SampleHistory.write(SampleHistory.csv(runs: 0..<40), as: "long.csv", in: folder)
    let update = try program.start(["update", "--force", "--epochs", "10000", path])
    // The lock is taken after the interrupt has found its handler.
    while !Disk.exists(store.pointerPath), update.isRunning {}
    update.send(SIGINT)
    let ending = try update.ending()
    #expect(ending.status == 130)
    #expect(!ending.wasKilled)
    #expect(ending.errors.contains("interrupted"))
    #expect(try store.pointer().version == 0)
    #expect(try store.versionNumbers().isEmpty)
  }

  @Test func aSecondUpdateWaitsForTheFirst() throws {
    var first: LockedStore? = try LockedStore(store)
    let second = try program.start(words)
    Thread.sleep(forTimeInterval: 0.5)
    #expect(second.isRunning)
    withExtendedLifetime(first) {}
    first = nil
    #expect(try second.ending().status == 0)
    #expect(try store.pointer().version == 1)
  }

  @Test func aSecondUpdateGivesUpAfterSomeSeconds() throws {
    let first = try LockedStore(store)
    let second = try program.start(words).ending()
    #expect(second.status == 75)
    #expect(second.errors.contains("another update is running"))
    withExtendedLifetime(first) {}
    #expect(try store.pointer().version == 0)
  }

  @Test func aFullDiskEndsWith74AndLeavesTheModelInUse() throws {
    // A limit on the size of files does to a writer what a full disk does.
    let shell = BuiltProgram(executable: "/bin/sh", home: program.home)
    let ending = try shell.start(
      ["-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh", BuiltProgram.path] + words
    ).ending()
    #expect(ending.status == 74)
    #expect(try store.pointer().version == 0)
    #expect(try store.versionNumbers().isEmpty)
    #expect(try program.start(words).ending().status == 0)
  }

  /// Not even the few bytes that say which version is in use can be written.
  @Test(arguments: ["update --force --epochs 2 $history", "rollback", "reset"])
  func aDiskThatWasFullBeforeKeepsTheStore(_ command: String) throws {
    let isFirst = command.hasPrefix("update")
    if !isFirst { #expect(try program.start(words).ending().status == 0) }
    let before = try folder.contents()
    // What is said goes through a pipe, which has no such limit.
    let shell = BuiltProgram(executable: "/bin/sh", home: program.home)
    let ending = try shell.run(
      "-c",
      """
      history='\(words[words.count - 1])'
      (ulimit -f 0; '\(BuiltProgram.path)' \(command); echo "status $?") 2>&1 | cat
      """)
    #expect(ending.output.hasSuffix("status 74\n"), "\(ending)")
    #expect(ending.output.components(separatedBy: "error:").count == 2, "\(ending)")
    var after = try folder.contents()
    if isFirst { #expect(after.removeValue(forKey: "store/lock")?.isEmpty == true) }
    #expect(after == before)
    #expect(try program.start(words).ending().status == 0)
  }

  @Test func aDamagedPartIsNamedAndLedOutOf() throws {
    #expect(try program.start(words).ending().status == 0)
    let model = store.modelPath(of: 1)
    let parts = try Disk.names(in: model).map { model + "/" + $0 } + [store.recordPath(of: 1)]
    for part in parts {
      let bytes = try #require(try Disk.read(part, limit: 1 << 20))
      for damaged in [Array(bytes.dropLast(5)), [], [0x7c] + bytes.dropFirst(1), nil] {
        if let damaged { try Disk.write(damaged, to: part) } else { try Disk.remove(part) }
        let before = try folder.contents()
        let ending = try program.run("describe")
        #expect(ending.status == 65, "\(part) \(damaged?.count ?? -1)")
        #expect(ending.errors.contains(store.folder(of: 1)))
        #expect(ending.errors.contains("runpredict rollback"))
        #expect(try folder.contents() == before)
        let rollback = try program.run("rollback", "--dry-run")
        #expect(rollback.output == "Would go back to the bundled base model.\n")
      }
      try Disk.write(bytes, to: part)
    }
    #expect(try program.run("describe").status == 0)
  }
}
