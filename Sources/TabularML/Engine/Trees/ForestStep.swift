import CFastPath
import ModelSpec

/// Adds up the leaves of all trees, and transforms the sums.
///
/// Small trees are compared as masks. Others are walked tree by tree for all rows of a chunk, so that a
/// tree's nodes stay in the cache; and several rows at a time, so that the processor does not wait for
/// each comparison. Of single rows, several trees are walked at a time. A row's sum is the same bits in all
/// ways.
struct ForestStep: Step {
  var input: DoubleSlot
  var output: DoubleSlot
  var forest: Forest
  /// The same trees as masks, where they fit and the elements are of single precision.
  var masked: MaskedForest?
  var base: [Double]
  var transform: TreeTransform

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let source = workspace.block(input)
    var block = workspace.take(output)
    for row in 0..<workspace.rows {
      let start = block.start(row)
      for index in base.indices { block.values[start + index] = base[index] }
    }
    if let masked, workspace.rows >= MaskedForest.fewestRows {
      masked.addTrees(source, &block, workspace.rows)
    } else if workspace.rows < 4 {
      for row in 0..<workspace.rows { addTrees(source, &block, row: row) }
    } else if forest.hasEquality {
      addTrees(source, &block, workspace.rows, hasEquality: true)
    } else {
      addTrees(source, &block, workspace.rows, hasEquality: false)
    }
    for row in 0..<workspace.rows {
      let start = block.start(row)
      transform.apply(to: &block.values, start..<start + base.count)
    }
    workspace.put(block)
  }

  /// Adds the leaves that one row reaches.
  private func addTrees(_ source: DoubleBlock, _ block: inout DoubleBlock, row: Int) {
    let trees = forest.roots.count
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: trees) { leaves in
      unsafe leaves.initialize(repeating: 0)
      unsafe source.values.withUnsafeBufferPointer { values in
        unsafe forest.nodes.withUnsafeBufferPointer { nodes in
          unsafe forest.roots.withUnsafeBufferPointer { roots in
            guard let nodes = nodes.baseAddress, let roots = roots.baseAddress,
              let values = values.baseAddress, let leaves = leaves.baseAddress
            else { return }
            unsafe fast_walk(nodes, roots, trees, values + source.start(row), leaves)
          }
        }
      }
      unsafe block.values.withUnsafeMutableBufferPointer { sums in
        guard let sums = sums.baseAddress else { return }
        let target = unsafe sums + row * block.region.stride + block.region.offset
        for tree in 0..<trees { unsafe add(Int(leaves[tree]), to: target) }
      }
    }
  }

  @inline(__always)
  private func addTrees(
    _ source: DoubleBlock, _ block: inout DoubleBlock, _ rows: Int, hasEquality: Bool
  ) {
    let (stride, offset) = (source.region.stride, source.region.offset)
    let region = block.region
    unsafe source.values.withUnsafeBufferPointer { source in
      unsafe forest.nodes.withUnsafeBufferPointer { nodes in
        unsafe block.values.withUnsafeMutableBufferPointer { sums in
          guard let nodes = nodes.baseAddress, let source = source.baseAddress,
            let sums = sums.baseAddress
          else { return }
          let firstRow = unsafe source + offset
          let firstSum = unsafe sums + region.offset
          for root in forest.roots {
            var row = 0
            while row + 4 <= rows {
              let start = unsafe firstRow + row * stride
              let leaves = unsafe Self.descend(
                nodes, root, start, start + stride, start + 2 * stride, start + 3 * stride,
                hasEquality: hasEquality)
              for lane in 0..<4 {
                unsafe add(Int(leaves[lane]), to: firstSum + (row + lane) * region.stride)
              }
              row += 4
            }
            while row < rows {
              let start = unsafe firstRow + row * stride
              let leaves = unsafe Self.descend(
                nodes, root, start, start, start, start, hasEquality: hasEquality)
              unsafe add(Int(leaves[0]), to: firstSum + row * region.stride)
              row += 1
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private func add(_ leaf: Int, to sums: UnsafeMutablePointer<Double>) {
    for entry in Int(forest.leafStarts[leaf])..<Int(forest.leafEnds[leaf]) {
      unsafe sums[Int(forest.leafDimensions[entry])] += forest.leafValues[entry]
    }
  }

  /// The leaves that four rows reach; those that arrive early wait in theirs.
  @inline(__always)
  private static func descend(
    _ nodes: UnsafePointer<Forest.Node>, _ root: Int32, _ a: UnsafePointer<Double>,
    _ b: UnsafePointer<Double>, _ c: UnsafePointer<Double>, _ d: UnsafePointer<Double>,
    hasEquality: Bool
  ) -> SIMD4<Int32> {
    var (i, j, k, l) = (root, root, root, root)
    while true {
      let nextI = unsafe next(nodes, i, a, hasEquality: hasEquality)
      let nextJ = unsafe next(nodes, j, b, hasEquality: hasEquality)
      let nextK = unsafe next(nodes, k, c, hasEquality: hasEquality)
      let nextL = unsafe next(nodes, l, d, hasEquality: hasEquality)
      let moved = (i ^ nextI) | (j ^ nextJ) | (k ^ nextK) | (l ^ nextL)
      (i, j, k, l) = (nextI, nextJ, nextK, nextL)
      if moved == 0 { return SIMD4(i, j, k, l) }
    }
  }

  @inline(__always)
  private static func next(
    _ nodes: UnsafePointer<Forest.Node>, _ index: Int32, _ row: UnsafePointer<Double>,
    hasEquality: Bool
  ) -> Int32 {
    let node = unsafe nodes[Int(index)]
    let value = unsafe row[Int(node.feature & Forest.Node.featureMask)]
    var isFirst = value <= node.threshold
    if hasEquality, node.feature & Forest.Node.isEquality != 0 {
      isFirst = value == node.threshold
    }
    let goesFirst =
      isFirst || (value.isNaN && node.feature & Forest.Node.missingGoesFirst != 0)
    return node.child &+ (goesFirst ? 0 : 1)
  }
}

extension TreeTransform {
  /// Replaces the sums of one row by what the model answers.
  func apply(to values: inout [Double], _ range: Range<Int>) {
    switch self {
    case .none: return
    case .softMax: SoftMax.apply(to: &values, range)
    case .logistic: for index in range { values[index] = LinkFunction.logistic(values[index]) }
    case .softMaxWithZeroClassReference: SoftMax.applyWithZero(to: &values, range)
    }
  }
}
