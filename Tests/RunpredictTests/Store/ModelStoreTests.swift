import CommandLineKit
import Foundation
import Testing

@testable import runpredict

@Suite struct ModelStoreTests {
  let folder: TemporaryFolder
  let store: ModelStore

  init() throws {
    folder = try TemporaryFolder()
    store = ModelStore(root: folder.path + "/store")
  }

  private struct Refused: Error {}

  private func record(_ version: Int, _ parent: Int) -> VersionRecord {
    VersionRecord(
      version: version, parent: parent, saved: Date(timeIntervalSince1970: 1_750_000_000), rows: 20,
      runs: 4, heldOut: 1, epochs: 5, errorBefore: 61.5, errorAfter: 48.25,
      trainedRuns: [Fingerprint(bits: 7), Fingerprint(bits: .max)], heldOutRuns: [])
  }

  /// Saves a version whose model is a folder with one file that says `text`.
  @discardableResult private func save(_ text: String) throws -> VersionRecord {
    try LockedStore(store).save(record: record) { path in
      try Disk.makeFolder(path)
      try Disk.write([UInt8](text.utf8), to: path + "/model")
    }
  }

  @Test func readingAStoreThatIsNotThereMakesNothing() throws {
    #expect(try store.pointer() == StorePointer())
    #expect(try store.versionNumbers().isEmpty)
    #expect(!Disk.exists(store.root))
  }

  @Test func savesVersionsOneAfterTheOther() throws {
    let first = try save("one")
    let second = try save("two")
    #expect(first.version == 1 && first.parent == 0)
    #expect(second.version == 2 && second.parent == 1)
    #expect(try store.pointer() == StorePointer(newest: 2, lineage: [1, 2]))
    #expect(try store.record(of: 2) == second)
    #expect(try Disk.read(store.modelPath(of: 1) + "/model", limit: 10) == [UInt8]("one".utf8))
  }

  @Test func aFailureWhileWritingTheModelLeavesNoTrace() throws {
    try save("one")
    let before = try folder.contents()
    #expect(throws: Refused.self) {
      try LockedStore(store).save(record: record) { path in
        try Disk.makeFolder(path)
        throw Refused()
      }
    }
    #expect(try folder.contents() == before)
  }

  @Test func aSwitchThatFailsLeavesNoTrace() throws {
    try save("one")
    let before = try folder.contents()
    let error = #expect(throws: StoreError.self) {
      try LockedStore(store).save(record: record) { path in
        try Disk.makeFolder(path)
        // No file can be written where a folder is.
        try Disk.makeFolder(store.pointerPath + ".new")
      }
    }
    #expect(error?.part == store.pointerPath + ".new")
    #expect(try folder.contents() == before)
    #expect(try save("two").version == 2)
  }

  @Test func aFileThatIsNotReplacedStays() throws {
    try Disk.makeFolder(store.root)
    #expect(throws: DiskError.self) { try Disk.replace(store.root, with: [1]) }
    #expect(try Disk.names(in: folder.path) == ["store"])
  }

  @Test func theNextChangeClearsWhatAKilledUpdateLeft() throws {
    try save("one")
    try Disk.makeFolder(store.modelPath(of: 2))
    try Disk.write([1, 2, 3], to: store.modelPath(of: 2) + "/half")
    try Disk.write([1], to: store.pointerPath + ".new")
    #expect(try store.pointer().version == 1)
    _ = try LockedStore(store)
    #expect(try store.versionNumbers() == [1])
    #expect(!Disk.exists(store.pointerPath + ".new"))
    #expect(try save("two").version == 2)
  }

  @Test func versionsThatWereRolledBackFromAreNoLeftovers() throws {
    try save("one")
    try save("two")
    let locked = try LockedStore(store)
    try locked.use(store.rollingBack { _ in true }.pointer)
    #expect(try store.pointer().version == 1)
    #expect(try store.versionNumbers() == [1, 2])
  }

  @Test func aSecondChangeWaitsAndThenGivesUp() throws {
    let first = try LockedStore(store)
    let error = #expect(throws: StoreError.self) {
      try LockedStore(store, waiting: .milliseconds(120))
    }
    #expect(error?.kind == .locked)
    #expect(error?.exitCode == .temporaryFailure)
    withExtendedLifetime(first) {}
  }

  @Test func theLockIsFreeAfterAChange() throws {
    try save("one")
    _ = try LockedStore(store, waiting: .zero)
  }

  @Test(arguments: ["", "{}", "[1]", "\u{0}\u{0}"])
  func aDamagedPointerIsNamedAndLedOutOf(content: String) throws {
    try save("one")
    try save("two")
    try Disk.write([UInt8](content.utf8), to: store.pointerPath)
    let error = #expect(throws: StoreError.self) { try store.pointer() }
    #expect(error?.kind == .damagedStore)
    #expect(error?.part == store.pointerPath)
    #expect(error?.hint?.contains("runpredict reset") == true)
    #expect(throws: StoreError.self) { try save("three") }
    #expect(
      try store.rollingBack { _ in true }.pointer == StorePointer(newest: 2, lineage: [1, 2]))
    let reset = try store.resetting()
    #expect(reset == StorePointer(newest: 2, beforeReset: [1, 2]))
    try LockedStore(store).use(reset)
    #expect(try save("three").version == 3)
  }

  @Test func aLostPointerIsDamageOnceThereAreVersions() throws {
    try save("one")
    try Disk.remove(store.pointerPath)
    #expect(throws: StoreError.self) { try store.pointer() }
    _ = try LockedStore(store)
    #expect(try store.versionNumbers() == [1])
  }

  @Test func rollbackPassesOverDamagedVersions() throws {
    for text in ["one", "two", "three"] { try save(text) }
    #expect(
      try store.rollingBack { $0 != 2 }
        == ModelStore.Return(
          pointer: StorePointer(newest: 3, lineage: [1]), passedOver: [2]))
    #expect(try store.rollingBack { _ in false }.pointer.version == 0)
  }

  @Test func rollbackFromTheBaseModelHasNowhereToGo() throws {
    let error = #expect(throws: StoreError.self) { try store.rollingBack { _ in true } }
    #expect(error?.kind == .noVersion)
  }

  @Test func aRecordThatCannotBeTrueIsNamed() throws {
    try save("one")
    let path = store.recordPath(of: 1)
    let text = String(decoding: try #require(try Disk.read(path, limit: 1 << 20)), as: UTF8.self)
    for wrong in [
      "", text.replacing("\"rows\" : 20", with: "\"rows\" : -20"),
      text.replacing("\"version\" : 1", with: "\"version\" : 2"),
      text.replacing("0000000000000007", with: "000000000000007"),
      String(text.dropLast(10)),
    ] {
      try Disk.write([UInt8](wrong.utf8), to: path)
      let error = #expect(throws: StoreError.self) { try store.record(of: 1) }
      #expect(error?.part == path)
    }
    try Disk.remove(path)
    #expect(throws: StoreError.self) { try store.record(of: 1) }
  }

  @Test func aPlaceThatIsNoFolderCannotBeCreated() throws {
    try Disk.write([], to: folder.path + "/file")
    let error = #expect(throws: StoreError.self) {
      try LockedStore(ModelStore(root: folder.path + "/file/store"))
    }
    #expect(error?.exitCode == .cannotCreate)
  }

  @Test(arguments: [
    (["RUNPREDICT_HOME": "/a", "XDG_DATA_HOME": "/b", "HOME": "/c"], "/a"),
    (["RUNPREDICT_HOME": "", "XDG_DATA_HOME": "/b", "HOME": "/c"], "/b/runpredict"),
    (["XDG_DATA_HOME": "relative", "HOME": "/c"], "/c/.local/share/runpredict"),
    (["HOME": "/c"], "/c/.local/share/runpredict"),
  ])
  func theEnvironmentNamesTheFolder(environment: [String: String], root: String) {
    #expect(ModelStore(environment: environment).root == root)
  }
}
