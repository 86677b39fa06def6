import CFastPath
import ModelSpec
import Testing

@testable import TabularML

/// Trees as masks reach the leaves that walking reaches.
@Suite struct MaskedForestTests {
  /// With few levels many thresholds are equal; with many, an element has more than a byte can count.
  @Test(arguments: 1...12, [20, 4000] as [UInt64])
  func sameSumsAsWalking(seed: Int, levels: UInt64) throws {
    var random = NumberStream(state: UInt64(seed))
    var ensemble = TreeEnsemble()
    let orders: [TreeEnsemble.Node.Behavior] = [
      .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
    ]
    let trees = levels < 256 ? 7 : 100
    for tree in 0..<trees { grow(&random, tree, orders, levels, into: &ensemble) }
    let forest = try Forest(ensemble, width: 3, dimensions: 1, path: "")
    let masked = try #require(MaskedForest(forest, width: 3))
    let rows = 1 + Int(random.next(145))
    let odd: [Double] = [.nan, .infinity, -.infinity, 0, -0.0]
    let values = (0..<rows * 3).map { _ -> Double in
      if random.next(8) == 0 { return odd[Int(random.next(5))] }
      let value = Double(random.next(levels)) / 4 - 2
      return [value, value.nextUp, value.nextDown][Int(random.next(3))]
    }
    let input = DoubleBlock(
      values: values, region: DoubleRegion(buffer: 0, offset: 0, stride: 3, width: 3))
    let sum = DoubleRegion(buffer: 1, offset: 0, stride: 1, width: 1)
    var byMasks = DoubleBlock(values: Array(repeating: 0.5, count: rows), region: sum)
    masked.addTrees(input, &byMasks, rows)
    #expect(byMasks.values == walk(forest, values, rows))
  }

  /// Plainly, as the format says it.
  private func walk(_ forest: Forest, _ values: [Double], _ rows: Int) -> [Double] {
    (0..<rows).map { row in
      var sum = 0.5
      for root in forest.roots {
        var index = Int(root)
        while Int(forest.nodes[index].child) != index {
          let node = forest.nodes[index]
          let value = values[row * 3 + Int(node.feature & Forest.Node.featureMask)]
          let isFirst =
            value <= node.threshold
            || (value.isNaN && node.feature & Forest.Node.missingGoesFirst != 0)
          index = Int(node.child) + (isFirst ? 0 : 1)
        }
        sum += forest.leafValues[Int(forest.leafStarts[index])]
      }
      return sum
    }
  }

  /// A tree of up to 32 leaves, its branches in any of the orders.
  private func grow(
    _ random: inout NumberStream, _ tree: Int, _ orders: [TreeEnsemble.Node.Behavior],
    _ levels: UInt64, into ensemble: inout TreeEnsemble
  ) {
    let branches = random.next(32)
    for id in 0...2 * branches {
      var node = TreeEnsemble.Node()
      node.treeId = UInt64(tree)
      node.nodeId = id
      // The children of branch b are 2b + 1 and 2b + 2, so the branches come first.
      if id < branches {
        node.behavior = orders[Int(random.next(UInt64(orders.count)))]
        node.branchFeatureIndex = random.next(3)
        node.branchFeatureValue = Double(random.next(levels)) / 4 - 2
        node.missingValueTracksTrueChild = random.next(2) == 0
        (node.trueChildNodeId, node.falseChildNodeId) = (2 * id + 1, 2 * id + 2)
      } else {
        node.behavior = .leaf
        node.evaluations = ensemble.evaluations.count..<ensemble.evaluations.count + 1
        ensemble.evaluations.append(.init(index: 0, value: Double(random.next(1000)) / 7))
      }
      ensemble.nodes.append(node)
    }
  }
}

private struct NumberStream {
  var state: UInt64

  mutating func next(_ bound: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % bound
  }
}
