import Testing

@testable import ModelSpec

/// What is said about files that were never meant to be models, and about names in sentences.
@Suite struct FirstGlanceTests {
  @Test(arguments: [
    "", "course,distance,lapNumber\nPark,10000,1\n", "# Title\n\nSome text.\n", "\u{8}",
    "\u{0}\u{1}\u{2}\u{3}",
  ])
  func whatIsNoModelIsCalledSo(text: String) {
    let error = #expect(throws: ModelError.self) { try ModelDocument(bytes: Array(text.utf8)) }
    #expect(error?.reason == .unreadable)
    #expect(error?.message.hasPrefix("this is not a Core ML model: ") == true)
  }

  @Test func aModelThatIsCutOffIsStillOne() throws {
    let bytes = ModelEncoder.encode(Sample.scaler)
    let error = #expect(throws: ModelError.self) {
      try ModelDocument(bytes: Array(bytes.dropLast(1)))
    }
    #expect(error?.message.contains("not a Core ML model") == false)
  }

  @Test(arguments: [
    ("average", "an average"), ("embedding", "an embedding"), ("imputer", "an imputer"),
    ("Int64", "an Int64"), ("oneHotEncoder", "a oneHotEncoder"), ("unary", "a unary"),
    ("uniDirectionalLSTM", "a uniDirectionalLSTM"), ("upsample", "an upsample"),
    ("scaler", "a scaler"), ("", "a "),
  ])
  func articles(name: String, text: String) { #expect(name.withArticle == text) }

  @Test func aModelIsKnownByNameOrContent() throws {
    let folder = try Scratch()
    let bytes = ModelEncoder.encode(Sample.scaler)
    try folder.write(bytes, "a.csv")
    try folder.write(Array("lap,time\n".utf8), "b.csv")
    try folder.write([], "c.mlmodel")
    #expect(ModelFormat.isModel(at: folder.path("a.csv")))
    #expect(!ModelFormat.isModel(at: folder.path("b.csv")))
    #expect(ModelFormat.isModel(at: folder.path("c.mlmodel")))
    #expect(!ModelFormat.isModel(at: folder.path("none.mlmodel")))
    #expect(!ModelFormat.isModel(at: folder.path("")))
    #expect(!ModelFormat.isModel(at: "/dev/null"))
  }
}
