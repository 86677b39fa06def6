import CFastPath

/// A linear function of a vector in parts: a column after the other is multiplied and added.
///
/// Each row's sum has the terms of the vector written out, in their order: the same bits. (An element
/// that is not scaled counts as `1 * (x + 0)`. That makes 0 of -0, which no sum that begins with 0 tells
/// apart.)
struct LinearColumnsStep: Step {
  private enum Term: Sendable {
    case number(DoubleSlot, fast_term)
    /// The products of one category: where it is that of the row, and where it is not.
    case category(PositionSlot, Int32, hit: Double, miss: Double)
  }

  private let function: LinearFunction
  private let output: DoubleSlot
  /// The position that the sums begin with, and for each row of weights their beginnings, one for no
  /// position and one for each.
  private let first: (slot: PositionSlot, sums: [[Double]])?
  /// The terms of each row of weights.
  private let terms: [[Term]]

  init(_ function: LinearFunction, _ parts: VectorParts, output: DoubleSlot) {
    self.function = function
    self.output = output
    let scaling =
      parts.scaling
      ?? Scaling(
        shift: Array(repeating: 0, count: parts.width),
        scale: Array(repeating: 1, count: parts.width))
    var rows = function.weights.map { Self.terms($0, parts, scaling) }
    guard case .code(let slot, let width) = parts.parts.first, width <= Self.mostBeginnings else {
      first = nil
      terms = rows
      return
    }
    first = (slot, rows.map { Self.beginnings($0[..<width], slot.count) })
    for index in rows.indices { rows[index].removeFirst(width) }
    terms = rows
  }

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let rows = workspace.rows
    unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: rows) { sums in
      unsafe sums.initialize(repeating: 0)
      for dimension in terms.indices {
        if let first {
          unsafe Self.begin(sums, first.sums[dimension], workspace.positions[first.slot.index])
        } else {
          unsafe sums.update(repeating: 0)
        }
        for term in terms[dimension] {
          switch term {
          case .number(let slot, let term):
            unsafe Self.add(term, workspace.block(slot), to: sums)
          case .category(let slot, let category, let hit, let miss):
            unsafe Self.add(hit, miss, category, workspace.positions[slot.index], to: sums)
          }
        }
        var block = workspace.take(output)
        let region = block.region
        var place = region.offset + dimension
        var answers = block.values.mutableSpan
        for row in 0..<rows {
          unsafe answers[place] = function.answer(sums[row], dimension)
          place += region.stride
        }
        workspace.put(block)
      }
    }
  }

  private static func begin(
    _ sums: UnsafeMutableBufferPointer<Double>, _ beginnings: [Double], _ positions: [Int32]
  ) {
    let (beginnings, positions) = (beginnings.span, positions.span)
    for row in sums.indices { unsafe sums[row] = beginnings[Int(positions[row]) + 1] }
  }

  private static func add(
    _ term: fast_term, _ block: DoubleBlock, to sums: UnsafeMutableBufferPointer<Double>
  ) {
    let region = block.region
    unsafe block.values.withUnsafeBufferPointer { values in
      guard let x = values.baseAddress, let target = sums.baseAddress else { return }
      unsafe fast_add_term(
        vectorKind, sums.count, term, x + region.offset, region.stride, target)
    }
  }

  private static func add(
    _ hit: Double, _ miss: Double, _ category: Int32, _ positions: [Int32],
    to sums: UnsafeMutableBufferPointer<Double>
  ) {
    let positions = positions.span
    for row in sums.indices { unsafe sums[row] += positions[row] == category ? hit : miss }
  }

  private static func terms(
    _ weights: [Double], _ parts: VectorParts, _ scaling: Scaling
  ) -> [Term] {
    var terms: [Term] = []
    for part in parts.parts {
      let first = terms.count
      switch part {
      case .number(let slot):
        terms.append(
          .number(
            slot,
            fast_term(
              weight: weights[first], scale: scaling.scale[first], shift: scaling.shift[first])))
      case .code(let slot, let width):
        for index in first..<first + width {
          terms.append(
            .category(
              slot, Int32(index - first),
              hit: weights[index] * (scaling.scale[index] * (1 + scaling.shift[index])),
              miss: weights[index] * (scaling.scale[index] * (0 + scaling.shift[index]))))
        }
      }
    }
    return terms
  }

  /// The sums of the terms of a code: of no position first, and then of each.
  private static func beginnings(_ terms: ArraySlice<Term>, _ count: Int) -> [Double] {
    (-1..<Int32(clamping: count)).map { position in
      terms.reduce(0) { sum, term in
        guard case .category(_, let category, let hit, let miss) = term else { return sum }
        return sum + (category == position ? hit : miss)
      }
    }
  }

  private static let mostBeginnings = 256
}
