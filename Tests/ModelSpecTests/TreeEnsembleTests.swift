import Testing

@testable import ModelSpec

/// Ensembles of trees: how they are read, and how the names of children are resolved.
@Suite struct TreeEnsembleTests {
  private static func node(_ id: UInt64, tree: UInt64 = 0) -> TreeEnsemble.Node {
    var node = TreeEnsemble.Node()
    (node.treeId, node.nodeId, node.behavior) = (tree, id, .leaf)
    return node
  }

  private static func branch(
    _ id: UInt64, _ children: (UInt64, UInt64), tree: UInt64 = 0
  ) -> TreeEnsemble.Node {
    var node = node(id, tree: tree)
    node.behavior = .lessThan
    (node.trueChildNodeId, node.falseChildNodeId) = children
    return node
  }

  @Test func resolvesChildrenInAnyOrder() throws {
    let far = UInt64.max
    let links = try TreeLinks(
      [
        Self.node(far, tree: 9), Self.node(4), Self.branch(2, (far - 1, 0), tree: 9),
        Self.node(0, tree: 9), Self.branch(1, (4, 7)), Self.branch(far - 1, (far, 8), tree: 9),
        Self.node(8, tree: 9), Self.node(7),
      ], at: "")
    #expect(links.roots == [2, 4])
    #expect(links.trueChild == [-1, -1, 5, -1, 1, 0, -1, -1])
    #expect(links.falseChild == [-1, -1, 3, -1, 7, 6, -1, -1])
  }

  @Test func tellsSomeOfManyFaults() throws {
    let nodes = (0..<100).map { Self.branch(UInt64($0), (1_000, 1_000)) }
    let error = #expect(throws: ModelError.self) { try TreeLinks(nodes, at: "trees") }
    #expect(error?.path == "trees.nodes[0].trueChildNodeId")
    #expect(error?.message.contains("199 more faults") == true)
    #expect((error?.message.utf8.count ?? 0) < 300)
  }

  /// A cycle beside a tree that is whole.
  @Test func findsNodesThatNoRootReaches() throws {
    let nodes = [
      Self.node(0), Self.branch(1, (2, 3)), Self.branch(2, (1, 4)), Self.node(3), Self.node(4),
    ]
    let error = #expect(throws: ModelError.self) { try TreeLinks(nodes, at: "trees") }
    #expect(error?.path == "trees.nodes[1]")
  }

  private static let whole: [UInt8] = {
    var ensemble = TreeEnsemble()
    ensemble.predictionDimensions = 2
    ensemble.basePredictionValue = [0.5, -.infinity]
    ensemble.nodes = [branch(300, (1, 2)), node(1), node(2)]
    ensemble.nodes[0].branchFeatureValue = 2.5
    ensemble.nodes[0].missingValueTracksTrueChild = true
    ensemble.nodes[1].relativeHitRate = 0.25
    for (index, values) in [(1, 0..<2), (2, 2..<3)] { ensemble.nodes[index].evaluations = values }
    ensemble.evaluations = [
      .init(index: 0, value: 1), .init(index: 1, value: -2), .init(index: 1, value: 1e300),
    ]
    let model = Model(
      specificationVersion: 1,
      description: ModelDescription(
        inputs: [Sample.feature("x", .double)],
        outputs: [Sample.feature("y", Sample.array([2]))], predictedFeatureName: "y"),
      kind: .treeEnsembleRegressor(TreeEnsembleRegressor(ensemble: ensemble)))
    return ModelEncoder.encode(model)
  }()

  @Test func readsWhatWasWritten() throws {
    let model = try ModelDocument(bytes: Self.whole).model
    guard case .treeEnsembleRegressor(let regressor) = model.kind else { return }
    #expect(regressor.ensemble.nodes.count == 3)
    #expect(regressor.ensemble.evaluations.map(\.value) == [1, -2, 1e300])
    #expect(ModelEncoder.encode(model) == Self.whole)
  }

  /// Every cut and every changed byte is refused or read, and none of them crashes.
  @Test func survivesDamage() {
    for length in Self.whole.indices {
      _ = try? ModelDocument(bytes: Array(Self.whole.prefix(length)))
      for byte: UInt8 in [0x00, 0x7f, 0x80, 0xff] {
        var bytes = Self.whole
        bytes[length] = byte
        _ = try? ModelDocument(bytes: bytes)
      }
    }
    #expect(throws: ModelError.self) { try ModelDocument(bytes: Array(Self.whole.dropLast())) }
  }

  @Test func aFieldOfAnotherTypeIsToldWithItsNode() throws {
    var node = WireWriter()
    node.double(2, 1)
    var ensemble = WireWriter()
    ensemble.message(1) { $0.int(3, 6) }
    ensemble.data(1, node.bytes)
    let error = #expect(throws: ModelError.self) {
      try TreeEnsembleReader.read(ensemble.bytes, at: ModelPath(text: "trees"))
    }
    #expect(error?.reason == .unreadable)
    #expect(error?.path == "trees.nodes[1]")
  }

  /// Numbers of a list may stand one by one, as older writers have them, and unknown fields are passed.
  @Test func readsListsThatAreNotPacked() throws {
    var ensemble = WireWriter()
    ensemble.double(3, 1.5)
    ensemble.text(99, "later")
    ensemble.double(3, 2.5)
    ensemble.doubles(3, [3.5])
    let read = try TreeEnsembleReader.read(ensemble.bytes, at: .root)
    #expect(read.basePredictionValue == [1.5, 2.5, 3.5])
  }
}
