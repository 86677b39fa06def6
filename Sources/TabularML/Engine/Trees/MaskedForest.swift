import CFastPath

/// Small trees as masks of their leaves: no walking, every branch is compared for many rows at once.
///
/// A branch that does not hold leaves out the leaves behind its first child; the first leaf that remains
/// is the one that a walk would reach (Lucchese et al., QuickScorer, 2015). It serves trees of at
/// most 32 leaves that each add one number.
///
/// An element is replaced by how many thresholds of the ensemble are below it, which is compared in its
/// place: x ≤ t just as so many as stand before t are below x. So single precision is exact.
struct MaskedForest: Sendable {
  /// Fewer rows are walked: a comparison costs the same for one row as for a vector of them.
  static let fewestRows = 8

  private var branches: [fast_branch] = []
  private var starts: [UInt32] = [0]
  private var values: [Double] = []

  /// For each element the thresholds that it is compared with, in their order.
  private let thresholds: [[Double]]

  /// Nil if a tree does not fit.
  init?(_ forest: Forest, width: Int) {
    // Trees lie one behind the other; 32 leaves have 31 branches.
    let ends = forest.roots.dropFirst() + [Int32(truncatingIfNeeded: forest.nodes.count)]
    guard !forest.hasEquality, zip(forest.roots, ends).allSatisfy({ $1 - $0 <= 63 }),
      !forest.nodes.contains(where: { $0.threshold.isNaN })
    else { return nil }
    var found = Array(repeating: Set<Double>(), count: width)
    for (index, node) in forest.nodes.enumerated() where Int(node.child) != index {
      found[Int(node.feature & Forest.Node.featureMask)].insert(node.threshold)
    }
    thresholds = found.map { $0.sorted() }
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
    guard branches.count - Int(starts.last ?? 0) < 31 else { return nil }
    let element = node.feature & Forest.Node.featureMask
    let place = branches.count
    branches.append(
      fast_branch(
        threshold: Float(rank(node.threshold, thresholds[Int(element)])), feature: element, mask: 0)
    )
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
        for (element, thresholds) in thresholds.enumerated() where !thresholds.isEmpty {
          for row in 0..<rows {
            let value = source.values[source.start(row) + element]
            unsafe columns[element * padded + row] =
              value.isNaN ? .nan : Float(rank(value, thresholds))
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

/// How many thresholds are below a number.
private func rank(_ value: Double, _ thresholds: [Double]) -> Int {
  unsafe thresholds.withUnsafeBufferPointer { thresholds in
    var first = 0
    var count = thresholds.count
    while count > 1 {
      let half = count / 2
      // A move and no jump: half of the jumps would be guessed wrong.
      first &+= unsafe thresholds[first &+ half &- 1] < value ? half : 0
      count &-= half
    }
    return unsafe first &+ (thresholds[first] < value ? 1 : 0)
  }
}

/// The kind of vectors of this machine.
let vectorKind = fast_widest()
