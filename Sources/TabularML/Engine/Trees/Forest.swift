import CFastPath
import ModelSpec

/// Trees laid out for walking: one list of small nodes, the two children of a branch side by side.
///
/// The six comparisons of the format become two. Of `<`, `≤`, `>` and `≥` each is `≤` with another
/// threshold or with the children exchanged, and `≠` is `=` with the children exchanged. A leaf is a
/// branch that always leads to itself, so that several rows can be walked in step.
struct Forest: Sendable {
  typealias Node = fast_node

  private(set) var nodes: [Node] = []
  private(set) var roots: [Int32] = []
  /// Whether there is a comparison for equality at all.
  private(set) var hasEquality = false
  /// What a leaf adds: its entries of the two lists behind.
  private(set) var leafStarts: [Int32] = []
  private(set) var leafEnds: [Int32] = []
  private(set) var leafDimensions: [Int32] = []
  private(set) var leafValues: [Double] = []

  /// Lays out trees that add to so many dimensions, for rows of so many elements.
  init(
    _ ensemble: TreeEnsemble, width: Int, dimensions: Int, path: String
  ) throws(ModelError) {
    let links = try TreeLinks(ensemble.nodes, at: path)
    nodes.reserveCapacity(ensemble.nodes.count)
    leafStarts.reserveCapacity(ensemble.nodes.count)
    leafEnds.reserveCapacity(ensemble.nodes.count)
    var open: [(source: Int, target: Int)] = []
    for root in links.roots {
      roots.append(Int32(truncatingIfNeeded: nodes.count))
      open.append((Int(root), addPlaces(1)))
      while let (source, target) = open.popLast() {
        let node = ensemble.nodes[source]
        if node.behavior == .leaf {
          let own = ensemble.evaluations[node.evaluations]
          try setLeaf(target, own, dimensions: dimensions, path: "\(path).nodes[\(source)]")
          continue
        }
        guard node.branchFeatureIndex < UInt64(min(width, Int(Node.featureMask))) else {
          throw ModelError(
            .value, at: "\(path).nodes[\(source)].branchFeatureIndex",
            "the branch asks for element \(node.branchFeatureIndex) of \(width)")
        }
        let children = addPlaces(2)
        let isExchanged = setBranch(target, node, children)
        let (first, second) =
          isExchanged
          ? (links.falseChild[source], links.trueChild[source])
          : (links.trueChild[source], links.falseChild[source])
        open.append((Int(second), children + 1))
        open.append((Int(first), children))
      }
    }
  }

  private mutating func addPlaces(_ count: Int) -> Int {
    let first = nodes.count
    for _ in 0..<count {
      nodes.append(Node(threshold: 0, feature: 0, child: 0))
      leafStarts.append(0)
      leafEnds.append(0)
    }
    return first
  }

  private mutating func setLeaf(
    _ target: Int, _ evaluations: ArraySlice<TreeEnsemble.Evaluation>, dimensions: Int,
    path: String
  ) throws(ModelError) {
    nodes[target] = Node(
      threshold: .infinity, feature: Node.missingGoesFirst, child: Int32(target))
    leafStarts[target] = Int32(truncatingIfNeeded: leafValues.count)
    for evaluation in evaluations {
      guard evaluation.index < UInt64(dimensions) else {
        throw ModelError(
          .value, at: path + ".evaluationInfo",
          "the leaf adds to dimension \(evaluation.index) of \(dimensions)")
      }
      leafDimensions.append(Int32(truncatingIfNeeded: evaluation.index))
      leafValues.append(evaluation.value)
    }
    leafEnds[target] = Int32(truncatingIfNeeded: leafValues.count)
  }

  /// - Returns: whether the children are exchanged.
  private mutating func setBranch(
    _ target: Int, _ node: TreeEnsemble.Node, _ children: Int
  ) -> Bool {
    let value = node.branchFeatureValue
    var feature = UInt32(truncatingIfNeeded: node.branchFeatureIndex)
    let (threshold, isExchanged): (Double, Bool) =
      switch node.behavior {
      case .equal: (value, false)
      case .notEqual: (value, true)
      // Nothing is less, equal or greater than what is no number.
      case _ where value.isNaN: (.nan, false)
      case .lessThan: (Self.below(value), false)
      case .greaterThanOrEqual: (Self.below(value), true)
      case .greaterThan: (value, true)
      case .lessThanOrEqual, .leaf: (value, false)
      }
    if node.behavior == .equal || node.behavior == .notEqual {
      feature |= Node.isEquality
      hasEquality = true
    }
    if node.missingValueTracksTrueChild != isExchanged { feature |= Node.missingGoesFirst }
    nodes[target] = Node(threshold: threshold, feature: feature, child: Int32(children))
    return isExchanged
  }

  /// The number t for which `x ≤ t` is `x < value`; nothing is below negative infinity.
  private static func below(_ value: Double) -> Double {
    value == -.infinity ? .nan : value.nextDown
  }
}

extension fast_node {
  static let isEquality = fast_node_equality
  /// What is no number goes to the first child.
  static let missingGoesFirst = fast_node_missing_first
  static let featureMask = missingGoesFirst - 1
}
