/// `_B0000.DAT`: the branches of all trees as records in one list, their leaves in another.
struct CompiledTrees {
  /// One branch, taken apart.
  struct Branch {
    /// Which children are leaves, and whether the comparison is turned round.
    enum Children: UInt16 {
      /// The one that follows, and the one at an offset.
      case branches = 0
      /// The branch that follows, and a leaf.
      case branchAndLeaf = 2
      case leaves = 3
      /// A leaf where the comparison holds, and the branch that follows.
      case leafAndBranch = 14
    }

    var feature: UInt64
    var threshold: Double
    var children: Children
    var offset: Int
  }

  var branches: [Branch] = []
  /// Whether the comparison is < instead of ≤.
  var isLess = false
  /// The first branch of each tree.
  var roots: [Int] = []
  /// What each leaf adds, and to which dimension.
  var leaves: [TreeEnsemble.Evaluation] = []

  static func read(
    _ part: PartReader
  ) throws(ModelError) -> (ensemble: TreeEnsemble, transform: TreeTransform) {
    var reader = part
    var trees = CompiledTrees()
    try reader.expect(UInt64(0), "the first number")
    let layout = try Layout(&reader)
    let dimensionsPlace = reader.position
    let dimensions = try reader.count(elementSize: 8)
    guard dimensions > 0, layout.hasDimensions == (dimensions > 1) else {
      throw reader.damaged(
        "layout \(layout.rawValue) does not go with \(dimensions) dimensions", at: dimensionsPlace)
    }
    var base: [Double] = []
    for _ in 0..<dimensions { base.append(try reader.float64()) }
    try trees.readBranches(&reader, layout: layout, dimensions: dimensions)
    try reader.align(to: 8)
    try trees.readLeaves(&reader, layout: layout, dimensions: dimensions)
    try reader.align(to: 8)
    let rest = try PackedArray(&reader)
    guard rest.count == 0 else {
      throw reader.unknown("there are leaves of several values, whose layout is not known")
    }
    let transformPlace = reader.position
    let number: UInt32 = try reader.number()
    guard let transform = TreeTransform(rawValue: Int(number)) else {
      throw reader.unknown("the transform \(number) of the sums is not known", at: transformPlace)
    }
    try reader.expectEnd()
    var ensemble = try trees.ensemble(for: reader)
    ensemble.predictionDimensions = UInt64(dimensions)
    ensemble.basePredictionValue = base
    return (ensemble, transform)
  }

  /// How wide the numbers are, and whether each leaf says its dimension.
  enum Layout: UInt64 {
    case float32 = 3, float32Dimensions, float64 = 11, float64Dimensions

    init(_ reader: inout PartReader) throws(ModelError) {
      let place = reader.position
      let number: UInt64 = try reader.number()
      guard let layout = Layout(rawValue: number) else {
        throw reader.unknown("the layout \(number) of trees is not known", at: place)
      }
      self = layout
    }

    var isFloat32: Bool { self == .float32 || self == .float32Dimensions }
    var hasDimensions: Bool { self == .float32Dimensions || self == .float64Dimensions }
    /// A word and a threshold.
    var recordSize: Int { isFloat32 ? 6 : 10 }
  }
}
