@testable import ModelSpec
@testable import TabularML

/// The tables of `docs/compatibility.md`, made from what the code does.
enum CompatibilityTables {
  /// Each with the name of the place in the document where it stands.
  static var all: [(name: String, text: String)] {
    [
      ("kinds", kinds), ("layers", layers), ("operations", operations),
      ("features", features), ("readings", readings),
    ]
  }

  private static var kinds: String {
    table(
      ["kind", "field", "can be run"],
      ModelKindNames.known.sorted { $0.key < $1.key }.map { number, name in
        ["`\(name)`", "\(number)", Support(kind: number).rawValue]
      })
  }

  private static var layers: String {
    let names = LayerKindNames.known.sorted { $0.key < $1.key }
    return table(
      ["can be run", "layers"],
      Support.allCases.map { support in
        let own = names.filter { Support(layer: $0.key) == support }.map { "`\($0.value)`" }
        return [support.rawValue, own.joined(separator: " ")]
      })
  }

  private static var operations: String {
    let refused = OperationCatalog.refused.sorted()
    return table(
      ["can be run", "operations"],
      [
        (Support.runs, OperationCatalog.names), (.isRefused, refused),
        (.isNotTabular, OperationCatalog.notTabular.sorted()),
      ].map { [$0.0.rawValue, $0.1.map { "`\($0)`" }.joined(separator: " ")] })
  }

  private static var features: String {
    let array = ArrayFeatureType(shape: [2], dataType: .double)
    var types: [(String, FeatureType)] = [
      ("Int64", .int64), ("Double", .double), ("String", .string),
    ]
    for (name, type) in [
      ("Float16", ArrayFeatureType.DataType.float16), ("Float32", .float32), ("Double", .double),
      ("Int8", .int8), ("Int32", .int32),
    ] {
      types.append(("MultiArray of \(name)", .multiArray(.init(shape: [2], dataType: type))))
    }
    types += [
      ("Dictionary with String keys", .dictionary(.string)),
      ("Dictionary with Int64 keys", .dictionary(.int64)),
      ("Sequence of String", .sequence(.string, size: SizeRange(lowerBound: 0))),
      ("Sequence of Int64", .sequence(.int64, size: SizeRange(lowerBound: 0))),
      ("Image", .image(width: 2, height: 2)), ("State", .state(array)),
    ]
    return table(
      ["type", "as input and output"], types.map { [$0.0, Support($0.1).rawValue] })
  }

  private static var readings: String {
    table(
      ["name", "question", "standard reading", "other reading"],
      Conventions.openPoints.map { point in
        [point.name, point.question] + point.readings.map { "`\($0.name)`: \($0.meaning)" }
      })
  }

  private static func table(_ titles: [String], _ rows: [[String]]) -> String {
    let lines = [titles, titles.map { _ in "---" }] + rows
    return lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }
}
