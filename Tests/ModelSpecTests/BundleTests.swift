import Foundation
import Testing

@testable import ModelSpec

@Suite struct BundleTests {
  private func document() throws -> ModelDocument {
    try ModelDocument.read(at: ModelCase.named("updatable/update-pipeline").path)
  }

  private func makeBundle(_ scratch: Scratch) throws -> String {
    let path = scratch.path("X.mlmodelc")
    try CompiledBundle.write(document(), to: path)
    return path
  }

  @Test(arguments: ModelCase.valid + ModelCase.updatable)
  func givesTheModelBack(_ modelCase: ModelCase) throws {
    let scratch = try Scratch()
    try scratch.makeFolder("again")
    let original = try ModelDocument.read(at: modelCase.path)
    try CompiledBundle.write(original, to: scratch.path("X.mlmodelc"))
    let compiled = try ModelDocument.read(at: scratch.path("X.mlmodelc"))
    #expect(compiled.format == .compiled)
    #expect(compiled.bytes == original.bytes)
    #expect(compiled.model == original.model)
    #expect(try scratch.names() == ["X.mlmodelc", "again"])
    // Once more, from the bundle: the same bundle, byte for byte.
    try CompiledBundle.write(compiled, to: scratch.path("again/X.mlmodelc"))
    let weights = original.weightFiles.map(\.name)
    for name in ["coremldata.bin", "integrity.json", "metadata.json"] + weights {
      #expect(try scratch.read("again/X.mlmodelc/\(name)") == scratch.read("X.mlmodelc/\(name)"))
    }
    #expect(
      try scratch.names(in: "X.mlmodelc") == ["coremldata.bin", "integrity.json", "metadata.json"]
        + (weights.isEmpty ? [] : ["weights"]))
  }

  /// Fields that this program does not know go through a bundle, at any depth.
  @Test(
    arguments: [
      ("pipeline-nested", [[], [2, 1, 3], [200, 1, 1, 2], [200, 1, 1, 202, 1]]),
      ("tree-regressor-single-leaf", [[302], [302, 1], [302, 1, 1]]),
      ("knn-linear-uniform", [[404, 1], [404, 1, 2], [404, 3]]),
      ("imputer-array-one-value", [[601], [2, 100]]),
    ] as [(String, [[Int]])])
  func unknownFieldsSurvive(_ name: String, _ places: [[Int]]) throws {
    var bytes = try ModelCase.named(name).bytes()
    for (index, place) in places.enumerated() {
      let field = WireEdit.field(19_000 + index, "kept \(index)")
      let longer = try WireEdit.append(field, to: bytes, at: place)
      try #require(longer.count > bytes.count, "\(name) has nothing at \(place)")
      bytes = longer
    }
    let scratch = try Scratch()
    try CompiledBundle.write(ModelDocument(bytes: bytes), to: scratch.path("X.mlmodelc"))
    #expect(try ModelDocument.read(at: scratch.path("X.mlmodelc")).bytes == bytes)
  }

  @Test(arguments: ["coremldata.bin", "metadata.json", "integrity.json"])
  func everyFlippedByteIsNoticed(_ part: String) throws {
    let scratch = try Scratch()
    let path = try makeBundle(scratch)
    let bytes = try scratch.read("X.mlmodelc/\(part)")
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1
      try scratch.write(damaged, "X.mlmodelc/\(part)")
      let error = try #require(throws: ModelError.self) { try ModelDocument.read(at: path) }
      #expect(error.reason == .bundle, "byte \(index)")
      if part != "integrity.json" { #expect(error.path == part, "byte \(index)") }
    }
  }

  @Test(arguments: ["coremldata.bin", "metadata.json", "integrity.json"])
  func partsCutOffGrownOrMissingAreNamed(_ part: String) throws {
    let scratch = try Scratch()
    let path = try makeBundle(scratch)
    let bytes = try scratch.read("X.mlmodelc/\(part)")
    for damaged in [Array(bytes.dropLast()), Array(bytes.prefix(10)), [], bytes + [0]] {
      try scratch.write(damaged, "X.mlmodelc/\(part)")
      let error = try #require(throws: ModelError.self) { try ModelDocument.read(at: path) }
      #expect(error.reason == .bundle)
      #expect(error.path == part)
    }
    try FileManager.default.removeItem(atPath: "\(path)/\(part)")
    let error = try #require(throws: ModelError.self) { try ModelDocument.read(at: path) }
    #expect(error.reason == .bundle)
    #expect(error.path == part)
  }

  @Test func metadataDescribesTheModel() throws {
    let scratch = try Scratch()
    _ = try makeBundle(scratch)
    let json = try JSONSerialization.jsonObject(
      with: Data(scratch.read("X.mlmodelc/metadata.json")))
    let objects = try #require(json as? [[String: Any]])
    #expect(objects.count == 1)
    let metadata = try #require(objects.first)
    #expect(metadata["generatedClassName"] as? String == "X")
    #expect(metadata["isUpdatable"] as? String == "1")
    #expect(metadata["specificationVersion"] as? Int == 4)
    let type = try #require(metadata["modelType"] as? [String: Any])
    #expect(type["name"] as? String == "MLModelType_pipelineRegressor")
    let stages = try #require(type["structure"] as? [[String: Any]])
    #expect(
      stages.compactMap { $0["name"] as? String } == [
        "MLModelType_oneHotEncoder", "MLModelType_featureVectorizer", "MLModelType_scaler",
        "MLModelType_neuralNetworkRegressor",
      ])
    let outputs = try #require(metadata["outputSchema"] as? [[String: String]])
    #expect(
      outputs == [
        [
          "name": "hours", "type": "MultiArray", "dataType": "Double", "shape": "[1]",
          "formattedType": "MultiArray (Double 1)", "isOptional": "0", "shortDescription": "",
          "hasShapeFlexibility": "0",
        ]
      ])
  }

  /// As texts, also integers; nearest neighbours, who may learn new ones, have an empty list.
  @Test(
    arguments: [
      ("glm-classifier-ovr-int", ["-5", "2", "7", "11"]), ("knn-int-labels", []),
      ("scaler-double", nil),
    ] as [(String, [String]?)])
  func metadataNamesTheClasses(_ name: String, _ labels: [String]?) throws {
    let scratch = try Scratch()
    let document = try ModelDocument.read(at: ModelCase.named(name).path)
    try CompiledBundle.write(document, to: scratch.path("X.mlmodelc"))
    let json = try JSONSerialization.jsonObject(
      with: Data(scratch.read("X.mlmodelc/metadata.json")))
    let metadata = try #require((json as? [[String: Any]])?.first)
    #expect(metadata["classLabels"] as? [String] == labels)
  }

  @Test func onlyABundleIsReplacedAndOnlyWhenWanted() throws {
    let scratch = try Scratch()
    let path = try makeBundle(scratch)
    let other = try ModelDocument.read(at: ModelCase.named("glm-regressor-linear").path)
    let refused = try #require(throws: ModelError.self) {
      try CompiledBundle.write(other, to: path)
    }
    #expect(refused.reason == .output)
    #expect(try ModelDocument.read(at: path).model == document().model)

    try CompiledBundle.write(other, to: path, replacing: true)
    #expect(try ModelDocument.read(at: path).model == other.model)

    try scratch.makeFolder("photos")
    try scratch.write([1], "photos/one")
    let kept = try #require(throws: ModelError.self) {
      try CompiledBundle.write(other, to: scratch.path("photos"), replacing: true)
    }
    #expect(kept.reason == .output)
    #expect(kept.message.contains("a folder without coremldata.bin"))
    #expect(try scratch.names() == ["X.mlmodelc", "photos"])
    #expect(try scratch.names(in: "photos") == ["one"])
  }

  /// A folder whose lock can be had is one of a writer that was killed.
  @Test func theNextWriterRemovesWhatAKilledOneLeft() throws {
    let scratch = try Scratch()
    let kept = [
      ".X.mlmodelc.12", ".X.mlmodelc.12-x", ".X.mlmodelc.12-3.older", ".Y.mlmodelc.12-3",
      "X.mlmodelc.12-3",
    ]
    let leftovers = [".X.mlmodelc.12-3", ".X.mlmodelc.99999999-0", ".X.mlmodelc.12-3.old"]
    for name in kept + leftovers {
      try scratch.makeFolder(name)
      try scratch.write([1], name + "/coremldata.bin")
    }
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path(".X.mlmodelc.1-1"), withDestinationPath: scratch.path(kept[0]))
    try scratch.write([1], ".X.mlmodelc.1-2")
    try scratch.makeFolder(".X.mlmodelc.1-3")
    let living = unsafe open(scratch.path(".X.mlmodelc.1-3"), O_RDONLY)
    defer { close(living) }
    #expect(flock(living, LOCK_EX | LOCK_NB) == 0)

    _ = try makeBundle(scratch)
    let others = [".X.mlmodelc.1-1", ".X.mlmodelc.1-2", ".X.mlmodelc.1-3", "X.mlmodelc"]
    #expect(try scratch.names() == (kept + others).sorted())
    #expect(try scratch.names(in: kept[0]) == ["coremldata.bin"])
  }

  /// Until the new bundle is there, the folder beside may be all that is left of the old one.
  @Test func theOldBundleOfAKilledWriterIsKeptUntilThereIsANewOne() throws {
    let scratch = try Scratch()
    try scratch.makeFolder(".X.mlmodelc.12-3.old")
    try scratch.write([1], "X.mlmodelc")
    #expect(throws: ModelError.self) { try makeBundle(scratch) }
    #expect(try scratch.names() == [".X.mlmodelc.12-3.old", "X.mlmodelc"])
  }

  @Test func aFolderThatIsNotThereIsNamed() throws {
    let scratch = try Scratch()
    let error = try #require(throws: ModelError.self) {
      try CompiledBundle.write(document(), to: scratch.path("no/X.mlmodelc"))
    }
    #expect(error.reason == .output)
    #expect(error.path == scratch.path("no/X.mlmodelc"))
  }

  // Bundles as Apple's compiler makes them have no checksums.

  private func makeForeignBundle(
    _ scratch: Scratch, variant: String, kind: UInt32 = 300
  ) throws -> String {
    let header = CompiledHeader(
      compilerVersion: [1, 0, 0], kind: kind, variant: variant, specificationVersion: 1)
    let bytes = try ModelCase.named("glm-regressor-linear").bytes()
    try scratch.makeFolder("A.mlmodelc")
    try scratch.write(header.encoded() + bytes, "A.mlmodelc/coremldata.bin")
    return scratch.path("A.mlmodelc")
  }

  @Test func aForeignBundleThatHoldsTheWholeModelIsRead() throws {
    let scratch = try Scratch()
    let path = try makeForeignBundle(scratch, variant: "spec")
    #expect(try ModelDocument.read(at: path).model.kind.name == "glmRegressor")
  }

  @Test func otherVariantsAreRefusedByName() throws {
    let scratch = try Scratch()
    let path = try makeForeignBundle(scratch, variant: "generic", kind: 401)
    let error = try #require(throws: ModelError.self) { try ModelDocument.read(at: path) }
    #expect(error.reason == .unsupportedVariant)
    #expect(error.message.contains("supportVectorClassifier"))
    #expect(error.hint != nil)
  }

  @Test func aHeaderOfAnotherKindIsNoticed() throws {
    let scratch = try Scratch()
    let path = try makeForeignBundle(scratch, variant: "spec", kind: 604)
    let error = try #require(throws: ModelError.self) { try ModelDocument.read(at: path) }
    #expect(error.reason == .bundle)
    #expect(error.message.contains("scaler") && error.message.contains("glmRegressor"))
  }

  @Test func aHeaderSurvivesItsOwnBytes() throws {
    let header = CompiledHeader(
      compilerVersion: [1, 2, 3], kind: 201, variant: "spec", specificationVersion: 4)
    let encoded = header.encoded()
    #expect(encoded.count == 72)
    let split = try #require(CompiledHeader.split(encoded + [1, 2]))
    #expect(split.header == header)
    #expect(split.payload == [1, 2])
    for length in 0..<encoded.count {
      #expect(CompiledHeader.split(Array(encoded[..<length])) == nil)
    }
  }
}
