extension LayerKind {
  /// The name of the field that holds the kind in Core ML's layer message.
  package var name: String {
    if case .unsupported(let name, _) = self { return name }
    return LayerKindNames.name(number)
  }

  /// The number of that field.
  package var number: Int {
    switch self {
    case .activation: 130
    case .innerProduct: 140
    case .softmax: 175
    case .unary: 220
    case .add: 230
    case .multiply: 231
    case .concat: 320
    case .slice: 350
    case .softmaxND: 950
    case .batchnorm: 160
    case .scale: 245
    case .bias: 250
    case .dot: 270
    case .loadConstant: 290
    case .reshape: 300
    case .flatten: 301
    case .permute: 310
    case .copy: 600
    case .clip: 660
    case .gelu: 795
    case .transpose: 985
    case .loadConstantND: 1070
    case .squeeze: 1120
    case .expandDims: 1125
    case .flattenTo2D: 1130
    case .reshapeStatic: 1140
    case .rankPreservingReshape: 1150
    case .clampedReLU: 1460
    case .combine(let combination): combination.rawValue
    case .function(let function): function.rawValue
    case .broadcast(let operation): operation.rawValue
    case .compare(let comparison, _): comparison.rawValue
    case .unsupported(_, let number): number
    case .reduction, .normalization, .embedding, .batchedMatmul, .part, .order, .index, .shaping,
      .recurrent:
      parameters?.number ?? 0
    }
  }
}
