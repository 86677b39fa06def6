@testable import ModelSpec

/// Writes `_B0000.DAT` for ensembles of branches with ≤ or <, a value a leaf, no tree a single leaf.
struct AppleTrees {
  let bytes: [UInt8]

  private struct Branch {
    var feature: UInt64
    var threshold: Double
    var flags: UInt16
    var offset: Int
  }

  init(_ ensemble: TreeEnsemble, transform: TreeTransform) {
    var layout = Layouter(ensemble)
    let roots = layout.write()
    let dimensions = Int(ensemble.predictionDimensions)
    let isFloat32 = (layout.branches.map(\.threshold) + layout.leaves.map(\.value)).allSatisfy {
      Double(Float($0)) == $0
    }
    let featureBits = Self.bits(Int(layout.branches.map(\.feature).max() ?? 0))
    let offsetBits = Self.bits(layout.branches.map(\.offset).max() ?? 0)
    precondition(featureBits + 4 + offsetBits <= 16)
    var writer = PartWriter()
    writer.number(UInt64(0))
    writer.number(UInt64((isFloat32 ? 3 : 11) + (dimensions > 1 ? 1 : 0)))
    writer.number(UInt64(dimensions))
    for index in 0..<dimensions {
      let base = ensemble.basePredictionValue
      writer.number((base.isEmpty ? 0 : base[index]).bitPattern)
    }
    writer.number(UInt32(0))
    writer.number(UInt16(isFloat32 ? 6 : 10))
    writer.number(UInt8(featureBits))
    writer.number(UInt8(4))
    writer.number(UInt16(offsetBits))
    writer.number(UInt16(8))
    writer.number(UInt8(0))
    writer.number(UInt8(layout.isLess ? 2 : 0))
    writer.number(UInt16(0))
    writer.number(UInt64(0x1234_5678_9abc_def0))
    writer.number(UInt64(dimensions))
    writer.number(UInt64((isFloat32 ? 6 : 10) * (layout.branches.count + 1)))
    for branch in layout.branches + [Branch(feature: 0, threshold: 0, flags: 0, offset: 0)] {
      let word =
        UInt16(branch.feature) | branch.flags << UInt16(featureBits)
        | UInt16(branch.offset) << UInt16(16 - offsetBits)
      writer.number(word)
      if isFloat32 {
        writer.number(Float(branch.threshold).bitPattern)
      } else {
        writer.number(branch.threshold.bitPattern)
      }
    }
    writer.align(to: 8)
    writer.packed(roots)
    writer.packed(dimensions > 1 ? layout.leaves.map { Int($0.index) } : [])
    writer.number(UInt64(layout.leaves.count))
    for leaf in layout.leaves {
      if isFloat32 {
        writer.number(Float(leaf.value).bitPattern)
      } else {
        writer.number(leaf.value.bitPattern)
      }
    }
    writer.align(to: 8)
    writer.packed([])
    writer.number(UInt32(transform.rawValue))
    bytes = writer.bytes
  }

  private static func bits(_ value: Int) -> Int { max(1, Int.bitWidth - value.leadingZeroBitCount) }

  /// Puts the branches of each tree in the order in which they are walked.
  private struct Layouter {
    let ensemble: TreeEnsemble
    let byName: [[UInt64]: TreeEnsemble.Node]
    var branches: [Branch] = []
    var leaves: [TreeEnsemble.Evaluation] = []
    var isLess = false

    init(_ ensemble: TreeEnsemble) {
      self.ensemble = ensemble
      byName = Dictionary(
        uniqueKeysWithValues: ensemble.nodes.map { ([$0.treeId, $0.nodeId], $0) })
    }

    mutating func write() -> [Int] {
      let children = Set(
        ensemble.nodes.filter { $0.behavior != .leaf }.flatMap {
          [[$0.treeId, $0.trueChildNodeId], [$0.treeId, $0.falseChildNodeId]]
        })
      var roots: [Int] = []
      for root in ensemble.nodes where !children.contains([root.treeId, root.nodeId]) {
        roots.append(branches.count)
        let leafBase = leaves.count
        write(root, leafBase)
      }
      return roots
    }

    private mutating func write(_ node: TreeEnsemble.Node, _ leafBase: Int) {
      guard let yes = byName[[node.treeId, node.trueChildNodeId]],
        let no = byName[[node.treeId, node.falseChildNodeId]]
      else { return }
      isLess = node.behavior == .lessThan
      let index = branches.count
      branches.append(
        Branch(
          feature: node.branchFeatureIndex, threshold: node.branchFeatureValue, flags: 0, offset: 0)
      )
      func leaf(_ node: TreeEnsemble.Node) -> Int {
        leaves.append(ensemble.evaluations[node.evaluations.lowerBound])
        return leaves.count - 1 - leafBase
      }
      switch (yes.behavior == .leaf, no.behavior == .leaf) {
      case (false, false):
        write(yes, leafBase)
        branches[index].offset = branches.count - index
        write(no, leafBase)
      case (false, true):
        branches[index].flags = 2
        branches[index].offset = leaf(no)
        write(yes, leafBase)
      case (true, false):
        branches[index].flags = 14
        branches[index].offset = leaf(yes)
        write(no, leafBase)
      case (true, true):
        branches[index].flags = 3
        branches[index].offset = leaf(yes)
        _ = leaf(no)
      }
    }
  }
}
