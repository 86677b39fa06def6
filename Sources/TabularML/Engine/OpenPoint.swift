/// One thing that the format leaves open: its name, the question, and the readings to choose from.
package struct OpenPoint: Sendable {
  package let name: String
  package let question: String
  /// The names of the readings and what they mean, the standard one first.
  package let readings: [(name: String, meaning: String)]
  /// Chooses a reading by name; false if there is none of that name.
  fileprivate let choose: @Sendable (String, inout Conventions) -> Bool

  init<Value: Reading>(_ property: any WritableKeyPath<Conventions, Value> & Sendable) {
    name = Value.pointName
    question = Value.question
    readings = Value.allCases.map { ($0.rawValue, $0.meaning) }
    choose = { text, conventions in
      guard let value = Value(rawValue: text) else { return false }
      conventions[keyPath: property] = value
      return true
    }
  }
}

/// A reading was named that there is not.
package struct UnknownReading: Error, Equatable {
  package var message: String
}

extension Conventions {
  /// The standard readings with others in the place of some, by the names of the open points.
  package init(_ readings: [String: String]) throws(UnknownReading) {
    self.init()
    for (name, reading) in readings.sorted(by: { $0.key < $1.key }) { try choose(name, reading) }
  }

  /// Takes another reading of an open point than the standard one.
  package mutating func choose(_ name: String, _ reading: String) throws(UnknownReading) {
    guard let point = Self.openPoints.first(where: { $0.name == name }) else {
      let names = Self.list(Self.openPoints.map(\.name))
      throw UnknownReading(message: "'\(name)' is no open point; choose \(names)")
    }
    guard point.choose(reading, &self) else {
      let names = Self.list(point.readings.map(\.name))
      throw UnknownReading(message: "'\(name)' can be read as \(names), not as '\(reading)'")
    }
  }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last else { return "none" }
    return names.dropLast().map { "'\($0)'" }.joined(separator: ", ") + " or '\(last)'"
  }
}
