import Testing

@testable import ModelSpec

/// Programs in the text of Apple's compiler.
@Suite struct ProgramTextTests {
  private static func program(_ text: String) throws(ModelError) -> Program {
    try ProgramTextParser.program(Array(text.utf8), file: "model.mil")
  }

  /// A program of one operation that makes `y` from `x`.
  private static func main(
    _ operation: String, opset: String = "ios16", header: String = "program(1.0)"
  ) -> String {
    "\(header) { func main<\(opset)>(tensor<fp32, [1, 2]> x) { \(operation) } -> (y); }"
  }

  private static func constant(_ value: String) -> String {
    main("fp32 y = const()[val = \(value)];")
  }

  @Test func readsOperationsInOrder() throws {
    let program = try Self.program(
      """
      program(1.0)
      [buildInfo = dict<tensor<string, []>, tensor<string, []>>({{"made \\"by\\"", "hand"}, {"b", ""}})]
      {
          func main<ios17>(tensor<fp32, [?, 2]> x, tensor<int32, [1]> n) [hint = bool(true)] {
              tensor<fp16, [2, 2]> w = const()[name = tensor<string, []>("w"), val = tensor<fp16, [2, 2]>([[0x1p-1, -1.5], [0x0p+0, 2]])];
              tensor<fp32, [1, 2]> a, tensor<fp32, [1, 2]> b = split(x = x, axis = int32(1), sizes = (n, n))[name = string("op")];
              tensor<fp32, [1, 4]> y = concat(values = (a, b), axis = int32(-1));
          } -> (y, a);
          func other<ios15>(fp32 x) { } -> (x);
      }

      """)
    #expect(program.functions.keys.sorted() == ["main", "other"])
    let main = try #require(program.functions["main"])
    #expect(main.opset == "CoreML7")
    #expect(
      main.inputs == [
        .init(name: "x", type: .tensor(.init(.float32, [nil, 2]))),
        .init(name: "n", type: .tensor(.init(.int32, [1]))),
      ])
    #expect(main.attributes["hint"]?.contents == .tensor(.bools([true])))
    let block = try #require(main.blocks["CoreML7"])
    #expect(block.outputs == ["y", "a"])
    #expect(block.operations.map(\.type) == ["const", "split", "concat"])
    #expect(
      block.operations[0].attributes["val"]
        == .init(
          type: .tensor(.init(.float16, [2, 2])),
          contents: .tensor(.bytes([0x00, 0x38, 0x00, 0xbe, 0x00, 0x00, 0x00, 0x40]))))
    #expect(block.operations[1].outputs.map(\.name) == ["a", "b"])
    #expect(block.operations[1].inputs["sizes"] == [.name("n"), .name("n")])
    #expect(block.operations[1].attributes["name"]?.text == "op")
    #expect(
      block.operations[2].inputs["axis"]
        == [.value(.init(type: .tensor(.init(.int32)), contents: .tensor(.ints([-1]))))])
    #expect(program.functions["other"]?.blocks["CoreML5"]?.operations.isEmpty == true)
  }

  @Test(
    arguments: [
      ("fp32(0x1.8p+1)", .floats([3])),
      ("tensor<fp32, []>(-inf)", .floats([-.infinity])),
      ("tensor<fp32, [3]>([1e-3, -2.5, 0x1p-149])", .floats([0.001, -2.5, 0x1p-149])),
      ("tensor<fp64, [1]>([0.1])", .doubles([0.1])),
      ("tensor<fp32, [0]>([])", .floats([])),
      ("tensor<int32, [?]>([1, -2147483648])", .ints([1, .min])),
      ("tensor<int64, []>(-9223372036854775808)", .longInts([.min])),
      ("tensor<int8, [2]>([-128, 127])", .bytes([0x80, 0x7f])),
      ("tensor<uint16, [1]>([0x1ff])", .bytes([0xff, 0x01])),
      ("uint64(18446744073709551615)", .bytes([UInt8](repeating: 0xff, count: 8))),
      ("tensor<bool, [2]>([true, false])", .bools([true, false])),
      (#"tensor<string, [2]>(["a\\\"\n", "é"])"#, .strings(["a\\\"\n", "é"])),
    ] as [(String, Program.TensorContents)])
  func readsConstants(_ text: String, _ contents: Program.TensorContents) throws {
    let program = try Self.program(Self.constant(text))
    let operation = try #require(program.functions["main"]?.blocks["CoreML6"]?.operations.first)
    #expect(operation.attributes["val"]?.contents == .tensor(contents))
  }

  @Test func readsListsTuplesAndDictionaries() throws {
    let program = try Self.program(
      Self.constant(
        #"tuple<list<string, 2>, dict<string, tensor<int32, [?]>>>((("a", "b"), {{"k", [7]}}))"#))
    let value = program.functions["main"]?.blocks["CoreML6"]?.operations.first?.attributes["val"]
    guard case .tuple(let parts) = value?.contents, parts.count == 2,
      case .list(let list) = parts[0].contents, case .dictionary(let pairs) = parts[1].contents
    else {
      Issue.record("not a tuple of a list and a dictionary: \(String(describing: value))")
      return
    }
    #expect(list.map(\.text) == ["a", "b"])
    #expect(pairs.map(\.key.text) == ["k"])
    #expect(pairs.map(\.value.contents) == [.tensor(.ints([7]))])
  }

  @Test func readsWherePartsOfWeightFilesAre() throws {
    let program = try Self.program(
      Self.constant(
        #"tensor<fp16, [9]>(BLOBFILE(path = string("@model_path/weights/weight.bin"), offset = uint64(4672)))"#
      ))
    let value = program.functions["main"]?.blocks["CoreML6"]?.operations.first?.attributes["val"]
    #expect(
      value?.contents == .blob(.init(fileName: "@model_path/weights/weight.bin", offset: 4672)))
  }

  /// Texts with `§` where the error has to be.
  @Test(
    arguments: [
      ("§", .unreadable, "found the end of the file"),
      (main("fp32 y = relu(x = x);") + " §extra", .unreadable, "expected the end"),
      (
        "program(1.0) { func main<ios16>(fp32 x) { fp32 y = relu(x = x) §} -> (y); }",
        .unsupportedOperation, "'relu' is followed by"
      ),
      (main("fp32 y = relu(x = x, §x = x);"), .structure, "two operands called 'x'"),
      (main("", opset: "§ios99"), .unsupportedOperation, "'ios99' is not known"),
      (main("", header: "program(2.0§)"), .unsupportedOperation, "the version 2.0"),
      (main("tensor<§fp9, [1]> y = relu(x = x);"), .unsupportedOperation, "'fp9'"),
      (main("§thing<fp32> y = relu(x = x);"), .unsupportedOperation, "'thing'"),
      (main("tensor<fp32, [§-1]> y = relu(x = x);"), .value, "'-1'"),
      (constant("tensor<fp32, [2]>(§[1])"), .shape, "1 elements, the type says 2"),
      (constant("tensor<fp32, [2]>([1, §[2]])"), .value, "found '['"),
      (constant("tensor<int8, []>(§128)"), .value, "found '128'"),
      (constant("tensor<int32, []>(§1.5)"), .value, "found '1.5'"),
      (constant("tensor<bool, []>(§1)"), .value, "found '1'"),
      (constant("tensor<uint4, [1]>(§[1])"), .unsupportedOperation, "uint4"),
      (constant(#"string(§"never closed"#), .unreadable, "ends inside a text"),
      (constant(#"string(§"\x")"#), .unsupportedOperation, #"'\x'"#),
      (
        constant(#"fp32(§BLOBFILE(path = string("@model_path/../../x"), offset = uint64(64)))"#),
        .path, "outside the package"
      ),
      (
        constant(#"fp32(§BLOBFILE(path = string("@model_path/x"), offset = int32(64)))"#),
        .structure, "a number as offset"
      ),
    ] as [(String, ModelError.Reason, String)])
  func refusesWhatIsNotKnown(
    _ marked: String, _ reason: ModelError.Reason, _ words: String
  ) throws {
    let place = try #require(marked.firstIndex(of: "§"))
    let text = marked.replacing("§", with: "")
    let error = #expect(throws: ModelError.self) { try Self.program(text) }
    #expect(error?.path == "model.mil:1:\(marked[..<place].count + 1)")
    #expect(error?.reason == reason)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: ["string(BLOBFILE(path = ", "tensor<fp32, [0]>(BLOBFILE(path = "])
  func refusesPathsInPathsWithoutEnd(_ value: String) throws {
    let deep = Self.constant(String(repeating: value, count: 10_000))
    let error = #expect(throws: ModelError.self) { try Self.program(deep) }
    #expect(error?.reason == .tooDeep)
  }

  @Test(arguments: ["list<", "tuple<", "tensor<"])
  func refusesNestingWithoutEnd(_ type: String) throws {
    let deep = String(repeating: type, count: 100_000)
    let error = #expect(throws: ModelError.self) { try Self.program(Self.main(deep)) }
    #expect(error?.reason == (type == "tensor<" ? .unsupportedOperation : .tooDeep))
  }

  /// No prefix of a program is a program, and none of them is a trap.
  @Test func refusesEveryTruncation() throws {
    let text = Self.constant(#"tensor<string, [2]>(["a\"", "b"])"#)
    for length in 0..<text.utf8.count {
      #expect(throws: ModelError.self) { try Self.program(String(text.prefix(length))) }
    }
  }
}
