import ModelSpec

extension ProgramCompiler {
  /// An operation that computes each number from one number.
  mutating func function(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let x = try required("x", of: operation)
    if x.kind == .integer { return try integerFunction(operation, x) }
    guard x.kind == .float || operation.type == "logical_not" else {
      throw error(.type, "'\(operation.type)' takes numbers", in: "inputs.x")
    }
    switch operation.type {
    case "relu": return try map(x, .relu)
    case "leaky_relu": return try map(x, .leakyReLU(alpha: number("alpha", of: operation)))
    case "thresholded_relu":
      return try map(x, .thresholdedReLU(alpha: number("alpha", of: operation)))
    case "tanh": return try map(x, .tanh)
    case "sigmoid": return try map(x, .sigmoid)
    case "elu": return try map(x, .elu(alpha: number("alpha", of: operation)))
    case "softsign": return try map(x, .softsign)
    case "softplus": return try map(x, .softplus)
    case "linear_activation":
      return try map(
        x, .linear(alpha: number("alpha", of: operation), beta: number("beta", of: operation)))
    case "scaled_tanh":
      return try map(
        x, .scaledTanh(alpha: number("alpha", of: operation), beta: number("beta", of: operation)))
    case "sigmoid_hard":
      return try map(
        x, .sigmoidHard(alpha: number("alpha", of: operation), beta: number("beta", of: operation)))
    case "silu": return try product(x, try map(x, .sigmoid))
    case "square": return try product(x, x)
    case "relu6": return try map(x, MapLayer.Function.clip(minimum: 0, maximum: 6))
    case "clip":
      return try map(
        x, .clip(minimum: number("alpha", of: operation), maximum: number("beta", of: operation)))
    case "clamped_relu":
      return try map(
        x,
        .clampedReLU(alpha: number("alpha", of: operation), beta: number("beta", of: operation)))
    case "gelu": return try map(x, .gelu(try gelu(operation)))
    case "sqrt": return try map(x, Unary(.sqrt))
    case "exp": return try map(x, Unary(.exp))
    case "abs": return try map(x, Unary(.abs))
    case "log":
      return try map(
        x, Unary(.log, shift: number("epsilon", of: operation, default: .leastNonzeroMagnitude)))
    case "rsqrt":
      return try map(x, Unary(.rsqrt, epsilon: epsilon(operation, default: 1e-12)))
    case "inverse":
      return try map(x, Unary(.inverse, epsilon: epsilon(operation, default: 1e-4)))
    case "threshold":
      return try map(x, Unary(.threshold, alpha: number("alpha", of: operation)))
    case "prelu": return try channels(operation, x, .prelu)
    case "softplus_parametric": return try channels(operation, x, .parametricSoftplus)
    default:
      guard let function = Self.functions[operation.type] else {
        throw error(.unsupportedOperation, "the operation '\(operation.type)' cannot be run here")
      }
      return try map(x, .function(function))
    }
  }

  private static let functions: [String: ElementFunction] = [
    "ceil": .ceil, "floor": .floor, "sign": .sign, "round": .round, "exp2": .exp2, "sin": .sin,
    "cos": .cos, "tan": .tan, "asin": .asin, "acos": .acos, "atan": .atan, "sinh": .sinh,
    "cosh": .cosh, "asinh": .asinh, "acosh": .acosh, "atanh": .atanh, "erf": .erf,
    "logical_not": .logicalNot,
  ]

  private mutating func integerFunction(
    _ operation: Program.Operation, _ x: Tensor
  ) throws(ModelError) -> Tensor {
    switch operation.type {
    case "floor", "ceil", "round": return x
    case "relu":
      return try binary(
        "maximum", x, Tensor(dataType: x.dataType, shape: try shape([]), storage: .constant([0])))
    case "square": return try binary("mul", x, x)
    case "abs", "sign":
      let conversion: CastLayer.Conversion =
        operation.type == "abs" ? .absoluteInteger : .signOfInteger
      return try emit(x.dataType, x.shape, from: [x]) {
        CastLayer(conversion: conversion, input: $0[0], output: $1)
      }
    case "clip":
      let (low, high) = try (number("alpha", of: operation), number("beta", of: operation))
      let least = try binary("maximum", x, integer(low.rounded(.up), x.dataType))
      return try binary("minimum", least, integer(high.rounded(.down), x.dataType))
    default:
      throw error(.type, "'\(operation.type)' does not take integers", in: "inputs.x")
    }
  }

  private func integer(
    _ value: Float, _ dataType: Program.DataType
  ) throws(ModelError) -> Tensor {
    Tensor(
      dataType: dataType, shape: try shape([]),
      storage: .constant([Float(integer: Int32(cutting: Double(value)))]))
  }

  /// A negligible number instead of 0, which the layer would take for its default.
  private mutating func epsilon(
    _ operation: Program.Operation, default standard: Float
  ) throws(ModelError) -> Float {
    let given = try number("epsilon", of: operation, default: standard)
    return given == 0 ? .leastNonzeroMagnitude : given
  }

  private mutating func gelu(_ operation: Program.Operation) throws(ModelError) -> GELU {
    switch try text("mode", of: operation) {
    case nil, "EXACT": return .exact
    case "TANH_APPROXIMATION": return .tanhApproximation
    case "SIGMOID_APPROXIMATION": return .sigmoidApproximation
    case let mode?: throw error(.value, "there is no gelu '\(mode)'", in: "inputs.mode")
    }
  }

  mutating func map(
    _ x: Tensor, _ function: ActivationLayer.Function
  ) throws(ModelError) -> Tensor {
    try emit(x.dataType, x.shape, from: [x]) {
      ActivationLayer(function: function, input: $0[0], output: $1)
    }
  }

  mutating func map(_ x: Tensor, _ function: MapLayer.Function) throws(ModelError) -> Tensor {
    try emit(x.dataType, x.shape, from: [x]) {
      MapLayer(function: function, input: $0[0], output: $1)
    }
  }

  private mutating func map(_ x: Tensor, _ unary: Unary) throws(ModelError) -> Tensor {
    try emit(x.dataType, x.shape, from: [x]) { UnaryLayer(unary, input: $0[0], output: $1) }
  }

  private mutating func product(_ x: Tensor, _ y: Tensor) throws(ModelError) -> Tensor {
    try binary("mul", x, y)
  }

  /// Functions with parameters for each channel, which is axis 1.
  private mutating func channels(
    _ operation: Program.Operation, _ x: Tensor, _ function: ChannelActivationLayer.Function
  ) throws(ModelError) -> Tensor {
    let alpha = try perChannel("alpha", of: operation, x) ?? []
    let beta =
      function == .prelu ? [] : try perChannel("beta", of: operation, x) ?? []
    return try emit(x.dataType, x.shape, from: [x]) {
      ChannelActivationLayer(
        function: function, alpha: alpha, beta: beta, input: $0[0], output: $1)
    }
  }

  /// A parameter with a number for each channel, spread over the elements of a row.
  mutating func perChannel(
    _ name: String, of operation: Program.Operation, _ x: Tensor
  ) throws(ModelError) -> [Float]? {
    guard let given = try numbers(name, of: operation) else { return nil }
    guard x.rank >= 2, given.count == x.dimensions[1] else {
      throw error(
        .shape, "'\(name)' has \(given.count) numbers for the channels of \(x.dimensions)",
        in: "inputs.\(name)")
    }
    try spend(x.count)
    let stride = x.shape.stride(1)
    return (0..<x.count).map { given[$0 / stride % given.count] }
  }

  mutating func cast(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let x = try required("x", of: operation)
    let name = try text("dtype", of: operation) ?? ""
    guard let target = Program.DataType(named: name) else {
      throw error(.value, "there is no type '\(name)'", in: "inputs.dtype")
    }
    return try cast(x, to: target)
  }

  mutating func cast(_ x: Tensor, to target: Program.DataType) throws(ModelError) -> Tensor {
    var result = x
    result.dataType = target
    let conversion: CastLayer.Conversion
    switch (x.kind, result.kind) {
    case (.float, .float):
      guard target == .float16, x.dataType != .float16 else { return result }
      conversion = .toHalf
    case (.integer, .float): conversion = .integerToFloat
    case (.bool, .float), (.bool, .bool): return result
    case (.float, .bool): conversion = .floatToBool
    case (.integer, .bool): conversion = .integerToBool
    case (.bool, .integer): conversion = .boolToInteger
    case (.float, .integer), (.integer, .integer):
      guard let range = target.integerRange else {
        throw error(.unsupportedOperation, "values cannot be cast to \(target.name)")
      }
      if x.kind == .float {
        conversion = .floatToInteger(range)
      } else {
        guard range != x.dataType.integerRange else { return result }
        conversion = .integerToInteger(range)
      }
    case (.text, _), (_, .text): throw error(.type, "texts cannot be cast")
    }
    return try emit(target, x.shape, from: [x]) {
      CastLayer(conversion: conversion, input: $0[0], output: $1)
    }
  }
}

extension Unary {
  fileprivate init(
    _ operation: Operation, alpha: Float = 0, epsilon: Float = 0, shift: Float = 0
  ) {
    self.init(operation: operation, alpha: alpha, epsilon: epsilon, shift: shift, scale: 1)
  }
}
