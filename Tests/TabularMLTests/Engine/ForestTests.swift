import ModelSpec
import Testing

@testable import TabularML

/// The trees as they are laid out answer as the trees of the format, walked node by node.
@Suite struct ForestTests {
  typealias Behavior = TreeEnsemble.Node.Behavior

  static let special: [Double] = [
    -.infinity, -.greatestFiniteMagnitude, -1, -.leastNonzeroMagnitude, -0.0, 0,
    .leastNonzeroMagnitude, 1, 1.0.nextUp, .greatestFiniteMagnitude, .infinity, .nan,
  ]

  /// A branch with the leaves 1 (true) and 2 (false).
  private static func stump(_ behavior: Behavior, _ threshold: Double, tracksTrue: Bool) -> Model {
    var ensemble = TreeEnsemble()
    ensemble.predictionDimensions = 1
    var branch = TreeEnsemble.Node()
    branch.behavior = behavior
    branch.branchFeatureValue = threshold
    branch.missingValueTracksTrueChild = tracksTrue
    (branch.trueChildNodeId, branch.falseChildNodeId) = (7, 5)
    ensemble.nodes = [branch]
    for (id, value) in [(UInt64(5), 2.0), (7, 1)] {
      var leaf = TreeEnsemble.Node()
      leaf.nodeId = id
      leaf.behavior = .leaf
      leaf.evaluations = ensemble.evaluations.count..<ensemble.evaluations.count + 1
      ensemble.evaluations.append(.init(index: 0, value: value))
      ensemble.nodes.append(leaf)
    }
    return PlanTests.stage(
      .treeEnsembleRegressor(TreeEnsembleRegressor(ensemble: ensemble)), [("x", .double)],
      [("y", .double)])
  }

  private static func holds(_ behavior: Behavior, _ value: Double, _ threshold: Double) -> Bool {
    switch behavior {
    case .lessThanOrEqual: value <= threshold
    case .lessThan: value < threshold
    case .greaterThanOrEqual: value >= threshold
    case .greaterThan: value > threshold
    case .equal: value == threshold
    case .notEqual: value != threshold
    case .leaf: false
    }
  }

  @Test(arguments: [
    Behavior.lessThanOrEqual, .lessThan, .greaterThanOrEqual, .greaterThan, .equal, .notEqual,
  ])
  func comparesAsTheFormatSays(_ behavior: Behavior) throws {
    for threshold in Self.special {
      for tracksTrue in [false, true] {
        let plan = try Plan(Self.stump(behavior, threshold, tracksTrue: tracksTrue))
        let result = try plan.predict(
          FeatureBatch(rowCount: Self.special.count, columns: [.init(.doubles(Self.special))]))
        guard case .doubles(let answers) = result.outputs.columns[0].values else {
          Issue.record("no numbers")
          return
        }
        for (value, answer) in zip(Self.special, answers) {
          let goesTrue =
            value.isNaN ? tracksTrue : Self.holds(behavior, value, threshold)
          #expect(answer == (goesTrue ? 1 : 2), "\(value) \(behavior) \(threshold)")
        }
      }
    }
  }

  /// Numbers of 32 bits in a model let the inputs be rounded, if that reading is chosen.
  @Test func roundsInputsOnlyWhenAsked() throws {
    let model = Self.stump(.lessThanOrEqual, 0.5, tracksTrue: false)
    let row = FeatureBatch(rowCount: 1, columns: [.init(.doubles([Double(0.5).nextUp]))])
    var rounding = Conventions.standard
    rounding.treeInputs = .float32
    for (conventions, expected) in [(Conventions.standard, 2.0), (rounding, 1)] {
      let result = try Plan(model, conventions: conventions).predict(row)
      #expect(result.outputs.columns[0].double == expected)
    }
  }

  @Test func aBranchBeyondTheRowIsRefused() throws {
    var model = Self.stump(.equal, 0, tracksTrue: false)
    guard case .treeEnsembleRegressor(var regressor) = model.kind else { return }
    regressor.ensemble.nodes[0].branchFeatureIndex = 1
    model.kind = .treeEnsembleRegressor(regressor)
    let error = #expect(throws: ModelError.self) { try Plan(model) }
    #expect(error?.path == "treeEnsembleRegressor.treeEnsemble.nodes[0].branchFeatureIndex")
  }
}
