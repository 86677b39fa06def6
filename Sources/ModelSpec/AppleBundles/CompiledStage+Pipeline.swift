/// Pipelines: a folder `model0`, `model1`, … for each stage.
extension CompiledStage {
  private static let updateFolder = "updateParameters"

  mutating func pipeline(
    depth: Int, tally: inout BundleTally
  ) throws(ModelError) -> [UInt8] {
    let description = try reader.data()
    let countPlace = reader.position
    let count: UInt64 = try reader.number()
    let kindPlace = reader.position
    let repeated: UInt64 = try reader.number()
    guard repeated == UInt64(header.kind) else {
      throw reader.damaged(
        "the header says \(kind), this part the kind \(repeated)", at: kindPlace)
    }
    try reader.expectEnd()
    guard depth < Self.maximumDepth else {
      throw ModelError(
        .tooDeep, at: reader.name, "pipelines lie more than \(Self.maximumDepth) deep")
    }
    guard count > 0 else { throw reader.damaged("the pipeline has no stages", at: countPlace) }
    let trained = try trainedStages(of: count)
    var pipeline = WireWriter()
    var variant = "generic"
    for index in 0..<count {
      tally.stages += 1
      guard tally.stages <= Self.maximumStages else {
        throw ModelError(
          .tooDeep, at: reader.name,
          "there are more than \(Self.maximumStages) stages in the bundle")
      }
      var stage = try CompiledStage(folder.folder("model\(index)"))
      stage.isTrained = trained.contains(index)
      pipeline.message(1, bytes: try stage.model(depth: depth + 1, tally: &tally))
      variant +=
        ".model\(index)v\(stage.header.compilerVersion.map(String.init).joined(separator: "."))"
      variant += stage.header.variant
    }
    guard variant == header.variant else {
      throw ModelError(
        .bundle, at: reader.name,
        "the header names the stages '\(header.variant.prefix(200))', the folders are '\(variant.prefix(200))'"
      )
    }
    pipeline.texts(2, try stageNames(count: Int(count)))
    return try assemble(
      description: description, isUpdatable: !trained.isEmpty, content: wrapped(pipeline.bytes))
  }

  /// The pipelines with a predicted feature hold the plain pipeline as their first field.
  private func wrapped(_ pipeline: [UInt8]) -> [UInt8] {
    guard header.kind != 202 else { return pipeline }
    var writer = WireWriter()
    writer.message(1, bytes: pipeline)
    return writer.bytes
  }

  private func stageNames(count: Int) throws(ModelError) -> [String] {
    let folder = folder.folder("modelNames")
    guard folder.has(CompiledBundle.dataName) else { return [] }
    var reader = try PartReader(CompiledBundle.dataName, of: folder)
    let names = try reader.texts()
    try reader.expectEnd()
    guard names.count == count else {
      throw reader.damaged("there are \(names.count) names for \(count) stages", at: 0)
    }
    return names
  }

  /// Which stages are trained: the last one, or none in a pipeline that cannot be updated.
  private func trainedStages(of stages: UInt64) throws(ModelError) -> Set<UInt64> {
    let folder = folder.folder(Self.updateFolder)
    guard folder.has(CompiledBundle.dataName) else { return [] }
    var reader = try PartReader(CompiledBundle.dataName, of: folder)
    var trained: Set<UInt64> = []
    let count = try reader.count(elementSize: 8)
    for _ in 0..<count {
      let place = reader.position
      let index: UInt64 = try reader.number()
      guard index < stages else {
        throw reader.damaged("stage \(index) of \(stages) is said to be updatable", at: place)
      }
      trained.insert(index)
    }
    try reader.expectEnd()
    return trained
  }
}
