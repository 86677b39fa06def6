import Tables

/// Finds what the names of members stand for.
///
/// The rows of a file tend to have their members in one order, so the name at each position is first
/// compared with the one that stood there before.
struct MemberNames {
  /// A feature that takes the value of a member.
  struct Target {
    var feature: Int
    /// Whether the member only stands in where one of another name is absent.
    var isStandIn: Bool
  }

  /// How many positions are remembered, and how many names that no feature takes.
  private static let limit = 256

  private let targets: [String: [Target]]
  private var order: [(name: [UInt8], targets: [Target])] = []
  /// Names that no feature takes, in the order in which they were seen.
  private(set) var unused: [String] = []
  private var seenUnused: Set<String>

  /// - Parameters:
  ///   - targets: The features that take each member.
  ///   - known: Names that need not be told of although no feature takes them.
  init(_ targets: [String: [Target]], known: Set<String>) {
    self.targets = targets
    seenUnused = known
  }

  /// The features that take a member, which is the so-manieth of its row.
  mutating func targets(of name: JSONText, at position: Int, in cursor: JSONCursor) -> [Target] {
    if position < order.count, cursor.isEqual(name, order[position].name) {
      return order[position].targets
    }
    let text = cursor.string(name)
    let found = targets[text] ?? []
    if found.isEmpty, unused.count < MemberNames.limit, seenUnused.insert(text).inserted {
      unused.append(text)
    }
    if position < order.count {
      order[position] = (Array(text.utf8), found)
    } else if position == order.count, position < MemberNames.limit {
      order.append((Array(text.utf8), found))
    }
    return found
  }
}
