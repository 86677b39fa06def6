extension CompiledTrees {
  /// The trees as nodes: the numbers of trees and nodes count from 0, in the order of the file.
  func ensemble(for reader: PartReader) throws(ModelError) -> TreeEnsemble {
    var ensemble = TreeEnsemble()
    ensemble.nodes.reserveCapacity(branches.count + leaves.count)
    ensemble.evaluations = leaves
    for (tree, root) in roots.enumerated() {
      let end = tree + 1 < roots.count ? roots[tree + 1] : branches.count
      guard root < end, end <= branches.count, tree > 0 || root == 0 else {
        throw ModelError(
          .unsupportedVariant, at: reader.name,
          "tree \(tree) has no branch of its own, or its place is not known",
          hint: CompiledStage.wayOut)
      }
      guard append(tree, branches: root..<end, to: &ensemble) else {
        throw ModelError(
          .bundle, at: reader.name,
          "tree \(tree) is no tree: a branch or leaf has not exactly one place in it")
      }
    }
    return ensemble
  }

  /// Appends a tree: its branches first, then its leaves, so a node's number tells which it is.
  ///
  /// False if not each of them is the child of exactly one branch before it.
  private func append(
    _ tree: Int, branches range: Range<Int>, to ensemble: inout TreeEnsemble
  ) -> Bool {
    let firstLeaf = range.lowerBound + tree
    var isUsed = [Bool](repeating: false, count: 2 * range.count + 1)
    isUsed[0] = true
    func child(branch child: Int, of index: Int) -> UInt64? {
      child > index ? use(child - range.lowerBound, below: range.count) : nil
    }
    func child(leafAt offset: Int) -> UInt64? {
      use(range.count + offset, below: isUsed.count)
    }
    func use(_ node: Int, below end: Int) -> UInt64? {
      guard node > 0, node < end, !isUsed[node] else { return nil }
      isUsed[node] = true
      return UInt64(node)
    }
    for index in range {
      let branch = branches[index]
      let (yes, no): (UInt64?, UInt64?) =
        switch branch.children {
        case .branches:
          (child(branch: index + 1, of: index), child(branch: index + branch.offset, of: index))
        case .branchAndLeaf: (child(branch: index + 1, of: index), child(leafAt: branch.offset))
        case .leafAndBranch: (child(leafAt: branch.offset), child(branch: index + 1, of: index))
        case .leaves: (child(leafAt: branch.offset), child(leafAt: branch.offset + 1))
        }
      guard let yes, let no else { return false }
      var node = TreeEnsemble.Node()
      node.treeId = UInt64(tree)
      node.nodeId = UInt64(index - range.lowerBound)
      node.behavior = isLess ? .lessThan : .lessThanOrEqual
      node.branchFeatureIndex = branch.feature
      node.branchFeatureValue = branch.threshold
      (node.trueChildNodeId, node.falseChildNodeId) = (yes, no)
      ensemble.nodes.append(node)
    }
    for offset in 0...range.count {
      guard isUsed[range.count + offset] else { return false }
      var node = TreeEnsemble.Node()
      node.treeId = UInt64(tree)
      node.nodeId = UInt64(range.count + offset)
      node.behavior = .leaf
      node.evaluations = firstLeaf + offset..<firstLeaf + offset + 1
      ensemble.nodes.append(node)
    }
    return true
  }
}
