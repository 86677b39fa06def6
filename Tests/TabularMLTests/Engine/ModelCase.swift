import Foundation
import ModelSpec
import Tables
import Testing

@testable import TabularML

/// A folder with a model, rows to predict and the answers of another implementation.
struct ModelCase: Sendable, CustomTestStringConvertible {
  let name: String
  let folder: URL

  var testDescription: String { name }

  /// `Tests/Cases/models`, or a folder in it.
  static func folder(_ path: String = "") -> URL {
    var url = URL(filePath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.appending(path: "Cases/models").appending(path: path)
  }

  /// The cases of a folder in `Tests/Cases/models`, by name.
  static func all(in path: String = "") -> [ModelCase] { all(in: folder(path)) }

  /// The cases of a folder, by name.
  static func all(in folder: URL) -> [ModelCase] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { name in
      let url = folder.appending(path: name)
      guard FileManager.default.fileExists(atPath: url.appending(path: "expected.jsonl").path)
      else { return nil }
      return ModelCase(name: name, folder: url)
    }
  }

  func model() throws -> Model {
    for file in ["model.mlmodel", "model.mlpackage"] {
      let path = folder.appending(path: file).path
      if FileManager.default.fileExists(atPath: path) {
        return try ModelDocument.read(at: path).model
      }
    }
    throw CocoaError(.fileNoSuchFile)
  }

  func rows(_ file: String) throws -> [[String: Any]] {
    let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    return try text.split(separator: "\n").map { try JSON.object(String($0)) }
  }

  func json(_ file: String) throws -> [String: Any] {
    try JSON.object(try String(contentsOf: folder.appending(path: file), encoding: .utf8))
  }

  func tolerance() throws -> Tolerance {
    let tolerance = try #require(try json("case.json")["tolerance"] as? [String: Any])
    return Tolerance(
      absolute: try #require(JSON.double(tolerance["abs"])),
      relative: try #require(JSON.double(tolerance["rel"])))
  }
}

/// How far a number may be from the expected one.
struct Tolerance: Sendable {
  var absolute: Double
  var relative: Double

  func allows(_ found: Double, for expected: Double) -> Bool {
    if expected.isNaN || found.isNaN { return expected.isNaN && found.isNaN }
    if expected.isInfinite { return found == expected }
    return abs(found - expected) <= absolute + relative * abs(expected)
  }
}

/// Values as the case files write them.
enum JSON {
  static func object(_ text: String) throws -> [String: Any] {
    let any = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(any as? [String: Any])
  }

  static func double(_ any: Any?) -> Double? {
    switch any {
    case let text as String: ["nan": Double.nan, "inf": .infinity, "-inf": -.infinity][text]
    case let number as NSNumber: number.doubleValue
    default: nil
    }
  }

  /// A nested array flattened in C order, and its shape; nil if it is not an array of numbers.
  static func array(_ any: Any) -> (shape: [Int], elements: [Double])? {
    guard let parts = any as? [Any] else { return nil }
    guard parts.contains(where: { $0 is [Any] }) else {
      let elements = parts.compactMap { double($0) }
      return elements.count == parts.count ? ([parts.count], elements) : nil
    }
    let inner = parts.compactMap { array($0) }
    guard inner.count == parts.count, let first = inner.first else { return nil }
    return ([parts.count] + first.shape, inner.flatMap(\.elements))
  }
}
