extension Program {
  /// The weights of the function that is run: tables and scales of compressed ones do not count.
  package var parameterCount: Int {
    var weights: [String: Int] = [:]
    for operation in body?.operations ?? [] {
      let isCompressed = operation.type.hasPrefix("constexpr_")
      guard operation.type == "const" || isCompressed else { continue }
      for case .name(let name) in operation.inputs.values.joined() { weights[name] = nil }
      for output in operation.outputs { weights[output.name] = output.type.weightCount }
    }
    return weights.values.reduce(0) { $0.addingReportingOverflow($1).partialValue }
  }
}

extension Program.ValueType {
  /// The elements of a tensor of floats that is no single number, else 0.
  fileprivate var weightCount: Int {
    guard case .tensor(let tensor) = self, tensor.dataType.isFloat, !tensor.dimensions.isEmpty
    else { return 0 }
    return tensor.dimensions.reduce(1) {
      $0.multipliedReportingOverflow(by: $1 ?? 1).partialValue
    }
  }
}
