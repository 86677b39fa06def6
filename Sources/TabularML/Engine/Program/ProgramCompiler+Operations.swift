import ModelSpec

extension ProgramCompiler {
  /// The values that an operation makes, in the order of its outputs.
  mutating func compile(_ operation: Program.Operation) throws(ModelError) -> [Tensor] {
    switch operation.type {
    case "const":
      guard let value = operation.constantValue else {
        throw error(.structure, "the constant has no value", in: "attributes.val")
      }
      return [try tensor(value, in: "attributes.val")]
    case "while_loop": return try loop(operation)
    case "identity": return [try required("x", of: operation)]
    case "classify": return try classify(operation)
    case "cast": return [try cast(operation)]
    case "add", "sub", "mul", "real_div", "floor_div", "mod", "maximum", "minimum", "pow", "equal",
      "not_equal", "greater", "greater_equal", "less", "less_equal", "logical_and", "logical_or",
      "logical_xor":
      return [try binary(operation)]
    case "select": return [try select(operation)]
    case "linear": return [try linear(operation)]
    case "matmul": return [try matmul(operation)]
    case "einsum": return [try einsum(operation)]
    case "scaled_dot_product_attention": return [try attention(operation)]
    case "rnn", "gru", "lstm": return try recurrent(operation)
    case "batch_norm": return [try batchNorm(operation)]
    case "layer_norm": return [try layerNorm(operation)]
    case "instance_norm": return [try instanceNorm(operation)]
    case "l2_norm": return [try unitLength(operation)]
    case "softmax": return [try softmax(operation)]
    case "reshape", "reshape_like", "expand_dims", "squeeze", "flatten2d":
      return [try reshape(operation)]
    case "transpose", "reverse", "tile", "slice_by_index", "slice_by_size", "pad",
      "sliding_windows":
      return [try arrange(operation)]
    case "slice_update": return [try sliceUpdate(operation)]
    case "reverse_sequence": return [try reverseSequence(operation)]
    case "concat", "stack": return [try join(operation)]
    case "split": return try split(operation)
    case "band_part": return [try bandPart(operation)]
    case "gather", "gather_along_axis", "gather_nd": return [try gather(operation)]
    case "scatter", "scatter_along_axis", "scatter_nd": return [try scatter(operation)]
    case "make_list", "list_length", "list_read", "list_write", "list_gather", "list_scatter":
      return [try list(operation)]
    case "non_zero": return [try nonZero(operation)]
    case "one_hot": return [try oneHot(operation)]
    case "topk": return try largest(operation)
    case "argsort": return [try order(operation)]
    case "cumsum": return [try runningSum(operation)]
    case "shape", "fill", "fill_like", "range_1d": return [try generate(operation)]
    case let type where type.hasPrefix("reduce_"): return [try reduce(operation)]
    case "quantize": return [try quantize(operation)]
    case "dequantize": return [try dequantize(operation)]
    case "constexpr_lut_to_sparse": return try lookUpSparse(operation)
    case "constexpr_sparse_blockwise_shift_scale": return try scaleSparse(operation)
    case let type where type.hasPrefix("constexpr_"): return [try decompress(operation)]
    default: return [try function(operation)]
    }
  }

  /// The chosen class itself is looked up by the plan; here only the numbers behind it are noted.
  private mutating func classify(
    _ operation: Program.Operation
  ) throws(ModelError) -> [Tensor] {
    let numbers = try required("probabilities", of: operation)
    guard numbers.kind == .float else {
      throw error(.type, "the probabilities should be numbers", in: "inputs.probabilities")
    }
    probabilities = numbers
    return operation.outputs.map { _ in numbers }
  }
}
