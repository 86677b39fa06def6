import Testing

@testable import ModelSpec

/// `_B0000.DAT`: every branch, leaf, base and label of a tree ensemble comes back.
@Suite struct AppleTreeTests {
  /// The ensemble of a model, alone or as the last stage of a pipeline.
  private static func ensemble(of model: Model) -> (trees: TreeEnsemble, transform: TreeTransform)?
  {
    switch model.kind {
    case .treeEnsembleRegressor(let regressor):
      (regressor.ensemble, regressor.postEvaluationTransform)
    case .treeEnsembleClassifier(let classifier):
      (classifier.ensemble, classifier.postEvaluationTransform)
    default: model.kind.pipeline?.models.last.flatMap(ensemble(of:))
    }
  }

  /// Whether the layout is known for an ensemble.
  private static func isKnown(_ ensemble: TreeEnsemble) -> Bool {
    let branches = ensemble.nodes.filter { $0.behavior != .leaf }
    let trees = Set(ensemble.nodes.map(\.treeId))
    return !ensemble.nodes.isEmpty && Set(branches.map(\.behavior)).count == 1
      && [.lessThan, .lessThanOrEqual].contains(branches[0].behavior)
      && Set(branches.map(\.treeId)) == trees
      && !branches.contains(where: \.missingValueTracksTrueChild)
      && !branches.contains { !$0.evaluations.isEmpty }
      && branches.allSatisfy { $0.branchFeatureIndex < 16 }
      && ensemble.nodes.allSatisfy { $0.behavior != .leaf || $0.evaluations.count == 1 }
      && ensemble.nodes.count < 400
  }

  static let cases = ModelCase.all(in: ModelCase.root).filter { modelCase in
    guard let model = try? ModelDecoder.decode(modelCase.bytes()), let found = ensemble(of: model)
    else { return false }
    return isKnown(found.trees)
  }

  /// Trees as texts, without the numbers of nodes.
  private static func texts(_ ensemble: TreeEnsemble) throws -> [String] {
    let links = try TreeLinks(ensemble.nodes, at: "")
    func text(_ index: Int) -> String {
      let node = ensemble.nodes[index]
      guard node.behavior != .leaf else {
        return "\(node.evaluations.map { ensemble.evaluations[$0] })"
      }
      let children = (Int(links.trueChild[index]), Int(links.falseChild[index]))
      return
        "(x\(node.branchFeatureIndex) \(node.behavior) \(node.branchFeatureValue.bitPattern) ? "
        + "\(text(children.0)) : \(text(children.1)))"
    }
    return links.roots.map { text(Int($0)) }
  }

  /// The same model with the other comparison, and numbers of 32 bits.
  private static func varied(_ model: Model) -> Model {
    func vary(_ ensemble: TreeEnsemble) -> TreeEnsemble {
      var varied = ensemble
      for index in varied.nodes.indices where varied.nodes[index].behavior != .leaf {
        varied.nodes[index].behavior = .lessThan
        varied.nodes[index].branchFeatureValue = Double(
          Float(varied.nodes[index].branchFeatureValue))
      }
      for index in varied.evaluations.indices {
        varied.evaluations[index].value = Double(Float(varied.evaluations[index].value))
      }
      return varied
    }
    var model = model
    switch model.kind {
    case .treeEnsembleRegressor(var regressor):
      regressor.ensemble = vary(regressor.ensemble)
      model.kind = .treeEnsembleRegressor(regressor)
    case .treeEnsembleClassifier(var classifier):
      classifier.ensemble = vary(classifier.ensemble)
      model.kind = .treeEnsembleClassifier(classifier)
    default: break
    }
    return model
  }

  @Test(arguments: cases, [false, true])
  func returnsEveryBranchAndLeaf(_ modelCase: ModelCase, isVaried: Bool) throws {
    var model = try ModelDecoder.decode(modelCase.bytes())
    if isVaried { model = Self.varied(model) }
    let found = try ModelDecoder.decode(AppleBundleTests.read(AppleBundle(model).parts))
    try ModelValidator.validate(found)
    #expect(found.description == model.description)
    let (expected, transform) = try #require(Self.ensemble(of: model))
    let (trees, foundTransform) = try #require(Self.ensemble(of: found))
    #expect(foundTransform == transform)
    #expect(trees.predictionDimensions == expected.predictionDimensions)
    let zeros = [Double](repeating: 0, count: Int(expected.predictionDimensions))
    let bases = [trees, expected].map {
      $0.basePredictionValue.isEmpty ? zeros : $0.basePredictionValue
    }
    #expect(bases[0] == bases[1])
    #expect(try Self.texts(trees) == Self.texts(expected))
    if case .treeEnsembleClassifier(let classifier) = model.kind {
      guard case .treeEnsembleClassifier(let foundClassifier) = found.kind else {
        Issue.record("\(found.kind.name)")
        return
      }
      #expect(foundClassifier.labels == classifier.labels)
    }
  }

  /// Single and several dimensions, in 32 and in 64 bits, ≤ and <.
  @Test func allLayoutsAreAmongTheCases() throws {
    var found: Set<String> = []
    for modelCase in Self.cases {
      let model = try ModelDecoder.decode(modelCase.bytes())
      for model in [model, Self.varied(model)] {
        let parts = AppleBundle(model).parts
        let file = try #require(parts.first { $0.key.hasSuffix("_B0000.DAT") }).value
        found.insert("layout \(file[8])")
        found.insert("comparison \(file[37 + 8 * Int(file[16])])")
      }
    }
    for name in [3, 4, 11, 12].map({ "layout \($0)" }) + ["comparison 0", "comparison 2"] {
      #expect(found.contains(name), "\(found.sorted())")
    }
  }
}
