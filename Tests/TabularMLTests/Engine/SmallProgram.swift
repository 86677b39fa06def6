import ModelSpec

@testable import TabularML

/// Programs of a few operations, for tests.
enum SmallProgram {
  static func ints(_ values: [Int32]) -> Program.Argument {
    .value(
      Program.Value(
        type: .tensor(.init(.int32, [values.count])), contents: .tensor(.ints(values))))
  }

  static func float(_ value: Float) -> Program.Argument {
    .value(Program.Value(type: .tensor(.init(.float32)), contents: .tensor(.floats([value]))))
  }

  /// A program whose output `y` an operation makes of the input `x` of the shape [1, 2].
  static func model(
    _ operation: (String, [String: Program.Argument]), output: [Int?] = [nil, nil],
    before: [Program.Operation] = []
  ) -> Model {
    let array = ArrayFeatureType(shape: [1, 2], dataType: .float32)
    let last = Program.Operation(
      type: operation.0, inputs: operation.1.mapValues { [$0] },
      outputs: [.init(name: "y", type: .tensor(.init(.float32, output)))])
    let block = Program.Block(outputs: ["y"], operations: before + [last])
    let function = Program.Function(
      inputs: [.init(name: "x", type: .tensor(.init(.float32, [1, 2])))], opset: "CoreML7",
      blocks: ["CoreML7": block])
    return Model(
      specificationVersion: 8,
      description: ModelDescription(
        inputs: [FeatureDescription(name: "x", type: .multiArray(array))],
        outputs: [
          FeatureDescription(
            name: "y", type: .multiArray(ArrayFeatureType(shape: [], dataType: .float32)))
        ]), kind: .mlProgram(Program(functions: ["main": function])))
  }

  static func text(_ text: String) -> Program.Argument {
    .value(Program.Value(type: .tensor(.init(.string)), contents: .tensor(.strings([text]))))
  }
}
