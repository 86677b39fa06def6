import Testing

@testable import ModelSpec

@Suite struct FormatTests {
  @Test func theContentDecides() throws {
    let scratch = try Scratch()
    try scratch.write([1], "a")
    #expect(try ModelFormat.detect(at: scratch.path("a")) == .model)
    try scratch.makeFolder("b")
    try scratch.write([1], "b/Manifest.json")
    #expect(try ModelFormat.detect(at: scratch.path("b")) == .package)
    try scratch.makeFolder("c")
    try scratch.write([1], "c/coremldata.bin")
    #expect(try ModelFormat.detect(at: scratch.path("c")) == .compiled)
    try scratch.makeFolder("empty.mlmodelc")
    #expect(try ModelFormat.detect(at: scratch.path("empty.mlmodelc/")) == .compiled)
  }

  @Test func whatIsNoModelIsSaidToBeNone() throws {
    let scratch = try Scratch()
    let missing = try #require(throws: ModelError.self) {
      try ModelFormat.detect(at: scratch.path("nothing"))
    }
    #expect(missing.reason == .missing)
    try scratch.makeFolder("photos")
    let folder = try #require(throws: ModelError.self) {
      try ModelFormat.detect(at: scratch.path("photos"))
    }
    #expect(folder.reason == .package)
  }
}
