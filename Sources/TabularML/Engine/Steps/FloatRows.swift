/// Writes a vector in parts as rows of Floats: the numbers that scaling in Double and then rounding gives.
struct FloatRows: Sendable {
  private struct Number: Sendable {
    var slot: DoubleSlot
    var element: Int
  }

  private struct Code: Sendable {
    var slot: PositionSlot
    var elements: Range<Int>
  }

  private var numbers: [Number] = []
  private var codes: [Code] = []
  private let scaling: Scaling?
  /// Each element of a code where it is not that of the row, and where it is.
  private let misses: [Float]
  private let hits: [Float]

  init(_ parts: VectorParts) {
    var element = 0
    for part in parts.parts {
      switch part {
      case .number(let slot):
        numbers.append(Number(slot: slot, element: element))
        element += 1
      case .code(let slot, let width):
        codes.append(Code(slot: slot, elements: element..<element + width))
        element += width
      }
    }
    scaling = parts.scaling
    let scaled = { (x: Double, index: Int) in
      parts.scaling.map { Float($0.scale[index] * (x + $0.shift[index])) } ?? Float(x)
    }
    misses = (0..<element).map { scaled(0, $0) }
    hits = (0..<element).map { scaled(1, $0) }
  }

  private var width: Int { misses.count }

  func write(to values: inout [Float], _ workspace: inout Workspace) {
    let count = workspace.rows
    precondition(values.count >= count * width)
    unsafe values.withUnsafeMutableBufferPointer { rows in
      for code in codes {
        unsafe write(code, workspace.positions[code.slot.index], to: rows, count)
      }
      for number in numbers {
        let block = workspace.block(number.slot)
        if let scaling {
          let (shift, scale) = (scaling.shift[number.element], scaling.scale[number.element])
          unsafe write(number.element, block, to: rows, count) { Float(scale * ($0 + shift)) }
        } else {
          unsafe write(number.element, block, to: rows, count) { Float($0) }
        }
      }
    }
  }

  private func write(
    _ code: Code, _ positions: [Int32], to rows: UnsafeMutableBufferPointer<Float>, _ count: Int
  ) {
    let (positions, misses, hits) = (positions.span, misses.span, hits.span)
    for row in 0..<count {
      let start = row * width
      for element in code.elements { unsafe rows[start + element] = misses[element] }
      let hit = code.elements.lowerBound + Int(positions[row])
      if code.elements.contains(hit) { unsafe rows[start + hit] = hits[hit] }
    }
  }

  @inline(__always)
  private func write(
    _ element: Int, _ block: DoubleBlock, to rows: UnsafeMutableBufferPointer<Float>, _ count: Int,
    _ rounded: (Double) -> Float
  ) {
    var (from, to) = (block.region.offset, element)
    unsafe block.values.withUnsafeBufferPointer { x in
      for _ in 0..<count {
        unsafe rows[to] = rounded(x[from])
        from += block.region.stride
        to += width
      }
    }
  }
}
