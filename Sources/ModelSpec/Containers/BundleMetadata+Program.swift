// What `metadata.json` says of ML programs.

extension Program {
  /// How many operations there are of each type in the function that is run, named as Apple's compiler
  /// does: `Ios16.sliceByIndex`, and `Concat` for those that only move values.
  var operationHistogram: [String: Int] {
    guard let function = functions[entry] else { return [:] }
    return entryOperations.reduce(into: [:]) { counts, operation in
      if operation.type == "const" { return }
      counts[Self.typeName(operation.type, in: function.opset), default: 0] += 1
    }
  }

  /// The types of the fractions that are computed with; nil where there are none.
  var computePrecision: String? {
    let types = entryOperations.filter { $0.type != "const" }.flatMap(\.outputs).compactMap {
      $0.type.fractions
    }
    return Self.precision(types)
  }

  /// The types of the fractions in constant tensors; nil where there are none.
  var storagePrecision: String? {
    let types = entryOperations.filter { $0.type == "const" }.flatMap(\.outputs).compactMap {
      output -> String? in
      guard case .tensor(let tensor) = output.type, !tensor.dimensions.isEmpty else { return nil }
      return output.type.fractions
    }
    return Self.precision(types)
  }

  private var entryOperations: [Operation] {
    body?.operations ?? []
  }

  private static func precision(_ types: [String]) -> String? {
    let names = Set(types).sorted()
    return names.count > 1 ? "Mixed (\(names.joined(separator: ", ")))" : names.first
  }

  /// Operations that are the same in all sets, as they only move values.
  private static let plain: Set = [
    "concat", "expand_dims", "pad", "select", "split", "squeeze", "stack", "tile", "transpose",
  ]

  private static func typeName(_ type: String, in opset: String) -> String {
    let words = type.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let name = words.joined()
    // CoreML6 came with iOS 16.
    guard !plain.contains(type), let version = Int(opset.drop { !$0.isNumber }) else { return name }
    return "Ios\(version + 10).\(name.prefix(1).lowercased() + name.dropFirst())"
  }
}

extension Program.ValueType {
  /// The name of the type of a tensor of fractions.
  fileprivate var fractions: String? {
    guard case .tensor(let tensor) = self, tensor.dataType.isFloat else { return nil }
    return switch tensor.dataType {
    case .float16: "Float16"
    case .float32: "Float32"
    default: "Float64"
    }
  }
}
