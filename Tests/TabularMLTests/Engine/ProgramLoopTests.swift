import ModelSpec
import Testing

@testable import TabularML

/// Loops whose number of turns is known, work that adds up, and shapes that a row decides.
@Suite struct ProgramLoopTests {
  private static func constant(_ name: String, _ value: Program.Value) -> Program.Operation {
    Program.Operation(
      type: "const", outputs: [.init(name: name, type: value.type)], attributes: ["val": value])
  }

  private static func truth(_ name: String) -> Program.Operation {
    constant(
      name, Program.Value(type: .tensor(.init(.bool)), contents: .tensor(.bools([true]))))
  }

  /// `while condition { body }` over the variable `x`.
  private static func loop(
    _ condition: Program.Block, _ body: Program.Block, before: [Program.Operation]
  ) -> Model {
    let loop = Program.Operation(
      type: "while_loop", inputs: ["loop_vars": [.name("x")]],
      outputs: [.init(name: "z", type: .tensor(.init(.float32, [1, 2])))],
      blocks: [condition, body])
    return SmallProgram.model(("identity", ["x": .name("z")]), before: before + [loop])
  }

  private static let variable = Program.NamedValueType(
    name: "v", type: .tensor(.init(.float32, [1, 2])))

  /// Neither block has an operation that could be counted.
  @Test func anEndlessLoopIsRefused() throws {
    let model = Self.loop(
      Program.Block(inputs: [Self.variable], outputs: ["t"], operations: []),
      Program.Block(inputs: [Self.variable], outputs: ["v"], operations: []),
      before: [Self.truth("t")])
    try ModelValidator.validate(model)
    let error = #expect(throws: ModelError.self) { try Plan(model) }
    #expect(error?.reason == .value, "\(error as Any)")
    #expect(error?.path == "mlProgram.functions.main.operations[1]", "\(error as Any)")
  }

  @Test func aLoopThatARowEndsIsRefused() throws {
    let less = Program.Operation(
      type: "less", inputs: ["x": [.name("v")], "y": [SmallProgram.float(3)]],
      outputs: [.init(name: "c", type: .tensor(.init(.bool, [1, 2])))])
    let model = Self.loop(
      Program.Block(inputs: [Self.variable], outputs: ["c"], operations: [less]),
      Program.Block(inputs: [Self.variable], outputs: ["v"], operations: []), before: [])
    try ModelValidator.validate(model)
    let error = #expect(throws: ModelError.self) { try Plan(model) }
    #expect(error?.reason == .unsupportedOperation, "\(error as Any)")
  }

  /// What a block names is not known behind it, and a name of before it is not given twice.
  @Test(arguments: [("w", "v", "w"), ("x", "x", "x")])
  func namesEndWithTheirBlock(_ made: String, _ input: String, _ used: String) {
    let inner = Program.Operation(
      type: "relu", inputs: ["x": [.name(input)]],
      outputs: [.init(name: made, type: .tensor(.init(.float32, [1, 2])))])
    let loop = Program.Operation(
      type: "while_loop", inputs: ["loop_vars": [.name("x")]],
      outputs: [.init(name: "z", type: .tensor(.init(.float32, [1, 2])))],
      blocks: [
        Program.Block(inputs: [Self.variable], outputs: ["t"], operations: []),
        Program.Block(inputs: [Self.variable], outputs: [made], operations: [inner]),
      ])
    let model = SmallProgram.model(
      ("identity", ["x": .name(used)]), before: [Self.truth("t"), loop])
    let error = #expect(throws: ModelError.self) { try ModelValidator.validate(model) }
    #expect(error?.reason == .structure, "\(error as Any)")
  }

  private static func filled(_ name: String, _ shape: [Int32]) -> Program.Operation {
    Program.Operation(
      type: "fill", inputs: ["shape": [SmallProgram.ints(shape)]],
      outputs: [.init(name: name, type: .tensor(.init(.float32, shape.map { Int($0) })))])
  }

  /// Each product alone would be allowed.
  @Test func productsOfAProgramAddUp() throws {
    let products = (0..<3).map { index in
      Program.Operation(
        type: "matmul", inputs: ["x": [.name("m")], "y": [.name("m")]],
        outputs: [.init(name: "p\(index)", type: .tensor(.init(.float32, [500, 500])))])
    }
    let model = SmallProgram.model(
      ("identity", ["x": .name("x")]), before: [Self.filled("m", [500, 500])] + products)
    let error = #expect(throws: ModelError.self) { try Plan(model) }
    #expect(error?.path == "mlProgram.functions.main.operations[3]", "\(error as Any)")
  }

  @Test func endlessSequencesAreRefused() throws {
    let before = [
      Self.filled("s", [4096, 1, 1]), Self.filled("h", [1, 256]), Self.filled("i", [1024, 1]),
      Self.filled("r", [1024, 256]),
    ]
    let inputs: [String: Program.Argument] = [
      "x": .name("s"), "initial_h": .name("h"), "initial_c": .name("h"), "weight_ih": .name("i"),
      "weight_hh": .name("r"),
    ]
    let error = #expect(throws: ModelError.self) {
      try Plan(SmallProgram.model(("lstm", inputs), before: before))
    }
    #expect(error?.message.contains("multiplications") == true, "\(error as Any)")
  }

  /// `sum(x[x != 0])`: as many elements as the row has.
  @Test func sumsOfChosenElementsAreRefused() throws {
    let before = [Self.nonZero("n", of: "x"), Self.chosen("g", by: "n")]
    let model = SmallProgram.model(("reduce_sum", ["x": .name("g")]), before: before)
    try ModelValidator.validate(model)
    let error = #expect(throws: ModelError.self) { try Plan(model) }
    #expect(error?.reason == .unsupportedOperation, "\(error as Any)")
    #expect(error?.path == "mlProgram.functions.main.operations[2].inputs", "\(error as Any)")
  }

  /// `x[places % 2] = x[places]`: places in room that is not needed would come to lie inside.
  @Test func changesAtComputedPlacesAreRefused() throws {
    let places = Program.ValueType.tensor(.init(.int32, [nil, 2]))
    let before = [
      Program.Operation(
        type: "non_zero", inputs: ["x": [.name("x")]], outputs: [.init(name: "n", type: places)]),
      Program.Operation(
        type: "mod", inputs: ["x": [.name("n")], "y": [SmallProgram.ints([2])]],
        outputs: [.init(name: "m", type: places)]),
      Program.Operation(
        type: "gather_nd", inputs: ["x": [.name("x")], "indices": [.name("n")]],
        outputs: [.init(name: "g", type: .tensor(.init(.float32, [nil])))]),
    ]
    func plan(indices: String) throws -> Plan {
      let inputs: [String: Program.Argument] = [
        "data": .name("x"), "indices": .name(indices), "updates": .name("g"),
      ]
      return try Plan(SmallProgram.model(("scatter_nd", inputs), before: before))
    }
    _ = try plan(indices: "n")
    let error = #expect(throws: ModelError.self) { try plan(indices: "m") }
    #expect(error?.reason == .unsupportedOperation, "\(error as Any)")
  }

  private static func nonZero(_ name: String, of x: String) -> Program.Operation {
    Program.Operation(
      type: "non_zero", inputs: ["x": [.name(x)]],
      outputs: [.init(name: name, type: .tensor(.init(.int32, [nil, 2])))])
  }

  private static func chosen(_ name: String, by places: String) -> Program.Operation {
    Program.Operation(
      type: "gather_nd", inputs: ["x": [.name("x")], "indices": [.name(places)]],
      outputs: [.init(name: name, type: .tensor(.init(.float32, [nil])))])
  }

  private static func pair(
    _ type: String, _ name: String, _ x: String, _ y: Program.Argument,
    _ result: Program.TensorType
  ) -> Program.Operation {
    Program.Operation(
      type: type, inputs: ["x": [.name(x)], "y": [y]],
      outputs: [.init(name: name, type: .tensor(result))])
  }

  /// Chosen elements go with those of the same choice, and with what is the same for all of them.
  @Test func choicesAreNotMixed() throws {
    let sum = Self.pair("add", "s", "x", .name("x"), .init(.float32, [1, 2]))
    let twice = [sum, Self.nonZero("n", of: "x"), Self.nonZero("o", of: "s")]
    let chosen = [Self.chosen("g", by: "n"), Self.chosen("h", by: "o")]
    let result = Program.TensorType(.float32, [nil])
    try expectRefusal(
      ("identity", ["x": .name("x")]),
      twice + chosen + [Self.pair("add", "a", "g", .name("h"), result)], at: 5)
    try expectRefusal(
      ("identity", ["x": .name("x")]),
      [twice[1], chosen[0], Self.filled("f", [2])]
        + [Self.pair("add", "a", "g", .name("f"), result)], at: 3)
    try expectRefusal(
      ("scatter_nd", ["data": .name("x"), "indices": .name("n"), "updates": .name("h")]),
      twice + [chosen[1]], at: 4)
  }

  /// Weights are made once; those that a loop changes would keep the values of its first turn.
  @Test func weightsThatALoopChangesAreRefused() throws {
    let scaled = Program.Operation(
      type: "constexpr_blockwise_shift_scale",
      inputs: ["data": [.name("d")], "scale": [.name("v")]],
      outputs: [.init(name: "w", type: .tensor(.init(.float32, [1, 2])))])
    let data = Self.constant(
      "d",
      Program.Value(type: .tensor(.init(.int32, [1, 2])), contents: .tensor(.ints([1, 2]))))
    let loop = Program.Operation(
      type: "while_loop", inputs: ["loop_vars": [.name("f")]],
      outputs: [.init(name: "z", type: .tensor(.init(.float32, [1, 2])))],
      blocks: [
        Program.Block(inputs: [Self.variable], outputs: ["t"], operations: []),
        Program.Block(inputs: [Self.variable], outputs: ["w"], operations: [scaled]),
      ])
    let model = SmallProgram.model(
      ("identity", ["x": .name("x")]),
      before: [Self.truth("t"), data, Self.filled("f", [1, 2]), loop])
    let error = #expect(throws: ModelError.self) { try Plan(model) }
    #expect(error?.reason == .structure, "\(error as Any)")
    #expect(error?.path.hasSuffix("blocks[1].operations[0].inputs.scale") == true)
  }

  private func expectRefusal(
    _ operation: (String, [String: Program.Argument]), _ before: [Program.Operation], at index: Int
  ) throws {
    let model = SmallProgram.model(operation, before: before)
    let error = #expect(throws: ModelError.self) { try Plan(model) }
    #expect(error?.reason == .unsupportedOperation, "\(error as Any)")
    #expect(
      error?.path == "mlProgram.functions.main.operations[\(index)].inputs", "\(error as Any)")
  }
}
