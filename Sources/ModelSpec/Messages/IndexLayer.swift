/// A layer that takes numbers from places that another blob says, or puts them there.
package enum IndexLayer: LayerParameters {
  /// What becomes of a number and of the one that is there already.
  package enum Mode: Int, Sendable {
    case update = 0, add, subtract, multiply, divide, max, min
  }

  case gather(axis: Int64)
  case gatherAlongAxis(axis: Int64)
  case gatherND
  case scatter(axis: Int64, Mode)
  case scatterAlongAxis(axis: Int64, Mode)
  case scatterND(Mode)

  package var number: Int {
    switch self {
    case .gather: 930
    case .scatter: 935
    case .gatherND: 940
    case .scatterND: 945
    case .gatherAlongAxis: 952
    case .scatterAlongAxis: 954
    }
  }

  var inputCount: ClosedRange<Int> {
    switch self {
    case .gather, .gatherAlongAxis, .gatherND: 2...2
    case .scatter, .scatterAlongAxis, .scatterND: 3...3
    }
  }

  func write(to writer: inout WireWriter) {
    switch self {
    case .gather(let axis), .gatherAlongAxis(let axis): writer.int(1, axis)
    case .gatherND: break
    case .scatter(let axis, let mode), .scatterAlongAxis(let axis, let mode):
      writer.int(1, axis)
      writer.int(2, Int64(mode.rawValue))
    case .scatterND(let mode): writer.int(1, Int64(mode.rawValue))
    }
  }
}
