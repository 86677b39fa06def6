import ModelSpec

extension ProgramCompiler {
  /// A value with more elements around it.
  mutating func padded(
    _ operation: Program.Operation, _ x: Tensor
  ) throws(ModelError) -> Tensor {
    let amounts = try integers("pad", of: operation) ?? []
    let mode = try text("mode", of: operation) ?? "constant"
    let constant = try number("constant_val", of: operation, default: 0)
    guard amounts.count.isMultiple(of: 2), amounts.count <= 2 * x.rank,
      amounts.allSatisfy({ (0...PlanBuilder.largestArray).contains($0) })
    else { throw error(.value, "\(x.dimensions) cannot be padded by \(amounts)", in: "inputs.pad") }
    // Amounts belong to the last axes; -1 stands for the constant.
    let unpadded = x.rank - amounts.count / 2
    var picks: [[Int]] = []
    var total = 1
    for (axis, length) in x.dimensions.enumerated() {
      let first = axis < unpadded ? 0 : amounts[2 * (axis - unpadded)]
      let last = axis < unpadded ? 0 : amounts[2 * (axis - unpadded) + 1]
      total = total.multipliedReportingOverflow(by: first + length + last).partialValue
      guard (0...PlanBuilder.largestArray).contains(total) else {
        throw error(.shape, "\(x.dimensions) padded by \(amounts) is too large", in: "inputs.pad")
      }
      var positions: [Int] = []
      for place in -first..<length + last {
        switch mode {
        case "constant": positions.append((0..<length).contains(place) ? place : -1)
        case "replicate" where length > 0: positions.append(min(max(place, 0), length - 1))
        case "reflect" where max(first, last) < length:
          positions.append(place < 0 ? -place : place >= length ? 2 * length - 2 - place : place)
        default:
          throw error(.value, "there is no padding '\(mode)' of \(x.dimensions)", in: "inputs.mode")
        }
      }
      picks.append(positions)
    }
    let result = try shape(picks.map(\.count))
    try spend(result.count)
    var places = [0]
    for (axis, positions) in picks.enumerated() {
      let stride = x.shape.stride(axis)
      places = places.flatMap { place in
        positions.map { place < 0 || $0 < 0 ? -1 : place + $0 * stride }
      }
    }
    guard mode == "constant" else { return try picked(x, result, places) }
    let element = x.kind == .integer ? Float(integer: Int32(cutting: Double(constant))) : constant
    let filler = Tensor(dataType: x.dataType, shape: try shape([1]), storage: .constant([element]))
    let joined = try joined([try reshaped(x, [x.count]), filler], axis: 0)
    return try picked(joined, result, places.map { $0 < 0 ? x.count : $0 })
  }
}
