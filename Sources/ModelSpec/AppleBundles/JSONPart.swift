import FoundationEssentials

/// A part of a bundle in JSON, with the way to each value for errors.
struct JSONPart {
  /// Files of tabular networks have hundreds of values.
  private static let maximumValues = 100_000

  indirect enum Value: Decodable, Equatable {
    case text(String), number(Double), bool(Bool), object([String: Value]), list([Value]), null

    init(from decoder: any Decoder) throws {
      if let keyed = try? decoder.container(keyedBy: Key.self) {
        var members: [String: Value] = [:]
        for key in keyed.allKeys {
          members[key.stringValue] = try keyed.decode(Value.self, forKey: key)
        }
        self = .object(members)
      } else if var list = try? decoder.unkeyedContainer() {
        var values: [Value] = []
        while !list.isAtEnd { values.append(try list.decode(Value.self)) }
        self = .list(values)
      } else {
        let single = try decoder.singleValueContainer()
        self =
          if single.decodeNil() {
            .null
          } else if let text = try? single.decode(String.self) {
            .text(text)
          } else if let truth = try? single.decode(Bool.self) {
            .bool(truth)
          } else {
            .number(try single.decode(Double.self))
          }
      }
    }
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The part, and the way from its beginning to the value.
  let path: String
  let value: Value

  /// Reads a whole part.
  init(_ name: String, of folder: BundleFolder) throws(ModelError) {
    let bytes = try folder.read(name)
    path = folder.path(name)
    guard bytes.count(where: { ",[{".utf8.contains($0) }) <= Self.maximumValues else {
      throw ModelError(
        .bundle, at: path, "this part has more than \(Self.maximumValues) values")
    }
    do {
      value = try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch {
      throw ModelError(.bundle, at: path, "this part is not JSON")
    }
  }

  private init(path: String, value: Value) {
    self.path = path
    self.value = value
  }

  var keys: [String] {
    guard case .object(let members) = value else { return [] }
    return members.keys.sorted()
  }

  /// A member of an object; nil without it.
  func member(_ name: String) -> JSONPart? {
    guard case .object(let members) = value, let value = members[name] else { return nil }
    return JSONPart(path: "\(path)\(path.contains(": ") ? "." : ": ")\(name)", value: value)
  }

  func required(_ name: String) throws(ModelError) -> JSONPart {
    guard let member = member(name) else {
      throw ModelError(.bundle, at: path, "'\(name)' is missing")
    }
    return member
  }

  func list() throws(ModelError) -> [JSONPart] {
    guard case .list(let values) = value else { throw wrong("a list") }
    return values.enumerated().map { JSONPart(path: "\(path)[\($0)]", value: $1) }
  }

  func text() throws(ModelError) -> String {
    guard case .text(let text) = value else { throw wrong("a text") }
    return text
  }

  /// A whole number that is not negative.
  func count() throws(ModelError) -> Int {
    guard case .number(let number) = value, number >= 0, let count = Int(exactly: number) else {
      throw wrong("a whole number")
    }
    return count
  }

  private func wrong(_ expected: String) -> ModelError {
    ModelError(.bundle, at: path, "this should be \(expected)")
  }

  /// The value may be right, but nobody knows what it says.
  func unknown(_ message: String) -> ModelError {
    ModelError(.unsupportedVariant, at: path, message, hint: CompiledStage.wayOut)
  }
}
