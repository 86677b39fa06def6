extension ModelValidator {
  /// Checks a layer of a family: its parameters, and how many numbers were learned.
  static func validate(
    _ layer: any LayerParameters, version: Int32, at path: ModelPath
  ) throws(ModelError) {
    try layer.validate(version: version, at: path)
    var precision: WeightParameters.Encoding?
    for numbers in layer.learned {
      let path = path.field(numbers.field)
      var count: UInt64 = 1
      for size in numbers.shape {
        let (product, overflow) = count.multipliedReportingOverflow(by: size)
        guard !overflow else { throw path.error(.shape, "\(numbers.shape) is too large") }
        count = product
      }
      guard count > 0, UInt64(numbers.values.values.count) == count else {
        throw path.error(
          .shape, "there are \(numbers.values.values.count) numbers for the shape \(numbers.shape)")
      }
      switch (precision, numbers.values.encoding) {
      case (.float16, .float32), (.float32, .float16):
        throw path.error(.structure, "the layer's numbers are stored with different precision")
      case (nil, let own): precision = own
      default: break
      }
      try validate(numbers.values, version: version, at: path)
    }
  }

  /// Checks that weights are int8 exactly when the layer quantizes its input.
  static func validateInt8(
    _ weights: WeightParameters?, isQuantizing: Bool, version: Int32, at path: ModelPath
  ) throws(ModelError) {
    let isInt8 =
      if case .quantized(let quantization) = weights?.encoding {
        quantization.isInt8
      } else { false }
    guard isQuantizing == isInt8 else {
      throw path.field("weights").error(
        .structure, "int8 weights go with int8DynamicQuantize, and one is there without the other")
    }
    guard !isInt8 || version >= 5 else {
      throw path.field("int8DynamicQuantize").error(
        .version, "int8 weights need version 5 of the format")
    }
  }
}
