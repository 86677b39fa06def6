import ModelSpec

extension ArrayFeatureExtractor: Plannable {
  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    guard let input = stage.inputs.first, let output = stage.description.outputs.first,
      case .array(let slot, _) = input.value
    else {
      throw ModelError(
        .interface, at: stage.path, "an arrayFeatureExtractor needs one MultiArray")
    }
    let width = builder.width(slot)
    var places: [Int] = []
    for (place, index) in indexes.enumerated() {
      guard index < UInt64(width) else {
        throw ModelError(
          .value, at: "\(stage.path).extractIndex[\(place)]",
          "there is no element \(index) among \(width)")
      }
      places.append(Int(index))
    }
    let picked = builder.newDoubles(places.count)
    builder.add(PickElements(input: slot, output: picked, indexes: places))
    switch output.type {
    case .double where places.count == 1:
      return [output.name: Feature(name: output.name, value: .double(picked))]
    case .int64 where places.count == 1:
      let whole = builder.newInt64()
      builder.add(NarrowToInt64(name: output.name, input: picked, output: whole))
      return [output.name: Feature(name: output.name, value: .int64(whole))]
    case .multiArray(let type):
      return [
        output.name: try builder.array(picked, as: type, named: output.name, path: stage.path)
      ]
    default:
      throw ModelError(
        .shape, at: stage.path + ".extractIndex",
        "'\(output.name)' cannot hold \(places.count) elements")
    }
  }
}
