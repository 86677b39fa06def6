import Foundation
import Laps
import Tables
import Testing

/// A lap file and what must come out of it.
struct LapCase: Sendable, CustomTestStringConvertible {
  struct Expected: Decodable, Sendable {
    struct Row: Decodable, Sendable {
      var line: Int
      var course: String?
      var distance, lapNumber, lapDistance, cumDistance, lapTime, cumTime, duration: Double?
    }
    struct LeftOut: Decodable, Sendable, Equatable {
      var line: Int
      var why: String
    }
    var producer: String
    var rows: [Row]
    var runs: [Int]
    var leftOut: [LeftOut]
    var notes: [String]
  }
  struct Failure: Decodable, Sendable {
    var kind: String
    var line: Int?
    var column: Int?
    var name: String?
    var value: String?
    var didYouMean: String?
  }
  private struct File: Decodable {
    var command: String
    var options: [String]
    var expect: Expected?
    var error: Failure?
  }

  var name: String
  var bytes: [UInt8]
  var options: LapOptions
  var expect: Expected?
  var error: Failure?

  var testDescription: String { name }

  init(_ url: URL) throws {
    name = url.deletingPathExtension().lastPathComponent
    bytes = [UInt8](try Data(contentsOf: url.deletingPathExtension().appendingPathExtension("csv")))
    let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: url))
    options = try LapCase.options(file.command, file.options)
    expect = file.expect
    error = file.error
  }

  /// The cases in a folder, by name.
  static func all(in folder: URL) -> [LapCase] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".json") }.sorted().compactMap {
      try? LapCase(folder.appendingPathComponent($0))
    }
  }

  /// The cases that belong to this repository.
  static let own = all(
    in: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Cases/laps"))

  /// Files of other people, which stand beside the repository and not in it.
  static let foreign: [LapCase] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let said = ProcessInfo.processInfo.environment["RUNPREDICT_SHARED_CASES"]
    let folder =
      said.map { URL(filePath: $0) }
      ?? root.deletingLastPathComponent().appendingPathComponent("shared/cases")
    let names = Set(own.map(\.name))
    return all(in: folder.appendingPathComponent("laps")).filter { !names.contains($0.name) }
  }()

  struct UnknownOption: Error { var text: String }

  static func options(_ command: String, _ arguments: [String]) throws -> LapOptions {
    var options = LapOptions()
    options.purpose = command == "update" ? .update : .predict
    var rest = arguments[...]
    while let name = rest.popFirst(), let value = rest.popFirst() {
      switch name {
      case "--map":
        guard let map = ColumnMapping(value) else { throw UnknownOption(text: value) }
        options.maps.append(map)
      case "--course": options.course = value
      case "--distance": options.distance = DistanceText.metres(value)
      case "--units": options.units = LapOptions.Units(rawValue: value)
      case "--delimiter": options.delimiter = value.utf8.first
      case "--decimal": options.decimal = DecimalMark(rawValue: value)
      case "--encoding": options.encoding = TextEncoding(name: value)
      case "--skip": options.skip = Int(value) ?? 0
      case "--on-error": options.onError = LapOptions.ErrorPolicy(rawValue: value) ?? .stop
      default: throw UnknownOption(text: name)
      }
    }
    return options
  }
}
