/// Which nodes of an ensemble are the children of which, by their places in the list of nodes.
///
/// The format names children by numbers that may be anything; here every name is resolved once, and
/// what comes out is a set of trees: no cycles, no node with two parents, one root for each tree.
package struct TreeLinks: Sendable {
  /// For each node the place of its child; -1 for a leaf.
  package private(set) var trueChild: [Int32]
  package private(set) var falseChild: [Int32]
  /// The nodes that are nobody's child, in the order of the list.
  package private(set) var roots: [Int32] = []

  private var parent: [Int32]

  package init(_ nodes: [TreeEnsemble.Node], at path: String) throws(ModelError) {
    let none = [Int32](repeating: -1, count: nodes.count)
    trueChild = none
    falseChild = none
    parent = none
    var faults = TreeFaults()
    let order = Self.order(nodes)
    var start = 0
    while start < order.count {
      let tree = nodes[Int(order[start])].treeId
      var end = start + 1
      while end < order.count, nodes[Int(order[end])].treeId == tree { end += 1 }
      link(nodes, order[start..<end], &faults)
      start = end
    }
    try faults.throwIfAny(at: path)
    try requireTrees(nodes, at: path)
  }

  /// The places of the nodes, sorted by tree and node: most files are written in that order.
  private static func order(_ nodes: [TreeEnsemble.Node]) -> [Int32] {
    var order = nodes.indices.map { Int32(truncatingIfNeeded: $0) }
    let isSorted = nodes.indices.dropFirst().allSatisfy { !isBefore(nodes[$0], nodes[$0 - 1]) }
    if !isSorted {
      order.sort { a, b in
        let (first, second) = (nodes[Int(a)], nodes[Int(b)])
        if isBefore(first, second) { return true }
        return !isBefore(second, first) && a < b
      }
    }
    return order
  }

  private static func isBefore(_ a: TreeEnsemble.Node, _ b: TreeEnsemble.Node) -> Bool {
    a.treeId != b.treeId ? a.treeId < b.treeId : a.nodeId < b.nodeId
  }

  /// Resolves the children within one tree, whose nodes are sorted.
  private mutating func link(
    _ nodes: [TreeEnsemble.Node], _ order: ArraySlice<Int32>, _ faults: inout TreeFaults
  ) {
    for place in order.indices {
      let index = Int(order[place])
      let node = nodes[index]
      if place > order.startIndex, nodes[Int(order[place - 1])].nodeId == node.nodeId {
        faults.add(index, "nodeId", "two nodes of tree \(node.treeId) have the id \(node.nodeId)")
      }
      guard node.behavior != .leaf else { continue }
      trueChild[index] = child(
        node.trueChildNodeId, "trueChildNodeId", of: place, nodes, order, &faults)
      falseChild[index] = child(
        node.falseChildNodeId, "falseChildNodeId", of: place, nodes, order, &faults)
    }
  }

  private mutating func child(
    _ id: UInt64, _ field: String, of place: Int, _ nodes: [TreeEnsemble.Node],
    _ order: ArraySlice<Int32>, _ faults: inout TreeFaults
  ) -> Int32 {
    let index = Int(order[place])
    let own = nodes[index].nodeId
    guard id != own else {
      faults.add(index, field, "node \(own) is its own child")
      return -1
    }
    guard let found = Self.find(id, near: place, own, nodes, order) else {
      faults.add(index, field, "node \(own) has the child \(id), which there is not")
      return -1
    }
    guard parent[Int(found)] < 0 else {
      faults.add(Int(found), "nodeId", "node \(id) is the child of two branches")
      return -1
    }
    parent[Int(found)] = Int32(truncatingIfNeeded: index)
    return found
  }

  /// Ids usually count up without gaps, so the first guess is nearly always right.
  private static func find(
    _ id: UInt64, near place: Int, _ own: UInt64, _ nodes: [TreeEnsemble.Node],
    _ order: ArraySlice<Int32>
  ) -> Int32? {
    let step = Int(truncatingIfNeeded: id &- own)
    let (guess, overflow) = place.addingReportingOverflow(step)
    if !overflow, order.indices.contains(guess), nodes[Int(order[guess])].nodeId == id {
      return order[guess]
    }
    var low = order.startIndex
    var high = order.endIndex
    while low < high {
      let middle = (low + high) / 2
      if nodes[Int(order[middle])].nodeId < id { low = middle + 1 } else { high = middle }
    }
    guard low < order.endIndex, nodes[Int(order[low])].nodeId == id else { return nil }
    return order[low]
  }

  /// Every tree has one root, from which all its nodes can be reached.
  private mutating func requireTrees(
    _ nodes: [TreeEnsemble.Node], at path: String
  ) throws(ModelError) {
    var faults = TreeFaults()
    var rootOfTree: Set<UInt64> = []
    var reached = 0
    var open: [Int32] = []
    var isReached = [Bool](repeating: false, count: nodes.count)
    for index in nodes.indices where parent[index] < 0 {
      roots.append(Int32(truncatingIfNeeded: index))
      if !rootOfTree.insert(nodes[index].treeId).inserted {
        faults.add(
          index, "", "tree \(nodes[index].treeId) has a second node that is nobody's child")
      }
      open.append(Int32(truncatingIfNeeded: index))
      while let next = open.popLast() {
        isReached[Int(next)] = true
        reached += 1
        for child in [trueChild, falseChild] where child[Int(next)] >= 0 {
          open.append(child[Int(next)])
        }
      }
    }
    if reached < nodes.count, let lost = isReached.firstIndex(of: false) {
      faults.add(lost, "", "node \(nodes[lost].nodeId) is its own descendant")
    }
    try faults.throwIfAny(at: path)
  }
}

/// The faults of an ensemble, of which the first few are told: a file may have one in each node.
struct TreeFaults {
  private static let shown = 5
  private var first: ModelError?
  private var others: [String] = []
  private var count = 0

  mutating func add(
    _ node: Int, _ field: String, _ message: @autoclosure () -> String,
    _ reason: ModelError.Reason = .structure
  ) {
    count += 1
    guard count <= Self.shown else { return }
    let place = "nodes[\(node)]" + (field.isEmpty ? "" : ".\(field)")
    if first == nil {
      first = ModelError(reason, at: place, message())
    } else {
      others.append(place)
    }
  }

  func throwIfAny(at path: String) throws(ModelError) {
    guard var error = first else { return }
    error.path = "\(path).\(error.path)"
    if count > 1 {
      error.message +=
        "; \(count - 1) more faults, at \(others.joined(separator: ", "))"
        + (count > Self.shown ? " and others" : "")
    }
    throw error
  }
}
