extension CompiledTrees {
  /// The widths of the three fields of a record's word.
  private struct Widths {
    var feature: Int
    var offset: Int

    func branch(_ word: UInt16, _ threshold: Double) -> Branch? {
      let flags = word >> UInt16(feature) & 0xf
      let unused = 16 - feature - 4 - offset
      let between = word >> UInt16(feature + 4) & (1 << UInt16(unused) - 1)
      guard between == 0, let children = Branch.Children(rawValue: flags) else { return nil }
      return Branch(
        feature: UInt64(word & (1 << UInt16(feature) - 1)), threshold: threshold,
        children: children, offset: offset == 0 ? 0 : Int(word >> UInt16(16 - offset)))
    }
  }

  mutating func readBranches(
    _ reader: inout PartReader, layout: Layout, dimensions: Int
  ) throws(ModelError) {
    try reader.expect(UInt32(0), "the number before the size of a record")
    try reader.expect(UInt16(layout.recordSize), "the size of a record")
    let widthsPlace = reader.position
    let features: UInt8 = try reader.number()
    try reader.expect(UInt8(4), "the number of flag bits")
    let offsets: UInt16 = try reader.number()
    let widths = Widths(feature: Int(features), offset: Int(offsets))
    guard widths.feature + 4 + widths.offset <= 16 else {
      throw reader.unknown("the fields of a record take more than 16 bits", at: widthsPlace)
    }
    _ = try reader.take(2)
    try reader.expect(UInt8(0), "the number before the comparison")
    try readComparison(&reader)
    try reader.expect(UInt16(0), "the number behind the comparison")
    // Memory that the compiler does not set: it differs between two compilations of one model.
    _ = try reader.take(8)
    try reader.expect(UInt64(dimensions), "the number of dimensions, when it is said again,")
    try readRecords(&reader, layout: layout, widths: widths)
  }

  private mutating func readComparison(_ reader: inout PartReader) throws(ModelError) {
    let place = reader.position
    let mode: UInt8 = try reader.number()
    guard mode == 0 || mode == 2 else {
      throw reader.unknown("the comparison \(mode) of branches is not known", at: place)
    }
    isLess = mode == 2
  }

  private mutating func readRecords(
    _ reader: inout PartReader, layout: Layout, widths: Widths
  ) throws(ModelError) {
    let place = reader.position
    let size = try reader.count(elementSize: 1)
    guard size > 0, size % layout.recordSize == 0 else {
      throw reader.damaged("\(size) bytes are no whole number of records", at: place)
    }
    let count = size / layout.recordSize - 1
    branches.reserveCapacity(count)
    for _ in 0..<count {
      let place = reader.position
      let word: UInt16 = try reader.number()
      let threshold = layout.isFloat32 ? Double(try reader.float32()) : try reader.float64()
      guard let branch = widths.branch(word, threshold) else {
        throw reader.unknown("the record \(word) has flags that are not known", at: place)
      }
      branches.append(branch)
    }
    let end = reader.position
    guard try reader.take(layout.recordSize).allSatisfy({ $0 == 0 }) else {
      throw reader.unknown("the last record is not empty", at: end)
    }
  }

  mutating func readLeaves(
    _ reader: inout PartReader, layout: Layout, dimensions: Int
  ) throws(ModelError) {
    let packedRoots = try PackedArray(&reader)
    let place = reader.position
    let leafDimensions = try PackedArray(&reader)
    let countPlace = reader.position
    let count = try reader.count(elementSize: layout.isFloat32 ? 4 : 8)
    // Every branch has two children, so a tree has a leaf more than branches.
    guard packedRoots.count <= count, count == branches.count + packedRoots.count else {
      throw reader.damaged(
        "there are \(count) leaves for \(branches.count) branches of \(packedRoots.count) trees",
        at: countPlace)
    }
    guard leafDimensions.count == (layout.hasDimensions ? count : 0) else {
      throw reader.damaged(
        "\(leafDimensions.count) of \(count) leaves have a dimension", at: place)
    }
    roots = (0..<packedRoots.count).map { packedRoots[$0] }
    leaves.reserveCapacity(count)
    for index in 0..<count {
      let value = layout.isFloat32 ? Double(try reader.float32()) : try reader.float64()
      let dimension = layout.hasDimensions ? leafDimensions[index] : 0
      guard dimension < dimensions else {
        throw reader.damaged(
          "leaf \(index) adds to dimension \(dimension) of \(dimensions)", at: place)
      }
      leaves.append(TreeEnsemble.Evaluation(index: UInt64(dimension), value: value))
    }
  }
}
