import ModelSpec

extension Program {
  /// Such as `3 classes (a, b, c), 9 operations (2 linear, relu), CoreML7`.
  var summary: String {
    guard let function = functions[entry], let block = function.blocks[function.opset] else {
      return "no function '\(entry)'"
    }
    var counts: [String: Int] = [:]
    for operation in block.operations where operation.type != "const" {
      counts[operation.type, default: 0] += 1
    }
    let total = counts.values.reduce(0, +)
    // The most frequent first.
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let shown = sorted.prefix(8).map { $1 == 1 ? $0 : "\($1) \($0)" }.joined(separator: ", ")
    let several = functions.count > 1 ? "'\(entry)' of \(functions.count) functions" : ""
    return [
      classLabels?.summary ?? "", several,
      count(total, "operation") + " (\(shown)\(sorted.count > 8 ? ", …" : ""))", function.opset,
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The weights of the function that is run: tables and scales of compressed ones do not count.
  var parameterCount: Int {
    guard let function = functions[entry], let block = function.blocks[function.opset] else {
      return 0
    }
    var weights: [String: Int] = [:]
    for operation in block.operations {
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
