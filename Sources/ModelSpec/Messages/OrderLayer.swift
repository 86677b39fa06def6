/// A layer that compares or adds up numbers along one axis, or makes an axis of a number.
package enum OrderLayer: LayerParameters {
  /// The largest numbers, or the smallest, and where they are.
  case topK(axis: Int64, count: UInt64, smallest: Bool)
  case argMin(axis: Int64, dropsAxis: Bool)
  case argMax(axis: Int64, dropsAxis: Bool)
  case argSort(axis: Int64, descending: Bool)
  case cumulativeSum(axis: Int64, excludesOwn: Bool, reverse: Bool)
  case oneHot(size: UInt64, axis: Int64, on: Float, off: Float)

  package var number: Int {
    switch self {
    case .topK: 1015
    case .argMin: 1020
    case .argMax: 1025
    case .oneHot: 1450
    case .cumulativeSum: 1455
    case .argSort: 1461
    }
  }

  var inputCount: ClosedRange<Int> {
    switch self {
    case .topK, .oneHot, .cumulativeSum: 1...2
    default: 1...1
    }
  }

  var outputCount: ClosedRange<Int> {
    if case .topK = self { 2...2 } else { 1...1 }
  }

  func validate(version: Int32, at path: ModelPath) throws(ModelError) {
    switch self {
    case .oneHot, .cumulativeSum, .argSort:
      guard version >= 5 else {
        throw path.error(.version, "this layer needs version 5 of the format")
      }
    default: return
    }
  }

  func write(to writer: inout WireWriter) {
    switch self {
    case .topK(let axis, let count, let smallest):
      writer.int(1, axis)
      writer.uint(2, count)
      writer.bool(3, smallest)
    case .argMin(let axis, let flag), .argMax(let axis, let flag), .argSort(let axis, let flag):
      writer.int(1, axis)
      writer.bool(2, flag)
    case .cumulativeSum(let axis, let excludesOwn, let reverse):
      writer.int(1, axis)
      writer.bool(2, excludesOwn)
      writer.bool(3, reverse)
    case .oneHot(let size, let axis, let on, let off):
      writer.uint(1, size)
      writer.int(2, axis)
      writer.float(3, on)
      writer.float(4, off)
    }
  }
}
