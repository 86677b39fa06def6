import ModelSpec

extension ProgramCompiler {
  /// The values of a loop's variables after its last turn.
  ///
  /// The turns are compiled one after the other, so their number must follow from constants, as it
  /// does for a loop over the steps of a sequence.
  mutating func loop(_ operation: Program.Operation) throws(ModelError) -> [Tensor] {
    guard operation.blocks.count == 2 else {
      throw error(.structure, "a loop has a condition and a body", in: "blocks")
    }
    var variables = try list("loop_vars", of: operation)
    while true {
      try spendTurn()
      let condition = try run(operation.blocks[0], "blocks[0]", with: variables)
      guard let goesOn = condition.first?.constant?.first, condition[0].extent == .known else {
        throw error(
          .unsupportedOperation, "a loop whose number of turns depends on a row cannot be run here",
          in: "blocks[0].outputs")
      }
      guard condition.count == 1, condition[0].kind == .bool, condition[0].count == 1,
        operation.blocks.allSatisfy({ $0.inputs.count == variables.count })
      else {
        throw error(.structure, "a loop has variables and one truth value", in: "blocks")
      }
      guard goesOn != 0 else { return variables }
      let next = try run(operation.blocks[1], "blocks[1]", with: variables)
      guard next.count == variables.count,
        zip(next, variables).allSatisfy({ $0.dataType == $1.dataType })
      else {
        throw error(.type, "the body does not give the loop's variables", in: "blocks[1].outputs")
      }
      guard next.allSatisfy({ $0.extent == .known }) else {
        throw error(
          .unsupportedOperation, "a loop over as many elements as a row's numbers say",
          in: "blocks[1].outputs")
      }
      variables = next
    }
  }

  /// Compiles the operations of an inner block; their names end with it.
  private mutating func run(
    _ block: Program.Block, _ part: String, with inputs: [Tensor]
  ) throws(ModelError) -> [Tensor] {
    let outer = path
    for (input, value) in zip(block.inputs, inputs) {
      values[input.name] = value
      weightNames.remove(input.name)
      choices[input.name] = nil
    }
    for (index, operation) in block.operations.enumerated() {
      path = "\(outer).\(part).operations[\(index)]"
      try spendTurn()
      try add(operation, isInner: true)
    }
    path = outer
    var results: [Tensor] = []
    for name in block.outputs {
      guard let value = values[name] else {
        throw error(.structure, "nothing in the block makes '\(name)'", in: "\(part).outputs")
      }
      results.append(value)
    }
    for input in block.inputs { values[input.name] = nil }
    for output in block.operations.lazy.flatMap(\.outputs) { values[output.name] = nil }
    return results
  }
}
