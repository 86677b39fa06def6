import CFastPath

/// The elements of rows as bytes: how many thresholds of an ensemble are below each.
///
/// An element with more thresholds than a byte can count has several columns, each for some of them. What
/// is no number is below all thresholds of a column or above: so an element whose branches disagree
/// about it has columns of both sorts.
struct RankColumns: Sendable {
  /// Where a threshold is: a row's rank in the column is above it just where the element is.
  struct Place: Sendable {
    var column: UInt16
    var threshold: Int8
  }

  private struct Column: Sendable {
    var element: Int
    /// The thresholds' indexes among those of the element.
    var range: Range<Int>
    var missing: Int8
  }

  /// For each element the thresholds that it is compared with, in their order.
  private let thresholds: [[Double]]
  private var columns: [Column] = []
  /// The tables of the columns, as `fast_rank` reads them.
  private var tables: [Double] = []
  /// For each element its columns, by the part of the thresholds and whether what is no number comes first.
  private var known: [[Int]]

  init(_ forest: Forest, width: Int) {
    var found = Array(repeating: [Double](), count: width)
    for (index, node) in forest.nodes.enumerated() where Int(node.child) != index {
      found[Int(node.feature & Forest.Node.featureMask)].append(node.threshold)
    }
    thresholds = found.map { values in
      var distinct: [Double] = []
      for value in values.sorted() where value != distinct.last { distinct.append(value) }
      return distinct
    }
    known = thresholds.map { Array(repeating: -1, count: 2 * ($0.count / Self.most + 1)) }
  }

  var count: Int { columns.count }

  /// The place of a branch's threshold; nil if there are too many columns.
  mutating func place(of node: Forest.Node) -> Place? {
    let element = Int(node.feature & Forest.Node.featureMask)
    let index = Self.countBelow(node.threshold, thresholds[element])
    let (part, rest) = index.quotientAndRemainder(dividingBy: Self.most)
    let isMissingFirst = node.feature & Forest.Node.missingGoesFirst != 0
    let entry = 2 * part + (isMissingFirst ? 1 : 0)
    if known[element][entry] < 0 {
      guard columns.count <= UInt16.max else { return nil }
      known[element][entry] = columns.count
      addColumn(element, part, missing: isMissingFirst ? .min : .max)
    }
    return Place(
      column: UInt16(truncatingIfNeeded: known[element][entry]), threshold: Int8(rest - 128))
  }

  private mutating func addColumn(_ element: Int, _ part: Int, missing: Int8) {
    let all = thresholds[element]
    let range = part * Self.most..<min(all.count, (part + 1) * Self.most)
    columns.append(Column(element: element, range: range, missing: missing))
    let parts = Int(fast_threshold_parts)
    let filled =
      all[range] + repeatElement(.infinity, count: Int(fast_threshold_table) - parts - range.count)
    for index in 1...parts { tables.append(filled[filled.startIndex + 16 * index - 1]) }
    tables += filled
  }

  /// Fills the columns for some rows; from one column to the next are `stride` bytes.
  func fill(
    _ ranks: UnsafeMutableBufferPointer<Int8>, _ stride: Int, _ source: DoubleBlock, _ rows: Int
  ) {
    let region = source.region
    unsafe source.values.withUnsafeBufferPointer { values in
      unsafe tables.withUnsafeBufferPointer { tables in
        guard let values = values.baseAddress, let tables = tables.baseAddress,
          let ranks = ranks.baseAddress
        else { return }
        for (index, column) in columns.enumerated() {
          unsafe fast_rank(
            vectorKind, tables + index * Int(fast_threshold_table), column.range.count,
            column.missing, values + region.offset + column.element, region.stride, rows,
            ranks + index * stride)
        }
      }
    }
  }

  /// How many thresholds are below a number.
  private static func countBelow(_ value: Double, _ thresholds: [Double]) -> Int {
    var range = 0..<thresholds.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        thresholds[middle] < value ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  private static let most = Int(fast_most_thresholds)
}
