import Foundation
import Testing

@testable import ModelSpec

/// Packages of programs with their files of weights: read, written, and refused where they lead astray.
@Suite struct ProgramPackageTests {
  private static let source = ModelCase.named("program-mlp-fp32")

  private func copy(_ scratch: Scratch) throws -> (package: String, weights: String) {
    let package = scratch.path("model.mlpackage")
    try FileManager.default.copyItem(atPath: Self.source.path, toPath: package)
    return (package, package + "/Data/com.apple.CoreML/weights/weight.bin")
  }

  @Test(arguments: [
    "program-mlp-fp32", "package-pipeline-of-programs", "program-linear-all-inline",
  ])
  func aWrittenPackageHasTheSameModelAndWeights(_ name: String) throws {
    let scratch = try Scratch()
    let original = try ModelDocument.read(at: ModelCase.named(name).path)
    try ModelPackage.write(original, to: scratch.path("A.mlpackage"))
    let again = try ModelDocument.read(at: scratch.path("A.mlpackage"))
    #expect(again.bytes == original.bytes && again.model == original.model)
    #expect(again.weightFiles == original.weightFiles)
    try ModelPackage.write(again, to: scratch.path("B.mlpackage"))
    #expect(
      try scratch.read("A.mlpackage/Manifest.json") == scratch.read("B.mlpackage/Manifest.json"))
  }

  @Test func aLinkOutOfThePackageIsRefused() throws {
    let scratch = try Scratch()
    let (package, weights) = try copy(scratch)
    let outside = scratch.path("weight.bin")
    try FileManager.default.moveItem(atPath: weights, toPath: outside)
    try FileManager.default.createSymbolicLink(atPath: weights, withDestinationPath: outside)
    let error = #expect(throws: ModelError.self) { try ModelDocument.read(at: package) }
    #expect(error?.reason == .path)
  }

  @Test func aFolderInsteadOfWeightsIsRefused() throws {
    let scratch = try Scratch()
    let (package, weights) = try copy(scratch)
    try FileManager.default.removeItem(atPath: weights)
    try FileManager.default.createDirectory(atPath: weights, withIntermediateDirectories: false)
    let error = #expect(throws: ModelError.self) { try ModelDocument.read(at: package) }
    #expect(error?.reason == .package)
  }

  /// A single file has no weights beside it.
  @Test func theMessageAloneIsRefused() throws {
    let error = #expect(throws: ModelError.self) {
      try ModelDocument(bytes: Self.source.bytes())
    }
    #expect(error?.reason == .weights && error?.hint?.contains(".mlpackage") == true)
  }

  /// A bundle whose weights were changed, cut off or taken away.
  @Test(arguments: [0, 1, 2])
  func aBundleWithOtherWeightsIsRefused(_ damage: Int) throws {
    let scratch = try Scratch()
    let bundle = scratch.path("X.mlmodelc")
    try CompiledBundle.write(ModelDocument.read(at: Self.source.path), to: bundle)
    let weights = bundle + "/weights/weight.bin"
    var bytes = try [UInt8](Data(contentsOf: URL(filePath: weights)))
    switch damage {
    case 0: bytes[bytes.count - 1] ^= 1
    case 1: bytes.removeLast()
    default: bytes = []
    }
    if bytes.isEmpty {
      try FileManager.default.removeItem(atPath: weights)
    } else {
      try Data(bytes).write(to: URL(filePath: weights))
    }
    let error = #expect(throws: ModelError.self) { try ModelDocument.read(at: bundle) }
    #expect(error?.reason == .bundle)
  }

  @Test func aFunctionIsChosenByName() throws {
    let document = try ModelDocument.read(at: ModelCase.named("program-several-functions").path)
    #expect(document.model.functionNames == ["doubled", "plain"])
    let plain = try #require(try document.choosing(function: "plain"))
    guard case .mlProgram(let program) = plain.model.kind else {
      Issue.record("no program")
      return
    }
    #expect(program.entry == "plain" && plain.bytes == document.bytes)
    let missing = try document.choosing(function: "main")
    #expect(missing?.bytes == nil)
  }

  @Test(
    arguments: [
      (Program.DataType.uint4, [0x21, 0x43], [1, 2, 3]), (.int4, [0x8F], [-1, -8]),
      (.uint1, [0b101], [1, 0, 1]), (.uint3, [0b1101_1001, 0b1], [1, 3, 7]),
      (.uint6, [0b0100_0001, 0b1], [1, 5]), (.int8, [0xFF], [-1]), (.uint16, [1, 2], [513]),
    ] as [(Program.DataType, [UInt8], [Int32])])
  func smallIntegersAreReadLowBitsFirst(
    _ type: Program.DataType, _ bytes: [UInt8], _ expected: [Int32]
  ) {
    let found = ElementReader(type, count: expected.count).elements(.bytes(bytes))
    #expect(found == .ints(expected))
  }
}
