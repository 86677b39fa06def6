import ModelSpec
import Testing

@testable import TabularML

/// Small programs that ask for much are refused, and hostile numbers do not trap.
@Suite struct ProgramLimitTests {
  static let hostile: [(String, [String: Program.Argument])] = [
    ("tile", ["x": .name("x"), "reps": SmallProgram.ints([.max, .max])]),
    ("pad", ["x": .name("x"), "pad": SmallProgram.ints([.max, .max, .max, .max])]),
    ("pad", ["x": .name("x"), "pad": SmallProgram.ints([-1, 0])]),
    ("fill", ["shape": SmallProgram.ints([.max, .max])]),
    ("fill", ["shape": SmallProgram.ints([0, .max, .max, .max])]),
    ("reshape", ["x": .name("x"), "shape": SmallProgram.ints([-1, -1])]),
    ("reshape", ["x": .name("x"), "shape": SmallProgram.ints([.min, .min])]),
    ("transpose", ["x": .name("x"), "perm": SmallProgram.ints([.min, .max])]),
    ("expand_dims", ["x": .name("x"), "axes": SmallProgram.ints([0, 0])]),
    ("softmax", ["x": .name("x"), "axis": SmallProgram.ints([.min])]),
    (
      "slice_by_size",
      [
        "x": .name("x"), "begin": SmallProgram.ints([.max, 0]),
        "size": SmallProgram.ints([.max, 1]),
      ]
    ),
    ("gather", ["x": .name("x"), "indices": .name("x")]),
    ("topk", ["x": .name("x"), "k": SmallProgram.ints([.max])]),
    ("linear", ["x": .name("x"), "weight": SmallProgram.float(1)]),
    (
      "range_1d",
      [
        "start": SmallProgram.float(1e30), "end": SmallProgram.float(0),
        "step": SmallProgram.float(1),
      ]
    ),
    (
      "range_1d",
      [
        "start": SmallProgram.float(0), "end": SmallProgram.float(1e30),
        "step": SmallProgram.float(1),
      ]
    ),
    (
      "range_1d",
      ["start": SmallProgram.float(0), "end": SmallProgram.float(1), "step": SmallProgram.float(0)]
    ),
    (
      "make_list", ["init_length": SmallProgram.ints([.max]), "elem_shape": SmallProgram.ints([1])]
    ),
    ("list_read", ["ls": .name("x"), "index": SmallProgram.ints([0])]),
    ("einsum", ["values": .name("x"), "equation": SmallProgram.text("ij,jk")]),
    (
      "sliding_windows",
      ["x": .name("x"), "axis": SmallProgram.ints([1]), "size": SmallProgram.ints([.max])]
    ),
    (
      "sliding_windows",
      [
        "x": .name("x"), "axis": SmallProgram.ints([1]), "size": SmallProgram.ints([1]),
        "stride": SmallProgram.ints([0]),
      ]
    ),
    (
      "scatter",
      [
        "data": .name("x"), "updates": .name("x"), "indices": SmallProgram.ints([0]),
        "axis": SmallProgram.ints([.min]),
      ]
    ),
    (
      "scatter_nd",
      ["data": .name("x"), "updates": .name("x"), "indices": SmallProgram.ints([7, 7, 7])]
    ),
    (
      "scatter_along_axis",
      ["data": .name("x"), "updates": .name("x"), "indices": SmallProgram.ints([.max])]
    ),
    (
      "reverse_sequence",
      [
        "x": .name("x"), "lengths": SmallProgram.ints([.max]), "seq_axis": SmallProgram.ints([0]),
        "batch_axis": SmallProgram.ints([0]),
      ]
    ),
    (
      "scaled_dot_product_attention", ["query": .name("x"), "key": .name("x"), "value": .name("x")]
    ),
    (
      "slice_update",
      [
        "x": .name("x"), "update": .name("x"), "begin": SmallProgram.ints([.min, .max]),
        "end": SmallProgram.ints([.max, .min]),
      ]
    ),
    (
      "rnn",
      [
        "x": .name("x"), "initial_h": .name("x"), "weight_ih": SmallProgram.float(1),
        "weight_hh": SmallProgram.float(1),
      ]
    ),
    (
      "quantize",
      [
        "input": .name("x"), "scale": SmallProgram.ints([0]),
        "output_dtype": SmallProgram.text("int8"),
      ]
    ),
  ]

  @Test(arguments: hostile)
  func isRefused(_ type: String, _ inputs: [String: Program.Argument]) throws {
    let model = SmallProgram.model((type, inputs))
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
      SmallProgram.model(("gather_nd", ["x": .name("x"), "indices": indices]), output: [nil]))
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
          "x": [.name("i")], "pad": [SmallProgram.ints([0, 1])],
          "constant_val": [SmallProgram.float(1e30)],
        ], outputs: [.init(name: "p", type: .tensor(.init(.int32, [1, 3])))]),
    ]
    let text = Program.Argument.value(
      Program.Value(type: .tensor(.init(.string)), contents: .tensor(.strings(["fp32"]))))
    let plan = try Plan(
      SmallProgram.model(
        ("cast", ["x": .name("p"), "dtype": text]), output: [1, 3], before: before))
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
      type: "fill", inputs: ["shape": [SmallProgram.ints([2000, 2000])]],
      outputs: [.init(name: "m", type: .tensor(.init(.float32, [2000, 2000])))])
    let model = SmallProgram.model(("matmul", ["x": .name("m"), "y": .name("m")]), before: [fill])
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
    var model = SmallProgram.model(("relu", ["x": .name("x")]))
    model.kind = .neuralNetwork(
      NeuralNetwork(layers: layers, arrayInputShapeMapping: .exact))
    let error = #expect(throws: ModelError.self) { try Plan(model) }
    #expect(error?.path == "neuralNetwork.layers[1].batchedMatmul", "\(error as Any)")
    #expect(error?.message.contains("multiplications") == true)
  }
}
