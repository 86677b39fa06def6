/// Puts a value where one is missing, or where it equals another one.
package struct Imputer: Sendable, Equatable {
  package enum ImputedValue: Sendable {
    case double(Double)
    case int64(Int64)
    case string(String)
    case doubleArray([Double])
    case int64Array([Int64])
    case stringDictionary([String: Double])
    case int64Dictionary([Int64: Double])
  }

  package enum ReplaceValue: Sendable {
    case double(Double)
    case int64(Int64)
    case string(String)
  }

  package var imputedValue: ImputedValue
  /// The value that counts as missing; without one only what is absent or not a number does.
  package var replaceValue: ReplaceValue?

  package init(imputedValue: ImputedValue, replaceValue: ReplaceValue? = nil) {
    self.imputedValue = imputedValue
    self.replaceValue = replaceValue
  }
}

// Not-a-number is a common value to replace, and two imputers that replace it are equal.

extension Imputer.ImputedValue: Equatable {
  package static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.int64(let a), .int64(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.doubleArray(let a), .doubleArray(let b)): a.map(\.bitPattern) == b.map(\.bitPattern)
    case (.int64Array(let a), .int64Array(let b)): a == b
    case (.stringDictionary(let a), .stringDictionary(let b)): a == b
    case (.int64Dictionary(let a), .int64Dictionary(let b)): a == b
    default: false
    }
  }
}

extension Imputer.ReplaceValue: Equatable {
  package static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.int64(let a), .int64(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    default: false
    }
  }
}
