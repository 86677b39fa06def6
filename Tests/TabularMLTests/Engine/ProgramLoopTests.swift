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
    let before = [
      Program.Operation(
        type: "non_zero", inputs: ["x": [.name("x")]],
        outputs: [.init(name: "n", type: .tensor(.init(.int32, [nil, 2])))]),
      Program.Operation(
        type: "gather_nd", inputs: ["x": [.name("x")], "indices": [.name("n")]],
        outputs: [.init(name: "g", type: .tensor(.init(.float32, [nil])))]),
    ]
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
}
