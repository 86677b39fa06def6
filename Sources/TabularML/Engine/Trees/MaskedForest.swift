import CFastPath

/// Small trees as masks of their leaves: no walking, every branch is compared for many rows at once.
///
/// A branch that does not hold leaves out the leaves behind its first child; the first leaf that remains
/// is the one that a walk would reach (Lucchese et al., QuickScorer, 2015). It serves trees of at
/// most 32 leaves that each add one number, where comparing in single precision loses nothing.
struct MaskedForest: Sendable {
  /// Fewer rows are walked: a comparison costs the same for one row as for a vector of them.
  static let fewestRows = 8

  private var branches: [fast_branch] = []
  private var starts: [UInt32] = [0]
  private var values: [Double] = []

  /// Whether elements are rounded up to single precision, or down.
  private let roundsUp: Bool

  /// Nil if a tree does not fit, or elements of double precision cannot be compared in single.
  ///
  /// An element x is at most t just as x, rounded up, is, if t is a number of single precision. It is
  /// below such a number t just as x, rounded down, is; then the threshold is the double before t.
  /// Elements that are `single` already are not rounded.
  init?(_ forest: Forest, areSingle: Bool) {
    guard !forest.hasEquality else { return nil }
    let thresholds = forest.nodes.indices.lazy.filter { Int(forest.nodes[$0].child) != $0 }
      .map { forest.nodes[$0].threshold }
    roundsUp = thresholds.allSatisfy { Double(Float($0)) == $0 }
    guard
      areSingle || roundsUp || thresholds.allSatisfy({ Double(Float($0.nextUp)) == $0.nextUp })
    else { return nil }
    for root in forest.roots {
      var leaves: [Double] = []
      guard add(Int(root), forest, &leaves) != nil else { return nil }
      values += leaves + Array(repeating: 0, count: 32 - leaves.count)
      starts.append(UInt32(truncatingIfNeeded: branches.count))
    }
  }

  /// Adds a subtree; gives how many leaves it has, or nil if it does not fit.
  private mutating func add(_ index: Int, _ forest: Forest, _ leaves: inout [Double]) -> Int? {
    let node = forest.nodes[index]
    if Int(node.child) == index {
      let entry = Int(forest.leafStarts[index])
      guard leaves.count < 32, Int(forest.leafEnds[index]) == entry + 1,
        forest.leafDimensions[entry] == 0
      else { return nil }
      leaves.append(forest.leafValues[entry])
      return 1
    }
    // Every branch adds a leaf, so a tree that is too deep has too many branches.
    guard branches.count - Int(starts.last ?? 0) < 31, !node.threshold.isNaN else { return nil }
    let place = branches.count
    branches.append(
      fast_branch(
        threshold: node.threshold.singleBelow,
        feature: node.feature & Forest.Node.featureMask, mask: 0))
    if node.feature & Forest.Node.missingGoesFirst != 0 { branches[place].feature |= 1 << 31 }
    let first = leaves.count
    guard let count = add(Int(node.child), forest, &leaves) else { return nil }
    branches[place].mask = ~((UInt32.max >> UInt32(32 - count)) << UInt32(first))
    return add(Int(node.child) + 1, forest, &leaves).map { count + $0 }
  }

  /// Adds the leaves of all trees to the sums of some rows; there is one sum a row.
  func addTrees(_ source: DoubleBlock, _ block: inout DoubleBlock, _ rows: Int) {
    let width = source.region.width
    let padded = (rows + Int(fast_tree_rows) - 1) / Int(fast_tree_rows) * Int(fast_tree_rows)
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: width * padded) { columns in
      unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: padded) { sums in
        unsafe columns.initialize(repeating: 0)
        unsafe sums.initialize(repeating: 0)
        unsafe source.values.withUnsafeBufferPointer { values in
          for row in 0..<rows {
            let start = source.start(row)
            for element in 0..<width {
              let value = unsafe values[start + element]
              unsafe columns[element * padded + row] =
                roundsUp ? value.singleAbove : value.singleBelow
            }
          }
        }
        for row in 0..<rows { unsafe sums[row] = block.values[block.start(row)] }
        unsafe add(UnsafeBufferPointer(columns), padded, sums)
        for row in 0..<rows { block.values[block.start(row)] = unsafe sums[row] }
      }
    }
  }

  private func add(
    _ columns: UnsafeBufferPointer<Float>, _ rows: Int, _ sums: UnsafeMutableBufferPointer<Double>
  ) {
    unsafe branches.withUnsafeBufferPointer { branches in
      unsafe starts.withUnsafeBufferPointer { starts in
        unsafe values.withUnsafeBufferPointer { values in
          guard let first = starts.baseAddress, let leaves = values.baseAddress,
            let columns = columns.baseAddress, let sums = sums.baseAddress,
            let branches = branches.baseAddress
          else { return }
          let trees = unsafe fast_trees(
            branches: branches, starts: first, values: leaves, count: starts.count - 1)
          unsafe fast_add_trees(vectorKind, trees, columns, rows, rows, sums)
        }
      }
    }
  }
}

extension Double {
  /// The greatest number of single precision that is not above.
  fileprivate var singleBelow: Float {
    let nearest = Float(self)
    return Double(nearest) > self ? nearest.nextDown : nearest
  }

  /// The least number of single precision that is not below.
  fileprivate var singleAbove: Float {
    let nearest = Float(self)
    return Double(nearest) < self ? nearest.nextUp : nearest
  }
}

/// The kind of vectors of this machine.
let vectorKind = fast_widest()
