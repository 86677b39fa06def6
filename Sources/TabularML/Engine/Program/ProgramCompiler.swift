import ModelSpec

/// Works out the shapes of a program operation by operation, and makes layers of what is not known yet.
///
/// What depends on constants only is computed here, once.
struct ProgramCompiler {
  let roundsHalf: Bool
  /// The place of the present operation.
  var path: String
  private(set) var layers: [any CompiledLayer] = []
  private(set) var shapes: [BlobShape] = []
  private(set) var parameters: [DenseParameters] = []
  var values: [String: Tensor] = [:]
  /// What the program's `classify` chooses by.
  var probabilities: Tensor?
  /// Numbers that one row and the tables of places need so far, and numbers of constants.
  private var spent = 0
  private var weights = 0
  /// Numbers that compressed weights have become.
  private var expanded = 0
  /// Multiplications of all products so far.
  private var work = 0
  /// Operations of inner blocks so far, and the constants among them by their places.
  private var turns = 0
  private var innerConstants: [String: [Tensor]] = [:]
  /// The names of what constants and compressed weights made.
  var weightNames: Set<String> = []
  /// By name the number of what elements are chosen by, and whether it is made of truth values.
  var choices: [String: (number: Int, isTruth: Bool)] = [:]
  var choiceCount = 0
  /// The weights that the dense layer of a place was given; turns of a loop share them.
  private var denseLayers: [String: (rows: [Float], bias: [Float]?, number: Int)] = [:]

  init(path: String, roundsHalf: Bool) {
    self.path = path
    self.roundsHalf = roundsHalf
  }

  /// A blob that somebody else fills.
  mutating func addInput(
    _ name: String, _ dataType: Program.DataType, _ shape: BlobShape
  ) throws(ModelError) {
    values[name] = Tensor(
      dataType: dataType, shape: shape, storage: .blob(try newBlob(shape)))
  }

  mutating func add(
    _ operation: Program.Operation, isInner: Bool = false
  ) throws(ModelError) {
    // A loop does not read its constants again for each turn.
    let isConstant = operation.type == "const" || operation.type.hasPrefix("constexpr_")
    let isKept = isInner && isConstant
    let extent = try extent(of: operation)
    followTruth(operation)
    let results: [Tensor]
    if isKept, let known = innerConstants[path] {
      results = known
    } else {
      results = try compile(operation)
      if isKept { innerConstants[path] = results }
    }
    guard results.count == operation.outputs.count else {
      throw error(
        .structure,
        "'\(operation.type)' makes \(results.count) values, not \(operation.outputs.count)",
        in: "outputs")
    }
    for (index, (output, result)) in zip(operation.outputs, results).enumerated() {
      if case .tensor(let type) = output.type, operation.type != "classify" {
        try check(result, is: type, named: output.name, in: "outputs[\(index)].type")
      }
      values[output.name] = result
      values[output.name]?.extent = extent
      if isConstant { weightNames.insert(output.name) } else { weightNames.remove(output.name) }
    }
  }

  private func check(
    _ tensor: Tensor, is type: Program.TensorType, named name: String, in field: String
  ) throws(ModelError) {
    guard tensor.dataType == type.dataType else {
      throw error(
        .type, "'\(name)' comes out as \(tensor.dataType.name), not as \(type.dataType.name)",
        in: field)
    }
    let fits =
      type.dimensions.count == tensor.rank
      && zip(type.dimensions, tensor.dimensions).allSatisfy { $0 == nil || $0 == $1 }
    guard fits else {
      let declared = type.dimensions.map { $0.map(String.init) ?? "?" }.joined(separator: ", ")
      throw error(
        .shape, "'\(name)' comes out in the shape \(tensor.dimensions), not [\(declared)]",
        in: field)
    }
  }

  // MARK: Making values

  /// A value that a layer makes of others, or the layer's result when those are all known.
  mutating func emit(
    _ dataType: Program.DataType, _ shape: BlobShape, from inputs: [Tensor],
    _ layer: (_ inputs: [Int], _ output: Int) -> any CompiledLayer
  ) throws(ModelError) -> Tensor {
    let constants = inputs.compactMap(\.constant)
    var result = Tensor(dataType: dataType, shape: shape, storage: .constant([]))
    if constants.count == inputs.count {
      try spend(shape.count)
      var blobs = Blobs(widths: inputs.map(\.count) + [shape.count])
      blobs.reserve(1)
      for (index, constant) in constants.enumerated() { blobs.put(constant, index) }
      layer(Array(inputs.indices), inputs.count).forward(1, &blobs, parameters)
      result.storage = .constant(blobs[inputs.count])
    } else {
      var numbers: [Int] = []
      for input in inputs { numbers.append(try blob(of: input)) }
      let output = try newBlob(shape)
      layers.append(layer(numbers, output))
      result.storage = .blob(output)
    }
    guard roundsHalf, dataType == .float16 else { return result }
    return try rounded(result)
  }

  private mutating func rounded(_ tensor: Tensor) throws(ModelError) -> Tensor {
    var result = tensor
    switch tensor.storage {
    case .constant(let elements): result.storage = .constant(elements.map { Float(Float16($0)) })
    case .texts, .list: break
    case .blob(let blob):
      let output = try newBlob(tensor.shape)
      layers.append(CastLayer(conversion: .toHalf, input: blob, output: output))
      result.storage = .blob(output)
    }
    return result
  }

  /// The blob of a value; a constant becomes one that is the same in all rows.
  mutating func blob(of tensor: Tensor) throws(ModelError) -> Int {
    switch tensor.storage {
    case .blob(let blob): return blob
    case .constant(let elements):
      let blob = try newBlob(tensor.shape)
      layers.append(ConstantLayer(output: blob, values: elements))
      return blob
    case .texts, .list: throw error(.type, "texts and lists cannot be computed with")
    }
  }

  private mutating func newBlob(_ shape: BlobShape) throws(ModelError) -> Int {
    try spend(shape.count)
    shapes.append(shape)
    return shapes.count - 1
  }

  /// Adds weights of a dense layer, and gives their number.
  mutating func addDense(inputs: Int, outputs: Int, rows: [Float], bias: [Float]?) -> Int {
    if let known = denseLayers[path], known.rows == rows, known.bias == bias { return known.number }
    parameters.append(DenseParameters(inputs: inputs, outputs: outputs, rows: rows, bias: bias))
    denseLayers[path] = (rows, bias, parameters.count - 1)
    return parameters.count - 1
  }

  /// Stops loops that would be compiled for seconds.
  mutating func spendTurn() throws(ModelError) {
    turns += 1
    guard turns <= Self.mostTurns else {
      throw error(.value, "the program's loops have more turns than are allowed")
    }
  }

  /// A constant of the program as a value.
  mutating func tensor(_ value: Program.Value, in field: String) throws(ModelError) -> Tensor {
    let constant = try value.constant(at: "\(path).\(field)")
    weights += constant.elements.count
    guard weights <= Self.largestConstants, let shape = BlobShape(constant.shape) else {
      throw error(.shape, "the constants of the program need more memory than is allowed")
    }
    if let elements = constant.blobElements {
      return Tensor(dataType: constant.dataType, shape: shape, storage: .constant(elements))
    }
    guard case .strings(let texts) = constant.elements else {
      throw error(.type, "the constant has no use here", in: field)
    }
    return Tensor(dataType: .string, shape: shape, storage: .texts(texts))
  }

  /// Stops before compressed weights become many times what the program stores.
  mutating func spendExpanded(_ count: Int) throws(ModelError) {
    expanded += count
    guard expanded <= Self.smallWeights + Self.mostTimesStored * weights else {
      throw error(.shape, "the compressed weights become more than is allowed")
    }
  }

  /// Stops before a program that is small on disk fills the memory.
  mutating func spend(_ count: Int) throws(ModelError) {
    spent += count
    guard spent <= PlanBuilder.largestArray else {
      throw error(.shape, "the program needs more memory for a row than is allowed")
    }
  }

  /// Stops before a row takes seconds: so many multiplications are more than any table needs.
  mutating func limitWork(_ factors: [Int]) throws(ModelError) {
    guard let more = elementCount(factors), more <= PlanBuilder.mostMultiplications - work else {
      throw error(.shape, "the program needs more multiplications for a row than are allowed")
    }
    work += more
  }

  /// A shape that an operation makes, if it is possible.
  func shape(_ dimensions: [Int]) throws(ModelError) -> BlobShape {
    guard dimensions.count <= 16, let shape = BlobShape(dimensions) else {
      throw error(.shape, "the operation makes the impossible shape \(dimensions)")
    }
    return shape
  }

  /// An error of the present operation; `part` is the field that is wrong.
  func error(
    _ reason: ModelError.Reason, _ message: String, in part: String? = nil
  ) -> ModelError {
    ModelError(reason, at: part.map { "\(path).\($0)" } ?? path, message)
  }

  /// Operations in all turns of all loops together.
  private static let mostTurns = 1 << 16

  /// Numbers in all constants together: networks over tables have some thousands.
  private static let largestConstants = 1 << 26
  /// Numbers that weights may become whatever is stored, and for each number that is.
  private static let smallWeights = 1 << 22
  private static let mostTimesStored = 16
}
