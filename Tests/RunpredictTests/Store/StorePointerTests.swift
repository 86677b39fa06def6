import Testing

@testable import runpredict

@Suite struct StorePointerTests {
  @Test func updateResetAndRollbackMoveThroughTheLineage() throws {
    var pointer = StorePointer()
    #expect(pointer.version == 0)
    #expect(pointer.rolledBack() == nil)
    pointer = pointer.adding(1).adding(2)
    #expect(pointer.version == 2)
    pointer = try #require(pointer.rolledBack())
    #expect(pointer == StorePointer(newest: 2, lineage: [1]))
    pointer = pointer.adding(3)
    #expect(pointer == StorePointer(newest: 3, lineage: [1, 3]))
    let reset = pointer.reset()
    #expect(reset.version == 0)
    #expect(reset.newest == 3)
    #expect(reset.rolledBack() == pointer)
    #expect(reset.reset() == reset)
    #expect(reset.adding(4).rolledBack()?.version == 0)
  }

  @Test(arguments: [
    StorePointer(), StorePointer(newest: 3, lineage: [1, 3]),
    StorePointer(newest: 7, beforeReset: [2, 7]),
  ])
  func readsWhatItWrote(pointer: StorePointer) throws {
    #expect(StorePointer(try pointer.encoded()) == pointer)
  }

  @Test(arguments: [
    "", "3", "{}", #"{"format":2,"newest":0,"lineage":[]}"#,
    #"{"format":1,"newest":1,"lineage":[2]}"#,
    #"{"format":1,"newest":3,"lineage":[2,1]}"#, #"{"format":1,"newest":3,"lineage":[0]}"#,
    #"{"format":1,"newest":3,"lineage":[],"beforeReset":[4]}"#,
    #"{"format":1,"newest":-1,"lineage":[]}"#,
    #"{"format":1,"newest":9223372036854775807,"lineage":[]}"#,
    #"{"format":1,"newest":1e99,"lineage":[]}"#,
  ])
  func refusesWhatCannotBeTrue(text: String) {
    #expect(StorePointer([UInt8](text.utf8)) == nil)
  }

  @Test func refusesEveryTruncation() throws {
    let bytes = try StorePointer(newest: 12, lineage: [3, 12]).encoded()
    for count in 0..<bytes.count - 1 { #expect(StorePointer([UInt8](bytes[..<count])) == nil) }
  }
}
