/// The operations of ML programs that can be run, and the operands that each of them takes.
package enum OperationCatalog {
  package struct Parameter: Sendable, Equatable {
    package var name: String
    package var isOptional: Bool
    /// Whether it takes several values, such as the parts of a `concat`.
    package var isList: Bool
    /// Whether it has to be known when the model is loaded.
    package var isConstant: Bool
  }

  package struct Signature: Sendable, Equatable {
    package var parameters: [Parameter]

    package subscript(name: String) -> Parameter? { parameters.first { $0.name == name } }
  }

  /// The operation's operands; nil for one that cannot be run.
  package static func signature(of operation: String) -> Signature? { signatures[operation] }

  /// Those that move windows over pictures or resize them.
  package static let notTabular: Set = [
    "affine", "avg_pool", "batch_to_space", "conv", "conv_quantized", "conv_transpose", "crop",
    "crop_resize", "depth_to_space", "l2_pool", "local_response_norm", "max_pool",
    "non_maximum_suppression", "pixel_shuffle", "pixel_unshuffle", "resample", "resize",
    "resize_bilinear", "resize_nearest_neighbor", "space_to_batch", "space_to_depth",
    "upsample_bilinear", "upsample_nearest_neighbor",
  ]

  /// The others that coremltools can write: branches, chance, state, shapes that follow from values.
  package static let refused: Set = [
    "cond", "random_bernoulli", "random_categorical", "random_normal", "random_uniform",
    "read_state", "write_state",
  ]

  /// The names of all operations that can be run, sorted.
  package static var names: [String] { signatures.keys.sorted() }

  private static let signatures: [String: Signature] = {
    var signatures: [String: Signature] = [:]
    for (names, parameters) in table {
      let signature = Signature(parameters: parameters.split(separator: " ").map(Parameter.init))
      for name in names.split(separator: " ") { signatures[String(name)] = signature }
    }
    return signatures
  }()

  /// Operations with the same operands; `?` marks what may be left out, `!` constants, `*` lists.
  private static let table: [(names: String, parameters: String)] = [
    ("const", "val!?"),
    ("while_loop", "loop_vars*"),
    ("make_list", "init_length!? dynamic_length!? elem_shape!* dtype!?"),
    ("list_length", "ls"),
    ("list_read", "ls index!"),
    ("list_write", "ls index! value"),
    ("list_gather", "ls indices!"),
    ("list_scatter", "ls indices! value"),
    (
      "identity relu relu6 sigmoid tanh silu softplus softsign exp exp2 sqrt square abs sign erf",
      "x"
    ),
    ("floor ceil round sin cos tan asin acos atan sinh cosh asinh acosh atanh logical_not", "x"),
    ("shape non_zero", "x"),
    ("log rsqrt inverse l2_norm", "x epsilon!?"),
    ("cast", "x dtype!"),
    ("leaky_relu elu thresholded_relu threshold prelu", "x alpha!"),
    (
      "clamped_relu linear_activation scaled_tanh sigmoid_hard clip softplus_parametric",
      "x alpha! beta!"
    ),
    ("gelu", "x mode!?"),
    ("softmax", "x axis!?"),
    ("add sub mul real_div floor_div mod maximum minimum pow", "x y"),
    ("equal not_equal greater greater_equal less less_equal", "x y"),
    ("logical_and logical_or logical_xor", "x y"),
    ("select", "cond a b"),
    ("linear", "x weight bias?"),
    ("matmul", "x y transpose_x!? transpose_y!?"),
    ("einsum", "values* equation!"),
    ("scaled_dot_product_attention", "query key value attn_mask?"),
    (
      "rnn",
      "x initial_h weight_ih! weight_hh! bias!? direction!? output_sequence!? activation!?"
    ),
    (
      "gru",
      "x initial_h weight_ih! weight_hh! bias!? direction!? output_sequence!? "
        + "recurrent_activation!? activation!? reset_after!? input_bias!?"
    ),
    (
      "lstm",
      "x initial_h initial_c weight_ih! weight_hh! bias!? peephole!? weight_ih_back!? "
        + "weight_hh_back!? bias_back!? peephole_back!? direction!? output_sequence!? "
        + "recurrent_activation!? cell_activation!? activation!? clip!?"
    ),
    ("batch_norm", "x mean! variance! gamma!? beta!? epsilon!?"),
    ("layer_norm", "x axes!? gamma!? beta!? epsilon!?"),
    ("instance_norm", "x gamma!? beta!? epsilon!?"),
    ("reshape", "x shape!"),
    ("reshape_like", "x ref_tensors* begins!* ends!* end_masks!*"),
    ("expand_dims", "x axes!"),
    ("squeeze reverse", "x axes!?"),
    ("transpose", "x perm!"),
    ("flatten2d", "x axis!?"),
    ("concat", "values* axis! interleave!?"),
    ("stack", "values* axis!"),
    ("split", "x num_splits!? split_sizes!? axis!"),
    ("tile", "x reps!"),
    ("pad", "x pad! mode!? constant_val!?"),
    (
      "slice_by_index",
      "x begin! end! stride!? begin_mask!? end_mask!? squeeze_mask!?"
    ),
    ("slice_by_size", "x begin! size!"),
    (
      "slice_update",
      "x update begin! end! stride!? begin_mask!? end_mask!? squeeze_mask!?"
    ),
    ("sliding_windows", "x axis! size! stride!?"),
    ("reverse_sequence", "x lengths seq_axis!? batch_axis!?"),
    ("gather", "x indices axis!? batch_dims!? validate_indices!?"),
    ("gather_along_axis", "x indices axis!? validate_indices!?"),
    ("gather_nd", "x indices batch_dims!? validate_indices!?"),
    ("one_hot", "indices one_hot_vector_size! axis!? on_value!? off_value!?"),
    ("topk", "x k!? axis!? ascending!? sort!? return_indices!? output_indices_dtype!?"),
    ("argsort", "x axis!? ascending!?"),
    ("scatter scatter_along_axis", "data indices updates axis!? mode!? validate_indices!?"),
    ("scatter_nd", "data indices updates mode!? validate_indices!?"),
    ("cumsum", "x axis!? exclusive!? reverse!?"),
    ("band_part", "x lower!? upper!?"),
    ("fill", "shape! value!?"),
    ("fill_like", "ref_tensor value!?"),
    ("range_1d", "end! start! step!"),
    (
      "reduce_sum reduce_mean reduce_max reduce_min reduce_prod reduce_l1_norm reduce_l2_norm "
        + "reduce_sum_square reduce_log_sum reduce_log_sum_exp",
      "x axes!? keep_dims!?"
    ),
    ("reduce_argmax reduce_argmin", "x axis!? keep_dims!? output_dtype!?"),
    ("classify", "probabilities classes!"),
    ("constexpr_affine_dequantize", "quantized_data! zero_point! scale! axis!"),
    ("constexpr_cast", "source_val! output_dtype!"),
    ("constexpr_lut_to_dense", "indices! lut! shape!? vector_axis!?"),
    ("constexpr_sparse_to_dense", "nonzero_data! mask! shape!?"),
    ("quantize", "input zero_point!? scale! output_dtype! axis!?"),
    ("dequantize", "input zero_point!? scale! axis!?"),
    ("constexpr_lut_to_sparse", "indices_mask! indices_nonzero_data! lut! vector_axis!?"),
    ("constexpr_sparse_blockwise_shift_scale", "data_mask! nonzero_data! scale! offset!?"),
    ("constexpr_blockwise_shift_scale", "data! scale! offset!?"),
  ]
}

extension OperationCatalog.Parameter {
  fileprivate init(_ text: Substring) {
    isOptional = text.contains("?")
    isList = text.contains("*")
    isConstant = text.contains("!")
    name = String(text.filter { $0.isLetter || $0.isNumber || $0 == "_" })
  }
}
