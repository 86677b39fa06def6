/// A layer that makes or reads a shape, which another blob may say.
package enum ShapingLayer: LayerParameters {
  case getShape
  case fillLike(value: Float)
  case fillStatic(value: Float, shape: [UInt64])
  case fillDynamic(value: Float)
  case broadcastToLike
  case broadcastToStatic(shape: [UInt64])
  case broadcastToDynamic
  case reshapeLike
  case reshapeDynamic
  case rangeStatic(start: Float, end: Float, step: Float)
  /// The end, and with three inputs start and step as well, are inputs.
  case rangeDynamic(start: Float, step: Float)
  /// The second input where the first is not 0, else the third.
  case whereBroadcastable

  package var number: Int {
    switch self {
    case .rangeStatic: 635
    case .rangeDynamic: 640
    case .getShape: 1065
    case .fillLike: 1080
    case .fillStatic: 1085
    case .fillDynamic: 1090
    case .broadcastToLike: 1100
    case .broadcastToStatic: 1105
    case .broadcastToDynamic: 1110
    case .reshapeLike: 1135
    case .reshapeDynamic: 1145
    case .whereBroadcastable: 1330
    }
  }

  var inputCount: ClosedRange<Int> {
    switch self {
    case .rangeStatic, .fillStatic: 0...0
    case .rangeDynamic: 1...3
    case .getShape, .fillLike, .fillDynamic, .broadcastToStatic: 1...1
    case .broadcastToLike, .broadcastToDynamic, .reshapeLike, .reshapeDynamic: 2...2
    case .whereBroadcastable: 3...3
    }
  }

  func validate(version: Int32, at path: ModelPath) throws(ModelError) {
    switch self {
    case .fillStatic(_, let shape), .broadcastToStatic(let shape):
      guard !shape.isEmpty, !shape.contains(0) else {
        throw path.field("targetShape").error(.shape, "the shape \(shape) is empty")
      }
    case .rangeStatic(_, _, 0), .rangeDynamic(_, 0):
      throw path.field("stepSizeValue").error(.value, "the step is 0")
    default: return
    }
  }

  func write(to writer: inout WireWriter) {
    switch self {
    case .fillLike(let value), .fillDynamic(let value): writer.float(1, value)
    case .fillStatic(let value, let shape):
      writer.float(1, value)
      writer.uints(2, shape)
    case .broadcastToStatic(let shape): writer.uints(1, shape)
    case .rangeStatic(let start, let end, let step):
      writer.float(1, end)
      writer.float(2, start)
      writer.float(3, step)
    case .rangeDynamic(let start, let step):
      writer.float(2, start)
      writer.float(3, step)
    default: break
    }
  }
}
