import ModelSpec
import Testing

@testable import TabularML

/// Small programs that ask for much are refused, and hostile numbers do not trap.
@Suite struct ProgramLimitTests {
  private typealias Operation = Program.Operation

  private static func ints(_ values: [Int32]) -> Program.Argument {
    .value(
      Program.Value(
        type: .tensor(.init(.int32, [values.count])), contents: .tensor(.ints(values))))
  }

  private static func float(_ value: Float) -> Program.Argument {
    .value(Program.Value(type: .tensor(.init(.float32)), contents: .tensor(.floats([value]))))
  }

  /// A program whose output `y` an operation makes of the input `x` of the shape [1, 2].
  private static func model(
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

  static let hostile: [(String, [String: Program.Argument])] = [
    ("tile", ["x": .name("x"), "reps": ints([.max, .max])]),
    ("pad", ["x": .name("x"), "pad": ints([.max, .max, .max, .max])]),
    ("pad", ["x": .name("x"), "pad": ints([-1, 0])]),
    ("fill", ["shape": ints([.max, .max])]),
    ("fill", ["shape": ints([0, .max, .max, .max])]),
    ("reshape", ["x": .name("x"), "shape": ints([-1, -1])]),
    ("reshape", ["x": .name("x"), "shape": ints([.min, .min])]),
    ("transpose", ["x": .name("x"), "perm": ints([.min, .max])]),
    ("expand_dims", ["x": .name("x"), "axes": ints([0, 0])]),
    ("softmax", ["x": .name("x"), "axis": ints([.min])]),
    ("slice_by_size", ["x": .name("x"), "begin": ints([.max, 0]), "size": ints([.max, 1])]),
    ("gather", ["x": .name("x"), "indices": .name("x")]),
    ("topk", ["x": .name("x"), "k": ints([.max])]),
    ("linear", ["x": .name("x"), "weight": float(1)]),
    ("range_1d", ["start": float(1e30), "end": float(0), "step": float(1)]),
    ("range_1d", ["start": float(0), "end": float(1e30), "step": float(1)]),
    ("range_1d", ["start": float(0), "end": float(1), "step": float(0)]),
  ]

  @Test(arguments: hostile)
  func isRefused(_ type: String, _ inputs: [String: Program.Argument]) throws {
    let model = Self.model((type, inputs))
    try ModelValidator.validate(model)
    let error = #expect(throws: ModelError.self) { try Plan(model) }
    #expect(
      error?.path.hasPrefix("mlProgram.functions.main.operations[0]") == true, "\(error as Any)")
  }

  /// Each number of a point is bounded along its own axis: it never chooses from another row.
  @Test func pointsStayInTheirRows() throws {
    let indices = Program.Argument.value(
      Program.Value(
        type: .tensor(.init(.int32, [4, 2])),
        contents: .tensor(.ints([0, -1, 0, 5, 0, 1, 7, 0]))))
    let plan = try Plan(
      Self.model(("gather_nd", ["x": .name("x"), "indices": indices]), output: [nil]))
    let batch = FeatureBatch(
      rowCount: 1,
      columns: [FeatureColumn(.arrays(ArrayColumn(shape: [1, 2], elements: .floats([3, 4]))))])
    let output = try plan.predict(batch).outputs.columns[0]
    guard case .arrays(let array) = output.values, case .floats(let values) = array.elements else {
      Issue.record("\(output.values)")
      return
    }
    #expect(values == [4, 4, 4, 3])
  }

  @Test func numbersBeyondIntegersAreCut() throws {
    let before = [
      Program.Operation(
        type: "cast",
        inputs: [
          "x": [.name("x")],
          "dtype": [
            .value(
              Program.Value(
                type: .tensor(.init(.string)), contents: .tensor(.strings(["int32"]))))
          ],
        ], outputs: [.init(name: "i", type: .tensor(.init(.int32, [1, 2])))]),
      Program.Operation(
        type: "pad",
        inputs: [
          "x": [.name("i")], "pad": [Self.ints([0, 1])], "constant_val": [Self.float(1e30)],
        ], outputs: [.init(name: "p", type: .tensor(.init(.int32, [1, 3])))]),
    ]
    let text = Program.Argument.value(
      Program.Value(type: .tensor(.init(.string)), contents: .tensor(.strings(["fp32"]))))
    let plan = try Plan(
      Self.model(("cast", ["x": .name("p"), "dtype": text]), output: [1, 3], before: before))
    let row = ArrayColumn(shape: [1, 2], elements: .doubles([1e30, .nan]))
    let result = try plan.predict(
      FeatureBatch(rowCount: 1, columns: [FeatureColumn(.arrays(row))]))
    guard case .arrays(let column) = result.outputs.columns[0].values else {
      Issue.record("no array")
      return
    }
    #expect(column.elements.doubles == [0x1p31, 0, 0x1p31])
  }

  /// A product that would take seconds for each row.
  @Test func endlessProductsAreRefused() throws {
    let fill = Program.Operation(
      type: "fill", inputs: ["shape": [Self.ints([2000, 2000])]],
      outputs: [.init(name: "m", type: .tensor(.init(.float32, [2000, 2000])))])
    let model = Self.model(("matmul", ["x": .name("m"), "y": .name("m")]), before: [fill])
    let error = #expect(throws: ModelError.self) { try Plan(model) }
    #expect(error?.reason == .shape)
  }

  /// A network of two constant matrices asks for 2³⁰ multiplications in a few bytes a row.
  @Test func aNetworkIsHeldToTheSameLimit() throws {
    let matrix = ShapedWeights(
      shape: [1024, 1024], values: WeightParameters([Float](repeating: 1, count: 1 << 20)))
    let layers = [
      NeuralNetworkLayer(name: "a", inputs: [], outputs: ["a"], kind: .loadConstantND(matrix)),
      NeuralNetworkLayer(
        name: "p", inputs: ["a", "a"], outputs: ["y"],
        kind: .batchedMatmul(
          BatchedMatmul())),
    ]
    var model = Self.model(("relu", ["x": .name("x")]))
    model.kind = .neuralNetwork(
      NeuralNetwork(layers: layers, arrayInputShapeMapping: .exact))
    let error = #expect(throws: ModelError.self) { try Plan(model) }
    #expect(error?.path == "neuralNetwork.layers[1].batchedMatmul", "\(error as Any)")
    #expect(error?.message.contains("multiplications") == true)
  }
}
