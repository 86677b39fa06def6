import CModelSpec
import CProtobufC

extension ModelDecoder {
  /// A layer of one of the families; nil if it is another.
  static func familyLayer(
    _ message: Spec__NeuralNetworkLayer, _ number: Int, at path: ModelPath
  ) throws(ModelError) -> LayerKind? {
    if let reduction = unsafe try reduction(message, number, at: path) {
      return .reduction(reduction)
    }
    if let part = unsafe partLayer(message) { return .part(part) }
    if let order = unsafe orderLayer(message) { return .order(order) }
    if let index = unsafe try indexLayer(message, at: path) { return .index(index) }
    if let shaping = unsafe shapingLayer(message) { return .shaping(shaping) }
    if let normalization = unsafe try normalization(message, at: path) {
      return .normalization(normalization)
    }
    if let recurrent = unsafe try recurrent(message, at: path) { return .recurrent(recurrent) }
    return unsafe try matrixLayer(message, at: path)
  }

  private static func reduction(
    _ message: Spec__NeuralNetworkLayer, _ number: Int, at path: ModelPath
  ) throws(ModelError) -> Reduction? {
    if unsafe message.layer_case == SPEC__NEURAL_NETWORK_LAYER__LAYER_REDUCE {
      let reduce = unsafe message.reduce.pointee
      let mode = unsafe Int(reduce.mode)
      guard let function = Reduction.Function(rawValue: mode), function != .logSumExp else {
        throw path.field("mode").error(.value, "mode \(mode) does not exist")
      }
      let axis = unsafe Int(reduce.axis)
      guard (0...4).contains(axis) else {
        throw path.field("axis").error(.value, "axis \(axis) does not exist")
      }
      return Reduction(function, over: .spatial(axis), epsilon: unsafe reduce.epsilon)
    }
    guard let function = Reduction.numbers[number] else { return nil }
    // These messages are all of one type.
    let reduce = unsafe message.reducel1.pointee
    return Reduction(
      function,
      over: .numbered(
        unsafe numbers(reduce.axes, reduce.n_axes),
        keepsDimensions: unsafe reduce.keepdims != 0, all: unsafe reduce.reduceall != 0))
  }

  private static func flags(
    _ pointer: UnsafeMutablePointer<protobuf_c_boolean>?, _ count: Int
  ) -> [Bool] {
    unsafe numbers(pointer, count).map { $0 != 0 }
  }

  private static func ranges(
    _ pointer: UnsafeMutablePointer<Spec__SliceStaticLayerParams>
  ) -> SliceRanges {
    let slice = unsafe pointer.pointee
    return SliceRanges(
      begins: unsafe numbers(slice.beginids, slice.n_beginids),
      beginMasks: unsafe flags(slice.beginmasks, slice.n_beginmasks),
      ends: unsafe numbers(slice.endids, slice.n_endids),
      endMasks: unsafe flags(slice.endmasks, slice.n_endmasks),
      strides: unsafe numbers(slice.strides, slice.n_strides),
      squeezes: unsafe flags(slice.squeezemasks, slice.n_squeezemasks))
  }

  private static func partLayer(_ message: Spec__NeuralNetworkLayer) -> PartLayer? {
    switch unsafe message.layer_case {
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_SPLIT:
      return .split(count: unsafe message.split.pointee.noutputs)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_SPLIT_ND:
      let split = unsafe message.splitnd.pointee
      return .splitND(
        axis: unsafe split.axis, count: unsafe split.numsplits,
        sizes: unsafe numbers(split.splitsizes, split.n_splitsizes))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_CONCAT_ND:
      return .concatND(
        axis: unsafe message.concatnd.pointee.axis,
        interleave: unsafe message.concatnd.pointee.interleave != 0)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_STACK:
      return .stack(axis: unsafe message.stack.pointee.axis)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_SLICE_STATIC:
      return .sliceStatic(unsafe ranges(message.slicestatic))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_SLICE_DYNAMIC:
      return .sliceDynamic(unsafe ranges(message.slicedynamic))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_SLICE_BY_SIZE:
      return .sliceBySize(
        size: unsafe message.slicebysize.pointee.size,
        axis: unsafe message.slicebysize.pointee.axis)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_SEQUENCE_REPEAT:
      return .sequenceRepeat(count: unsafe message.sequencerepeat.pointee.nrepetitions)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_TILE:
      let tile = unsafe message.tile.pointee
      return .tile(counts: unsafe numbers(tile.axes, tile.n_axes))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_REVERSE:
      let reverse = unsafe message.reverse.pointee
      return .reverse(unsafe flags(reverse.reversedim, reverse.n_reversedim))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_REVERSE_SEQ:
      return .reverseSequence(
        batchAxis: unsafe message.reverseseq.pointee.batchaxis,
        axis: unsafe message.reverseseq.pointee.sequenceaxis)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_SLIDING_WINDOWS:
      let windows = unsafe message.slidingwindows.pointee
      return .slidingWindows(
        axis: unsafe windows.axis, size: unsafe windows.windowsize, step: unsafe windows.step)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_CONSTANT_PAD:
      let pad = unsafe message.constantpad.pointee
      return .constantPad(
        value: unsafe pad.value, amounts: unsafe numbers(pad.padamounts, pad.n_padamounts),
        toSize: unsafe pad.padtogivenoutputsizemode != 0)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_MATRIX_BAND_PART:
      return .band(
        below: unsafe message.matrixbandpart.pointee.numlower,
        above: unsafe message.matrixbandpart.pointee.numupper)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_LOWER_TRIANGULAR:
      return .lowerTriangle(diagonal: unsafe message.lowertriangular.pointee.axis)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_UPPER_TRIANGULAR:
      return .upperTriangle(diagonal: unsafe message.uppertriangular.pointee.axis)
    default: return nil
    }
  }

  private static func orderLayer(_ message: Spec__NeuralNetworkLayer) -> OrderLayer? {
    switch unsafe message.layer_case {
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_TOP_K:
      let top = unsafe message.topk.pointee
      return .topK(
        axis: unsafe top.axis, count: unsafe top.k, smallest: unsafe top.usebottomk != 0)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_ARG_MIN:
      return .argMin(
        axis: unsafe message.argmin.pointee.axis,
        dropsAxis: unsafe message.argmin.pointee.removedim != 0)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_ARG_MAX:
      return .argMax(
        axis: unsafe message.argmax.pointee.axis,
        dropsAxis: unsafe message.argmax.pointee.removedim != 0)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_ARG_SORT:
      return .argSort(
        axis: unsafe message.argsort.pointee.axis,
        descending: unsafe message.argsort.pointee.descending != 0)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_CUM_SUM:
      let sum = unsafe message.cumsum.pointee
      return .cumulativeSum(
        axis: unsafe sum.axis, excludesOwn: unsafe sum.excludefinalsum != 0,
        reverse: unsafe sum.reverse != 0)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_ONE_HOT:
      let oneHot = unsafe message.onehot.pointee
      return .oneHot(
        size: unsafe oneHot.onehotvectorsize, axis: unsafe oneHot.axis,
        on: unsafe oneHot.onvalue, off: unsafe oneHot.offvalue)
    default: return nil
    }
  }

  private static func indexLayer(
    _ message: Spec__NeuralNetworkLayer, at path: ModelPath
  ) throws(ModelError) -> IndexLayer? {
    func mode(_ number: Int32) throws(ModelError) -> IndexLayer.Mode {
      guard let mode = IndexLayer.Mode(rawValue: Int(number)) else {
        throw path.field("mode").error(.value, "mode \(number) does not exist")
      }
      return mode
    }
    switch unsafe message.layer_case {
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_GATHER:
      return .gather(axis: unsafe message.gather.pointee.axis)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_GATHER_ALONG_AXIS:
      return .gatherAlongAxis(axis: unsafe message.gatheralongaxis.pointee.axis)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_GATHER_ND: return .gatherND
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_SCATTER:
      return .scatter(
        axis: unsafe message.scatter.pointee.axis,
        try mode(unsafe message.scatter.pointee.mode))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_SCATTER_ALONG_AXIS:
      return .scatterAlongAxis(
        axis: unsafe message.scatteralongaxis.pointee.axis,
        try mode(unsafe message.scatteralongaxis.pointee.mode))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_SCATTER_ND:
      return .scatterND(try mode(unsafe message.scatternd.pointee.mode))
    default: return nil
    }
  }

  private static func shapingLayer(_ message: Spec__NeuralNetworkLayer) -> ShapingLayer? {
    switch unsafe message.layer_case {
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_GET_SHAPE: return .getShape
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_FILL_LIKE:
      return .fillLike(value: unsafe message.filllike.pointee.value)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_FILL_STATIC:
      let fill = unsafe message.fillstatic.pointee
      return .fillStatic(
        value: unsafe fill.value, shape: unsafe numbers(fill.targetshape, fill.n_targetshape))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_FILL_DYNAMIC:
      return .fillDynamic(value: unsafe message.filldynamic.pointee.value)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_BROADCAST_TO_LIKE: return .broadcastToLike
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_BROADCAST_TO_STATIC:
      let target = unsafe message.broadcasttostatic.pointee
      return .broadcastToStatic(shape: unsafe numbers(target.axes, target.n_axes))
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_BROADCAST_TO_DYNAMIC: return .broadcastToDynamic
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_RESHAPE_LIKE: return .reshapeLike
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_RESHAPE_DYNAMIC: return .reshapeDynamic
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_RANGE_STATIC:
      let range = unsafe message.rangestatic.pointee
      return .rangeStatic(
        start: unsafe range.startvalue, end: unsafe range.endvalue,
        step: unsafe range.stepsizevalue)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_RANGE_DYNAMIC:
      let range = unsafe message.rangedynamic.pointee
      return .rangeDynamic(
        start: unsafe range.startvalue, step: unsafe range.stepsizevalue)
    case SPEC__NEURAL_NETWORK_LAYER__LAYER_WHERE_BROADCASTABLE: return .whereBroadcastable
    default: return nil
    }
  }
}
