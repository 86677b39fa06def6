import ModelSpec

extension Program {
  /// Such as `3 classes (a, b, c), 9 operations (2 linear, relu), CoreML7`.
  var summary: String {
    guard let function = functions[entry], let block = function.body else {
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
}
