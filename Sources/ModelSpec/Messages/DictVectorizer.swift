/// A dictionary by key becomes one by the key's place in a list.
package struct DictVectorizer: Sendable, Equatable {
  package enum Keys: Sendable, Equatable {
    case strings([String])
    case int64s([Int64])

    package var count: Int {
      switch self {
      case .strings(let keys): keys.count
      case .int64s(let keys): keys.count
      }
    }
  }

  package var keys: Keys

  package init(keys: Keys) { self.keys = keys }
}
