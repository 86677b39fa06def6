/// How many slots of each kind a plan has, and how wide they are.
struct WorkspaceShape: Sendable {
  var regions: [DoubleRegion] = []
  /// Numbers per row of each Double buffer; 0 for one that moved into another.
  var bufferWidths: [Int] = []
  var int64s = 0
  var strings = 0
  var positions = 0
  var int64Dictionaries = 0
  var stringDictionaries = 0
  var int64Sequences = 0
  var stringSequences = 0
  var masks = 0
  /// Tables from the codes of a batch's dictionary to whatever a step needs.
  var codeTables = 0
  /// Widths of the blobs of each network.
  var networks: [[Int]] = []

  /// Bytes that one row needs, about.
  var bytesPerRow: Int {
    let doubles = bufferWidths.reduce(0, +)
    let floats = networks.reduce(0) { $0 + $1.reduce(0, +) }
    return 8 * doubles + 4 * floats + 16 * (int64s + strings + positions + masks)
  }
}

/// The slots of a plan for some rows: all memory that a prediction writes, used again and again.
struct Workspace: Sendable {
  let shape: WorkspaceShape
  /// The chunk at work: its first row in the batch, and how many rows it has.
  private(set) var firstRow = 0
  private(set) var rows = 0
  private var capacity = 0

  private var doubles: [[Double]]
  var int64s: [[Int64]]
  var codes: [[Int32]]
  /// The texts that the codes of a string slot stand for.
  var dictionaries: [[String]]
  var positions: [[Int32]]
  var int64Dictionaries: [[[Int64: Double]]]
  var stringDictionaries: [[[String: Double]]]
  var int64Sequences: [[[Int64]]]
  var stringSequences: [[[String]]]
  var missing: [[Bool]]
  var codeTables: [[Int32]]
  var networks: [Blobs]

  /// For each row of the chunk whether it has a problem.
  private(set) var failed: [Bool] = []
  private(set) var problems: [RowProblem] = []

  init(_ shape: WorkspaceShape) {
    self.shape = shape
    doubles = Array(repeating: [], count: shape.bufferWidths.count)
    int64s = Array(repeating: [], count: shape.int64s)
    codes = Array(repeating: [], count: shape.strings)
    dictionaries = Array(repeating: [], count: shape.strings)
    positions = Array(repeating: [], count: shape.positions)
    int64Dictionaries = Array(repeating: [], count: shape.int64Dictionaries)
    stringDictionaries = Array(repeating: [], count: shape.stringDictionaries)
    int64Sequences = Array(repeating: [], count: shape.int64Sequences)
    stringSequences = Array(repeating: [], count: shape.stringSequences)
    missing = Array(repeating: [], count: shape.masks)
    codeTables = Array(repeating: [], count: shape.codeTables)
    networks = shape.networks.map(Blobs.init(widths:))
  }

  /// Makes room for chunks of so many rows.
  mutating func reserve(_ rows: Int) {
    guard rows > capacity else { return }
    capacity = rows
    for (index, width) in shape.bufferWidths.enumerated() {
      doubles[index] = Array(repeating: 0, count: rows * width)
    }
    for index in int64s.indices { int64s[index] = Array(repeating: 0, count: rows) }
    for index in codes.indices { codes[index] = Array(repeating: -1, count: rows) }
    for index in positions.indices { positions[index] = Array(repeating: -1, count: rows) }
    for index in int64Dictionaries.indices {
      int64Dictionaries[index] = Array(repeating: [:], count: rows)
    }
    for index in stringDictionaries.indices {
      stringDictionaries[index] = Array(repeating: [:], count: rows)
    }
    for index in int64Sequences.indices {
      int64Sequences[index] = Array(repeating: [], count: rows)
    }
    for index in stringSequences.indices {
      stringSequences[index] = Array(repeating: [], count: rows)
    }
    for index in missing.indices { missing[index] = Array(repeating: false, count: rows) }
    for index in networks.indices { networks[index].reserve(rows) }
    failed = Array(repeating: false, count: rows)
  }

  /// Turns to the next rows of the batch.
  mutating func start(at firstRow: Int, rows: Int) {
    self.firstRow = firstRow
    self.rows = rows
    if problems.isEmpty { return }
    for row in failed.indices { failed[row] = false }
    problems.removeAll(keepingCapacity: true)
  }

  /// Notes a problem of a row of the chunk; only a row's first problem counts.
  mutating func fail(_ row: Int, _ feature: String, _ kind: RowProblem.Kind) {
    guard !failed[row] else { return }
    failed[row] = true
    problems.append(RowProblem(row: firstRow + row, feature: feature, kind: kind))
  }

  /// The numbers of a slot, to read.
  func block(_ slot: DoubleSlot) -> DoubleBlock {
    let region = shape.regions[slot.index]
    return DoubleBlock(values: doubles[region.buffer], region: region)
  }

  /// The numbers of a slot, to write; `put` brings them back.
  mutating func take(_ slot: DoubleSlot) -> DoubleBlock {
    let region = shape.regions[slot.index]
    var values: [Double] = []
    swap(&values, &doubles[region.buffer])
    return DoubleBlock(values: values, region: region)
  }

  /// Brings back what `take` gave.
  mutating func put(_ block: consuming DoubleBlock) {
    let buffer = block.region.buffer
    swap(&block.values, &doubles[buffer])
  }

  /// Whether a slot's numbers stand row after row with nothing between them.
  func isDense(_ slot: DoubleSlot) -> Bool { shape.regions[slot.index].stride == 1 }

  /// Whether the slot's numbers already lie inside the other slot's.
  func contains(_ slot: DoubleSlot, in other: DoubleSlot) -> Bool {
    shape.regions[slot.index].buffer == shape.regions[other.index].buffer
  }
}

/// The buffer of a slot and the place of the slot in it.
struct DoubleBlock {
  var values: [Double]
  let region: DoubleRegion

  /// The index in `values` of the first number of a row.
  func start(_ row: Int) -> Int { row * region.stride + region.offset }
}
