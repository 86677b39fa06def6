/// A layer that takes a blob apart, puts blobs together, or moves numbers about.
package enum PartLayer: LayerParameters {
  /// Equal parts of the channels, as many as the layer has outputs.
  case split(count: UInt64)
  /// Parts along an axis: so many equal ones, or of these sizes.
  case splitND(axis: Int64, count: UInt64, sizes: [UInt64])
  case concatND(axis: Int64, interleave: Bool)
  case stack(axis: Int64)
  case sliceStatic(SliceRanges)
  /// The begins, and with more inputs the ends and so on, are inputs.
  case sliceDynamic(SliceRanges)
  /// So many along an axis, from where the second input says.
  case sliceBySize(size: Int64, axis: Int64)
  case sequenceRepeat(count: UInt64)
  case tile(counts: [UInt64])
  case reverse([Bool])
  /// The first numbers along an axis, as many as the second input says for each element of another.
  case reverseSequence(batchAxis: Int64, axis: Int64)
  case slidingWindows(axis: Int64, size: UInt64, step: UInt64)
  case constantPad(value: Float, amounts: [UInt64], toSize: Bool)
  /// Zero outside a band around the diagonal; a negative width is no limit.
  case band(below: Int64, above: Int64)
  case lowerTriangle(diagonal: Int64)
  case upperTriangle(diagonal: Int64)

  package var number: Int {
    switch self {
    case .split: 330
    case .sequenceRepeat: 340
    case .tile: 920
    case .stack: 925
    case .reverse: 960
    case .reverseSequence: 965
    case .splitND: 975
    case .concatND: 980
    case .sliceStatic: 995
    case .sliceDynamic: 1000
    case .slidingWindows: 1005
    case .constantPad: 1155
    case .band: 1315
    case .lowerTriangle: 1320
    case .upperTriangle: 1325
    case .sliceBySize: 1470
    }
  }

  var inputCount: ClosedRange<Int> {
    switch self {
    case .concatND, .stack: 2...Int.max
    case .sliceBySize, .reverseSequence: 2...2
    case .sliceDynamic: 2...7
    case .tile(let counts): counts.isEmpty ? 2...2 : 1...1
    case .constantPad(_, let amounts, _): amounts.isEmpty ? 2...2 : 1...1
    default: 1...1
    }
  }

  var outputCount: ClosedRange<Int> {
    switch self {
    case .split, .splitND: 2...Int.max
    default: 1...1
    }
  }

  func validate(version: Int32, at path: ModelPath) throws(ModelError) {
    switch self {
    case .splitND(_, let count, let sizes):
      guard sizes.isEmpty ? count > 1 : sizes.count > 1 && !sizes.contains(0) else {
        throw path.field(sizes.isEmpty ? "numSplits" : "splitSizes").error(
          .value, "a split makes two parts or more")
      }
    case .split(let count):
      guard count > 1 else {
        throw path.field("nOutputs").error(.value, "a split makes two parts or more")
      }
    case .concatND(_, true):
      guard version >= 5 else {
        throw path.field("interleave").error(.version, "this needs version 5 of the format")
      }
    case .sliceStatic(let ranges), .sliceDynamic(let ranges):
      try ranges.validate(at: path)
    case .sliceBySize(let size, _):
      guard size > 0 else { throw path.field("size").error(.value, "a slice of \(size) is empty") }
    case .sequenceRepeat(0):
      throw path.field("nRepetitions").error(.value, "nothing is left of no repetition")
    case .tile(let counts):
      guard !counts.contains(0) else {
        throw path.field("reps").error(.value, "nothing is left of no repetition")
      }
    case .slidingWindows(_, let size, let step):
      guard size > 0 else { throw path.field("windowSize").error(.value, "the size is 0") }
      guard step > 0 else { throw path.field("step").error(.value, "the step is 0") }
    case .constantPad(_, let amounts, _):
      guard amounts.count.isMultiple(of: 2) else {
        throw path.field("padAmounts").error(.shape, "there are two amounts for each axis")
      }
    default: return
    }
  }

  func write(to writer: inout WireWriter) {
    switch self {
    case .split(let count), .sequenceRepeat(let count): writer.uint(1, count)
    case .splitND(let axis, let count, let sizes):
      writer.int(1, axis)
      writer.uint(2, count)
      writer.uints(3, sizes)
    case .concatND(let axis, let interleave):
      writer.int(1, axis)
      writer.bool(2, interleave)
    case .stack(let axis), .lowerTriangle(let axis), .upperTriangle(let axis): writer.int(1, axis)
    case .sliceStatic(let ranges), .sliceDynamic(let ranges): ranges.write(to: &writer)
    case .sliceBySize(let size, let axis):
      writer.int(2, size)
      writer.int(3, axis)
    case .tile(let counts): writer.uints(1, counts)
    case .reverse(let axes): writer.ints(1, axes.map { $0 ? 1 : 0 })
    case .reverseSequence(let first, let second), .band(let first, let second):
      writer.int(1, first)
      writer.int(2, second)
    case .slidingWindows(let axis, let size, let step):
      writer.int(1, axis)
      writer.uint(2, size)
      writer.uint(3, step)
    case .constantPad(let value, let amounts, let toSize):
      writer.float(1, value)
      writer.uints(2, amounts)
      writer.bool(3, toSize)
    }
  }
}

/// For each axis from where to where, and by which step; a set mask stands for the whole way.
package struct SliceRanges: Sendable, Equatable {
  package var begins: [Int64]
  package var beginMasks: [Bool]
  package var ends: [Int64]
  package var endMasks: [Bool]
  package var strides: [Int64]
  /// Axes of which one element is taken, and which are dropped.
  package var squeezes: [Bool]

  package init(
    begins: [Int64], beginMasks: [Bool], ends: [Int64], endMasks: [Bool], strides: [Int64],
    squeezes: [Bool]
  ) {
    self.begins = begins
    self.beginMasks = beginMasks
    self.ends = ends
    self.endMasks = endMasks
    self.strides = strides
    self.squeezes = squeezes
  }

  func validate(at path: ModelPath) throws(ModelError) {
    guard !strides.contains(0) else {
      throw path.field("strides").error(.value, "a stride is 0")
    }
    let counts = [
      ("endIds", ends.count), ("strides", strides.count), ("beginMasks", beginMasks.count),
      ("endMasks", endMasks.count), ("squeezeMasks", squeezes.count),
    ]
    let rank = begins.isEmpty ? strides.count : begins.count
    for (field, count) in counts where count != rank && count != 0 {
      throw path.field(field).error(.shape, "there are \(count) for \(rank) axes")
    }
  }

  func write(to writer: inout WireWriter) {
    writer.ints(1, begins)
    writer.ints(2, beginMasks.map { $0 ? 1 : 0 })
    writer.ints(3, ends)
    writer.ints(4, endMasks.map { $0 ? 1 : 0 })
    writer.ints(5, strides)
    writer.ints(6, squeezes.map { $0 ? 1 : 0 })
  }
}
