extension ModelValidator {
  /// Checks the numbers of layers for each channel or element; other layers have none to check.
  static func validateParameters(
    of kind: LayerKind, version: Int32, at path: ModelPath
  ) throws(ModelError) {
    switch kind {
    case .batchnorm(let norm): try validate(norm, version: version, at: path)
    case .scale(let scale, let bias):
      try validate(scale, version: version, at: path.field("scale"))
      if let bias { try validate(bias, version: version, at: path.field("bias")) }
    case .bias(let bias): try validate(bias, version: version, at: path.field("bias"))
    case .loadConstant(let constant), .loadConstantND(let constant):
      try validate(constant, version: version, at: path.field("data"))
    case .clip(let minimum, let maximum):
      guard minimum <= maximum else {
        throw path.error(.value, "the range from \(minimum) to \(maximum) is empty")
      }
    default: return
    }
  }

  private static func validate(
    _ norm: BatchNormalization, version: Int32, at path: ModelPath
  ) throws(ModelError) {
    guard norm.channels > 0 else {
      throw path.field("channels").error(.shape, "there are no channels")
    }
    let parameters = [
      ("gamma", norm.gamma, false), ("beta", norm.beta, false),
      ("mean", norm.mean, !norm.computesMeanAndVariance),
      ("variance", norm.variance, !norm.computesMeanAndVariance),
    ]
    for (name, values, isNeeded) in parameters {
      let path = path.field(name)
      guard let values else {
        guard !isNeeded else { throw path.error(.shape, "the numbers are missing") }
        continue
      }
      guard UInt64(values.values.count) == norm.channels else {
        throw path.error(
          .shape, "there are \(values.values.count) numbers for \(norm.channels) channels")
      }
      try validate(values, version: version, at: path)
    }
  }

  private static func validate(
    _ weights: ShapedWeights, version: Int32, at path: ModelPath
  ) throws(ModelError) {
    var count: UInt64 = 1
    for size in weights.shape {
      let (product, overflow) = count.multipliedReportingOverflow(by: size)
      guard !overflow else { throw path.error(.shape, "the shape is too large") }
      count = product
    }
    guard !weights.shape.isEmpty, UInt64(weights.values.values.count) == count, count > 0 else {
      throw path.error(
        .shape,
        "there are \(weights.values.values.count) numbers for the shape \(weights.shape)")
    }
    try validate(weights.values, version: version, at: path)
  }
}

extension BroadcastOperation {
  /// Whether more than two blobs can be joined.
  var takesMany: Bool {
    switch self {
    case .addBroadcastable, .multiplyBroadcastable, .maxBroadcastable, .minBroadcastable: true
    default: false
    }
  }
}
