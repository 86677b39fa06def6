import Foundation
import ModelSpec
import Testing

@testable import Tables
@testable import TabularML

/// The same numbers in every run.
private struct SeededGenerator: RandomNumberGenerator {
  var shuffle: ShuffleGenerator
  mutating func next() -> UInt64 { shuffle.next() }
}

@Suite struct JSONFeatureReaderTests {
  static func array(
    _ name: String, _ shape: [Int64], _ type: ArrayFeatureType.DataType = .double,
    _ flexibility: ArrayFeatureType.Flexibility = .none
  ) -> FeatureDescription {
    FeatureDescription(
      name: name,
      type: .multiArray(
        ArrayFeatureType(shape: shape, dataType: type, flexibility: flexibility)))
  }

  static func block(_ lines: [String]) throws -> LineBlock {
    let bytes = [UInt8](lines.joined(separator: "\n").utf8)
    return try #require(try LineReader(TextSource(.bytes(bytes))).next())
  }

  /// All batches of some lines.
  static func batches(
    _ features: [FeatureDescription], _ lines: [String], mappings: [ColumnMapping] = [],
    isShapeFixed: Bool = false
  ) throws -> [JSONRows] {
    let block = try block(lines)
    var reader = try JSONFeatureReader(features, mappings: mappings, isShapeFixed: isShapeFixed)
    var batches: [JSONRows] = []
    var position = 0
    while position < block.ranges.count {
      let rows = reader.read(block, from: position)
      try #require(rows.range.lowerBound == position && !rows.range.isEmpty)
      position = rows.range.upperBound
      batches.append(rows)
    }
    return batches
  }

  /// The kinds of what is wrong with one line, each with the column where it shows.
  static func problems(_ feature: FeatureDescription, _ line: String) throws -> [String] {
    try batches([feature], [line], isShapeFixed: true).flatMap(\.problems).map { problem in
      #expect(problem.problem.kind == problem.kind)
      return "\(problem.kind.rawValue) \(problem.problem.place?.column ?? 0)"
    }
  }

  static let double = FeatureDescription(name: "d", type: .double)
  static let int64 = FeatureDescription(name: "n", type: .int64)
  static let string = FeatureDescription(name: "s", type: .string)

  @Test func everyType() throws {
    let features = [
      Self.double, Self.int64, Self.string, Self.array("a", [2, 2]),
      FeatureDescription(name: "i", type: .dictionary(.int64)),
      FeatureDescription(name: "k", type: .dictionary(.string)),
      FeatureDescription(name: "q", type: .sequence(.int64, size: SizeRange(lowerBound: 0))),
      FeatureDescription(name: "t", type: .sequence(.string, size: SizeRange(lowerBound: 0))),
      FeatureDescription(name: "o", type: .double, isOptional: true),
    ]
    let rows = try Self.batches(
      features,
      [
        #"{"d":1.5,"n":9007199254740993,"s":"é","a":[[1,"nan"],[-2.5e1,4]],"i":{"-7":1,"2":"inf"},"k":{"a b":0.5,"gone":null},"q":[1,2],"t":["x","\n"]}"#,
        #"{ "o" : null , "s":"", "q":[], "t":[], "k":{}, "i":{}, "n":-1, "d":"-inf", "a":[[0,0],[0,0]] }"#,
      ])
    #expect(rows.count == 1 && rows[0].problems.isEmpty)
    let batch = rows[0].batch
    func value(_ row: Int, _ column: Int) -> MLFeatureValue {
      batch.columns[column].value(at: row, type: features[column].type)
    }
    #expect(value(0, 0).doubleValue == 1.5)
    #expect(value(0, 1).int64Value == 9_007_199_254_740_993)
    #expect(value(0, 2).stringValue == "é")
    #expect(value(0, 4).dictionaryValue as? [Int64: Double] == [-7: 1, 2: .infinity])
    #expect(value(0, 5).dictionaryValue as? [String: Double] == ["a b": 0.5])
    #expect(value(0, 6).sequenceValue?.int64Values == [1, 2])
    #expect(value(0, 7).sequenceValue?.stringValues == ["x", "\n"])
    #expect(batch.columns[8].missing == [true, true])
    #expect(value(1, 0).doubleValue == -.infinity)
    #expect(value(1, 2).stringValue == "")
    guard case .arrays(let arrays) = batch.columns[3].values,
      case .doubles(let elements) = arrays.elements
    else { return #expect(Bool(false), "no arrays of doubles") }
    #expect(arrays.shape == [2, 2])
    #expect(elements[0] == 1 && elements[1].isNaN && elements[2...] == [-25, 4, 0, 0, 0, 0])
  }

  @Test(arguments: [
    (double, #"{"d":"four"}"#, ["wrong-type 6"]), (double, #"{"d":[1]}"#, ["wrong-type 6"]),
    (double, #"{"d":true}"#, ["wrong-type 6"]), (double, #"{"d":1e999}"#, ["lossy-integer 6"]),
    (double, #"{"d":null}"#, ["missing-feature 6"]), (double, #"{"e":1}"#, ["missing-feature 0"]),
    (double, #"{"d":1,"d":2}"#, ["duplicateKey 8"]),
    (double, #"{"d":1,"\u0064":2}"#, ["duplicateKey 8"]),
    (double, #"{"é":1,"d":"x"}"#, ["wrong-type 12"]), (double, #"{"d":1"#, ["badJSON 7"]),
    (double, "7", ["badJSON 1"]), (double, #"{"d":NaN}"#, ["badJSON 6"]),
    (int64, #"{"n":6.5}"#, ["lossy-integer 6"]), (int64, #"{"n":"3"}"#, ["wrong-type 6"]),
    (int64, #"{"n":3.0}"#, []), (int64, #"{"n":9223372036854775808}"#, ["lossy-integer 6"]),
    (string, #"{"s":1}"#, ["wrong-type 6"]), (string, #"{"s":["a"]}"#, ["wrong-type 6"]),
    (array("a", [2]), #"{"a":1}"#, ["wrong-type 6"]),
    (array("a", [2]), #"{"a":[1,2,3]}"#, ["wrong-shape 6"]),
    (array("a", [2]), #"{"a":[[1,2]]}"#, ["wrong-shape 6"]),
    (array("a", [2]), #"{"a":[]}"#, ["wrong-shape 6"]),
    (array("a", [2]), #"{"a":[1,"x"]}"#, ["wrong-type 9"]),
    (array("a", [2]), #"{"a":[1,null]}"#, ["wrong-type 9"]),
    (array("a", [2, 2]), #"{"a":[[1,2],[3]]}"#, ["wrong-shape 13"]),
    (array("a", [2, 2]), #"{"a":[[1,2],3]}"#, ["wrong-shape 13"]),
    (array("a", [2, 2]), #"{"a":[3,[1,2]]}"#, ["wrong-shape 9"]),
    (array("a", [2, 2]), #"{"a":[[],[1]]}"#, ["wrong-shape 10"]),
    (array("a", [1], .int32), #"{"a":[2147483648]}"#, ["lossy-integer 7"]),
    (array("a", [1], .int32), #"{"a":[-2147483648]}"#, []),
    (array("a", [1], .int32), #"{"a":[0.5]}"#, ["lossy-integer 7"]),
    (array("a", [1], .int32), #"{"a":["nan"]}"#, ["lossy-integer 7"]),
    (array("a", [1], .int8), #"{"a":[128]}"#, ["lossy-integer 7"]),
    (array("a", [1], .float16), #"{"a":[65504]}"#, []),
    (array("a", [1], .float16), #"{"a":[65520]}"#, ["lossy-integer 7"]),
    (array("a", [1], .float32), #"{"a":[1e39]}"#, ["lossy-integer 7"]),
    (array("a", [1], .float16), #"{"a":["inf"]}"#, []),
    (
      FeatureDescription(name: "i", type: .dictionary(.int64)), #"{"i":{"1":1,"01":2}}"#,
      ["duplicateKey 13"]
    ),
    (FeatureDescription(name: "i", type: .dictionary(.int64)), #"{"i":{"a":1}}"#, ["wrong-type 7"]),
    (
      FeatureDescription(name: "k", type: .dictionary(.string)), #"{"k":{"a":"b"}}"#,
      ["wrong-type 11"]
    ),
    (FeatureDescription(name: "k", type: .dictionary(.string)), #"{"k":[1]}"#, ["wrong-type 6"]),
    (
      FeatureDescription(name: "q", type: .sequence(.int64, size: SizeRange(lowerBound: 0))),
      #"{"q":[1,"a"]}"#, ["wrong-type 9"]
    ),
  ])
  func problems(_ feature: FeatureDescription, line: String, expected: [String]) throws {
    #expect(try Self.problems(feature, line) == expected)
  }

  /// Every problem of a row is told, and its neighbours are read.
  @Test func badRowsKeepTheirPlaces() throws {
    let rows = try Self.batches(
      [Self.double, Self.int64], [#"{"d":1,"n":1}"#, #"{"d":"x"}"#, "{", #"{"n":2,"d":2}"#])
    #expect(rows.count == 1)
    #expect(
      rows[0].problems.map { "\($0.row) \($0.kind.rawValue)" } == [
        "1 wrong-type", "1 missing-feature", "2 badJSON",
      ])
    #expect(rows[0].batch.columns[0].missing == [false, true, true, false])
    guard case .doubles(let numbers) = rows[0].batch.columns[0].values else { return }
    #expect(numbers[0] == 1 && numbers[3] == 2)
  }

  @Test func elementsAreRoundedToTheirType() throws {
    let features = [Self.array("h", [1], .float16), Self.array("f", [1], .float32)]
    let rows = try Self.batches(features, [#"{"h":[0.1],"f":[0.1]}"#])
    let elements = rows[0].batch.columns.map { column -> [Double] in
      guard case .arrays(let arrays) = column.values else { return [] }
      return arrays.elements.doubles
    }
    #expect(elements == [[Double(Float16(0.1))], [Double(Float(0.1))]])
  }

  /// A batch has arrays of one shape; a row of another shape begins the next one.
  @Test func batchesOfOneShape() throws {
    let lines = [
      #"{"a":[1,2,3]}"#, #"{"a":"x"}"#, #"{"a":[4,5,6]}"#, #"{"a":[1,2]}"#,
      #"{"a":[[1,2],[3,4]]}"#, #"{"a":null}"#,
    ]
    let rows = try Self.batches([Self.array("a", [2]), Self.optional], lines)
    #expect(rows.map(\.range) == [0..<3, 3..<4, 4..<6])
    let shapes = rows.map { rows -> [Int] in
      guard case .arrays(let arrays) = rows.batch.columns[0].values else { return [] }
      #expect(arrays.elements.doubles.count == rows.batch.rowCount * arrays.shape.reduce(1, *))
      return arrays.shape
    }
    #expect(shapes == [[3], [2], [2, 2]])
    #expect(rows.flatMap(\.problems).map(\.kind.rawValue) == ["wrong-type", "missing-feature"])
  }

  private static let optional = FeatureDescription(name: "o", type: .string, isOptional: true)

  /// Rows before the first array take its shape, too.
  @Test func missingArraysTakeTheShape() throws {
    var flexible = Self.array("a", [2], .double, .enumerated([[2], [3]]))
    flexible.isOptional = true
    let rows = try Self.batches([flexible], ["{}", #"{"a":[1,2,3]}"#])
    #expect(rows.count == 1)
    guard case .arrays(let arrays) = rows[0].batch.columns[0].values else { return }
    #expect(arrays.shape == [3] && arrays.elements.doubles == [0, 0, 0, 1, 2, 3])
  }

  @Test func aTargetIsAlsoTakenFromItsPlainName() throws {
    let features = [
      FeatureDescription(name: "y", type: .double),
      FeatureDescription(name: "y_true", type: .double),
    ]
    let rows = try Self.batches(
      features, [#"{"y":1}"#, #"{"y":1,"y_true":2}"#, #"{"y_true":2,"y":1}"#])
    #expect(rows[0].problems.isEmpty)
    let numbers = rows[0].batch.columns.map { column -> [Double] in
      guard case .doubles(let numbers) = column.values else { return [] }
      return numbers
    }
    #expect(numbers == [[1, 1, 1], [1, 2, 2]])
  }

  /// The target of a network is an array of one number, and a plain number in a file.
  @Test func aPlainNumberIsATarget() throws {
    let feature = Self.array("y_true", [1])
    let rows = try Self.batches([feature], [#"{"y":2.5}"#], isShapeFixed: true)
    #expect(rows[0].problems.isEmpty)
    #expect(
      rows[0].batch.columns[0].value(at: 0, type: feature.type).multiArrayValue?.dimensions == [1])
    #expect(try Self.batches([feature], [#"{"y":2.5}"#])[0].problems.map(\.kind) == ["wrong-type"])
  }

  @Test("An array without dimensions is a number")
  func noDimensions() throws {
    let feature = Self.array("x", [])
    let rows = try Self.batches([feature], [#"{"x":2.5}"#, #"{"x":[1]}"#, #"{"x":3}"#])
    #expect(rows.map(\.range) == [0..<1, 1..<2, 2..<3])
    let shapes = rows.map {
      $0.batch.columns[0].value(at: 0, type: feature.type).multiArrayValue?.dimensions
    }
    #expect(shapes == [[], [1], []])
  }

  @Test func aStandInOfAnotherShape() throws {
    let rows = try Self.batches(
      [Self.array("y_true", [1])], [#"{"y":[1],"y_true":[1,2]}"#, #"{"y":[1,2],"y_true":[3]}"#])
    #expect(rows.map(\.range) == [0..<1, 1..<2])
  }

  @Test func mappings() throws {
    let features = [Self.double, Self.string, Self.array("a", [2])]
    let mappings = ["d=speed", "s==a \"b\"\t\\", "a==[1, 2]"].compactMap { ColumnMapping($0) }
    let rows = try Self.batches(features, [#"{"speed":2,"s":"no","d":7}"#], mappings: mappings)
    let problems = rows[0].problems.map(\.problem.message)
    #expect(problems == [])
    let values = zip(rows[0].batch.columns, features).map { $0.value(at: 0, type: $1.type) }
    #expect(values[0].doubleValue == 2)
    #expect(values[1].stringValue == "a \"b\"\t\\")
    #expect(values[2].multiArrayValue?.dimensions == [2])
  }

  @Test(arguments: [
    ("x==1", "unknownFeature"), ("d==one", "wrong-type"), ("n==1.5", "lossy-integer"),
    ("a==[1,2", "wrong-type"), ("a==[1,2]]", "wrong-type"),
  ])
  func badMappings(_ mapping: String, kind: String) throws {
    let mapping = try #require(ColumnMapping(mapping))
    let problem = #expect(throws: TableProblem.self) {
      try JSONFeatureReader([Self.double, Self.int64, Self.array("a", [2])], mappings: [mapping])
    }
    #expect(problem?.kind.rawValue == kind)
  }

  @Test func unusedNames() throws {
    let block = try Self.block([
      #"{"d":1,"e":2,"f":{"d":3}}"#, #"{"e":2,"d":1}"#, #"{"g":0,"d":1}"#,
    ])
    var reader = try JSONFeatureReader([Self.double], known: ["g"])
    #expect(reader.read(block, from: 0).problems.isEmpty)
    #expect(reader.unusedNames == ["e", "f"])
  }

  @Test func nearNamesAreSuggested() throws {
    let feature = FeatureDescription(name: "lapTime", type: .double)
    let problem = try #require(
      try Self.batches([feature, Self.double], [#"{"lap_time":1,"d":2}"#])[0].problems.first?
        .problem)
    #expect(problem.didYouMean == "lap_time")
    #expect(problem.hint == "--map 'lapTime=lap_time'")
  }

  /// Damaged lines are answered with a problem or a row, never with a trap.
  @Test func damagedLines() throws {
    let features = [
      Self.double, Self.int64, Self.string,
      Self.array("a", [2, 2], .int8, .enumerated([[2, 2], [1]])),
      FeatureDescription(name: "i", type: .dictionary(.int64)),
      FeatureDescription(name: "k", type: .dictionary(.string), isOptional: true),
      FeatureDescription(name: "t", type: .sequence(.string, size: SizeRange(lowerBound: 0))),
    ]
    let whole = [
      #"{"d":-1.5e-3,"n":12,"s":"a\u00e9\ud83d\ude00\"","a":[[1,2],[3,4]],"i":{"1":2},"k":{"x":"nan"},"t":["y","z"]}"#,
      #"{"a":[7],"t":[],"i":{"-3":0.25,"4":null},"s":"","n":-9223372036854775808,"d":1E+5,"more":[{},[true,false,null]]}"#,
    ]
    let alphabet = Array("{}[]\",:\\u0123456789eE+-.aknNtf \t".utf8) + [0xC3, 0xA9, 0x1F]
    var generator = SeededGenerator(shuffle: ShuffleGenerator(seed: 7))
    for _ in 0..<4000 {
      var lines = whole.map { Array($0.utf8) }
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let line = Int.random(in: 0...1, using: &generator)
        guard !lines[line].isEmpty else { continue }
        let place = Int.random(in: 0..<lines[line].count, using: &generator)
        let byte = alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
        switch Int.random(in: 0...4, using: &generator) {
        case 0: lines[line][place] = byte
        case 1: lines[line].remove(at: place)
        case 2: lines[line].insert(byte, at: place)
        case 3: lines[line].removeSubrange(place...)
        default: lines[line] += lines[line][place...]
        }
      }
      let text = String(decoding: lines[0] + [0x0A] + lines[1], as: UTF8.self)
      let isBlank = lines.filter { $0.allSatisfy { $0 <= 0x20 } }.count
      guard isBlank < 2 else { continue }
      let batches = try Self.batches(features, [text])
      #expect(batches.reduce(0) { $0 + $1.batch.rowCount } == 2 - isBlank)
      for rows in batches {
        #expect(rows.batch.columns.allSatisfy { $0.hasRows(rows.batch.rowCount) })
        for problem in rows.problems {
          #expect(!problem.problem.message.isEmpty)
        }
      }
    }
  }
}
