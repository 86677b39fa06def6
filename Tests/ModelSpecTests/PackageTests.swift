import Foundation
import Testing

@testable import ModelSpec

@Suite struct PackageTests {
  private func makePackage(_ scratch: Scratch, item: String) throws {
    try scratch.makeFolder("X.mlpackage/Data")
    let manifest = """
      {"fileFormatVersion": "1.0.0", "rootModelIdentifier": "A", "itemInfoEntries": {"A":
      {"author": "a", "description": "d", "name": "n", "path": "\(item)"}}}
      """
    try scratch.write(Array(manifest.utf8), "X.mlpackage/Manifest.json")
  }

  @Test func readsTheRootModel() throws {
    let scratch = try Scratch()
    try makePackage(scratch, item: "a/b.mlmodel")
    try scratch.makeFolder("X.mlpackage/Data/a")
    let bytes = try ModelCase.named("glm-regressor-linear").bytes()
    try scratch.write(bytes, "X.mlpackage/Data/a/b.mlmodel")
    let document = try ModelDocument.read(at: scratch.path("X.mlpackage"))
    #expect(document.format == .package)
    #expect(document.bytes == bytes)
  }

  @Test(arguments: ["../model", "/etc/hostname", "a/../../../model", "", ".."])
  func pathsThatLeaveAreRefused(_ path: String) throws {
    let scratch = try Scratch()
    try scratch.write(ModelCase.named("glm-regressor-linear").bytes(), "model")
    try makePackage(scratch, item: path)
    let error = try #require(throws: ModelError.self) {
      try ModelDocument.read(at: scratch.path("X.mlpackage"))
    }
    #expect(error.reason == .path)
    #expect(error.path == "Manifest.json")
  }

  @Test func linksThatLeaveAreRefused() throws {
    let scratch = try Scratch()
    try scratch.write(ModelCase.named("glm-regressor-linear").bytes(), "model")
    try makePackage(scratch, item: "link/model")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("X.mlpackage/Data/link"), withDestinationPath: scratch.path(""))
    let error = try #require(throws: ModelError.self) {
      try ModelDocument.read(at: scratch.path("X.mlpackage"))
    }
    #expect(error.reason == .path)
  }

  @Test(arguments: [
    #"{"fileFormatVersion": "1.0.0", "rootModelIdentifier": "A"}"#,
    #"{"fileFormatVersion": 1, "rootModelIdentifier": "A", "itemInfoEntries": {}}"#,
    #"{"fileFormatVersion": "1.0.0", "rootModelIdentifier": "A", "itemInfoEntries": {"A": {"path": "x"}}}"#,
    String(repeating: "[", count: 100_000),
  ])
  func manifestsThatLackSomethingAreRefused(_ manifest: String) throws {
    let scratch = try Scratch()
    try scratch.makeFolder("X.mlpackage/Data")
    try scratch.write(Array(manifest.utf8), "X.mlpackage/Manifest.json")
    let error = try #require(throws: ModelError.self) {
      try ModelDocument.read(at: scratch.path("X.mlpackage"))
    }
    #expect(error.reason == .package)
    #expect(error.path == "Manifest.json")
  }

  @Test func linksInsideAreFollowed() throws {
    let scratch = try Scratch()
    try makePackage(scratch, item: "link")
    try scratch.write(ModelCase.named("glm-regressor-linear").bytes(), "X.mlpackage/Data/model")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("X.mlpackage/Data/link"), withDestinationPath: "model")
    #expect(try ModelDocument.read(at: scratch.path("X.mlpackage")).format == .package)
  }
}
