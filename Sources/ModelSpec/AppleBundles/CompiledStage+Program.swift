/// ML programs: the interface here, the operations as text in `model.mil`.
extension CompiledStage {
  private static let textName = "model.mil"

  mutating func program(depth: Int) throws(ModelError) -> [UInt8] {
    guard depth == 0 else {
      throw reader.unknown("where the weights of a program inside a pipeline lie is not known")
    }
    let description = try reader.data()
    try reader.expect(UInt64(header.kind), "the kind of the function")
    try reader.expect(UInt64(0), "the last number")
    try reader.expectEnd()
    let program = try ProgramTextParser.program(
      folder.read(Self.textName), file: folder.path(Self.textName))
    return try assemble(
      description: description, content: ModelEncoder.content(of: .mlProgram(program)))
  }
}
