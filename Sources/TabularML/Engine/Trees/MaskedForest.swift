import CFastPath

/// Small trees as masks of their leaves: no walking, every branch is compared for many rows at once.
///
/// A branch that does not hold leaves out the leaves behind its first child; the first leaf that remains
/// is the one that a walk would reach (Lucchese et al., QuickScorer, 2015). It serves trees of at
/// most 32 leaves that each add one number.
///
/// Bytes are compared: an element is replaced by how many thresholds of the ensemble are below it, which
/// is above the place of a threshold just where the element is above the threshold.
struct MaskedForest: Sendable {
  /// Fewer rows are walked: a comparison costs the same for one row as for a vector of them.
  static let fewestRows = 5

  private var columns: RankColumns
  private var branches: [fast_branch] = []
  private var starts: [UInt32] = [0]
  private var values: [Double] = []

  /// What a tree's branches leave out: a column and a place in it, and a mask of the tree's leaves.
  private typealias Branch = (place: RankColumns.Place, leaves: UInt32)

  /// Nil if a tree does not fit.
  init?(_ forest: Forest, width: Int) {
    // Trees lie one behind the other; 32 leaves have 31 branches.
    let ends = forest.roots.dropFirst() + [Int32(truncatingIfNeeded: forest.nodes.count)]
    guard !forest.hasEquality, zip(forest.roots, ends).allSatisfy({ $1 - $0 <= 63 }),
      !forest.nodes.contains(where: { $0.threshold.isNaN })
    else { return nil }
    columns = RankColumns(forest, width: width)
    starts.reserveCapacity(4 * forest.roots.count + 1)
    values.reserveCapacity(32 * forest.roots.count)
    branches.reserveCapacity(forest.nodes.count)
    for root in forest.roots {
      var leaves: [Double] = []
      var tree: [Branch] = []
      guard add(Int(root), forest, &tree, &leaves) != nil else { return nil }
      values += leaves
      values += repeatElement(0, count: 32 - leaves.count)
      for group in 0..<4 {
        for (place, mask) in tree {
          let eight = UInt8(truncatingIfNeeded: mask >> (8 * UInt32(group)))
          guard eight != 0 else { continue }
          branches.append(
            fast_branch(column: place.column, threshold: place.threshold, leaves: eight))
        }
        starts.append(UInt32(truncatingIfNeeded: branches.count))
      }
    }
    guard !branches.isEmpty else { return nil }
  }

  /// Adds a subtree; gives how many leaves it has, or nil if it does not fit.
  private mutating func add(
    _ index: Int, _ forest: Forest, _ tree: inout [Branch], _ leaves: inout [Double]
  ) -> Int? {
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
    guard tree.count < 31, let place = columns.place(of: node) else { return nil }
    let branch = tree.count
    tree.append((place, 0))
    let first = leaves.count
    guard let count = add(Int(node.child), forest, &tree, &leaves) else { return nil }
    tree[branch].leaves = (UInt32.max >> UInt32(32 - count)) << UInt32(first)
    return add(Int(node.child) + 1, forest, &tree, &leaves).map { count + $0 }
  }

  /// Adds the leaves of all trees to the sums of some rows; there is one sum a row.
  func addTrees(_ source: DoubleBlock, _ block: inout DoubleBlock, _ rows: Int) {
    let padded = (rows + Int(fast_tree_rows) - 1) / Int(fast_tree_rows) * Int(fast_tree_rows)
    unsafe withUnsafeTemporaryAllocation(of: Int8.self, capacity: columns.count * padded) { ranks in
      unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: padded) { sums in
        unsafe ranks.initialize(repeating: 0)
        unsafe sums.initialize(repeating: 0)
        for row in 0..<rows { unsafe sums[row] = block.values[block.start(row)] }
        unsafe columns.fill(ranks, padded, source, rows)
        unsafe add(UnsafeBufferPointer(ranks), padded, sums)
        for row in 0..<rows { block.values[block.start(row)] = unsafe sums[row] }
      }
    }
  }

  private func add(
    _ ranks: UnsafeBufferPointer<Int8>, _ rows: Int, _ sums: UnsafeMutableBufferPointer<Double>
  ) {
    unsafe branches.withUnsafeBufferPointer { branches in
      unsafe starts.withUnsafeBufferPointer { starts in
        unsafe values.withUnsafeBufferPointer { values in
          guard let first = starts.baseAddress, let leaves = values.baseAddress,
            let ranks = ranks.baseAddress, let sums = sums.baseAddress,
            let branches = branches.baseAddress
          else { return }
          let trees = unsafe fast_trees(
            branches: branches, starts: first, values: leaves, count: starts.count / 4)
          unsafe fast_add_trees(vectorKind, trees, ranks, rows, sums)
        }
      }
    }
  }
}

/// The kind of vectors of this machine.
let vectorKind = fast_widest()
