/// A bundle of Apple's compiler, or a stage of one, back into the message that it was compiled from.
///
/// The layout is described in docs/mlmodelc.md, with the evidence for each part. What the evidence
/// does not cover is refused: a wrong number would be worse than none.
struct CompiledStage {
  static let wayOut = "give the .mlmodel or .mlpackage that it was compiled from"
  /// Pipelines inside one another.
  static let maximumDepth = 16
  /// Stages of all pipelines of a bundle.
  static let maximumStages = 1_000

  let folder: BundleFolder
  let header: CompiledHeader
  /// Whether the pipeline around says that this stage is trained; nil without one.
  var isTrained: Bool?
  /// What follows the header in `coremldata.bin`.
  var reader: PartReader

  init(_ folder: BundleFolder) throws(ModelError) {
    let file = try folder.read(CompiledBundle.dataName)
    let name = folder.path(CompiledBundle.dataName)
    guard let (header, payload) = CompiledHeader.split(file) else {
      throw ModelError(.bundle, at: name, "this part of the bundle is damaged or cut off")
    }
    let length = file.count - payload.count
    guard header.encoded().elementsEqual(file.prefix(length)) else {
      throw ModelError(
        .unsupportedVariant, at: name,
        "the header says more than is known, as of an encrypted model",
        hint: Self.wayOut)
    }
    self.folder = folder
    self.header = header
    reader = PartReader(file, name: name, from: length)
  }

  var kind: String { ModelKindNames.name(Int(header.kind)) }

  /// The serialized model; `depth` counts the pipelines around this stage.
  mutating func model(
    depth: Int = 0, tally: inout BundleTally
  ) throws(ModelError) -> [UInt8] {
    if header.variant == CompiledHeader.specVariant { return try specification() }
    switch header.kind {
    case 200, 201, 202: return try pipeline(depth: depth, tally: &tally)
    case 302 where header.variant == "generic", 402 where header.variant == "generic":
      return try trees()
    case 303 where header.variant == "generic", 403 where header.variant == "generic",
      500 where header.variant == "generic":
      return try network()
    case 502 where header.variant == "generic": return try program(depth: depth)
    case 404 where header.variant == "notreesyet": return try nearestNeighbors(tally: &tally)
    default:
      throw ModelError(
        .unsupportedVariant, at: folder.path(CompiledBundle.dataName),
        "how Apple's compiler lays out \(kind.withArticle) in the variant '\(header.variant.prefix(80))' is not known",
        hint: Self.wayOut)
    }
  }

  /// The payload is the message itself.
  private func specification() throws(ModelError) -> [UInt8] {
    let bytes = Array(reader.bytes[reader.position...])
    let found = try ModelDecoder.decode(bytes).kind.number
    guard found == Int(header.kind) else {
      throw reader.damaged(
        "the header says \(kind), the model is \(ModelKindNames.name(found).withArticle)")
    }
    return bytes
  }

  /// The message of this stage from its parts; the description is taken as it is.
  func assemble(
    description: [UInt8], isUpdatable: Bool = false, content: [UInt8]
  ) throws(ModelError) -> [UInt8] {
    guard let version = Int32(exactly: header.specificationVersion), version > 0 else {
      throw ModelError(
        .version, at: folder.path(CompiledBundle.dataName),
        "the specification version \(header.specificationVersion) does not exist")
    }
    var writer = WireWriter()
    writer.int(1, Int64(version))
    writer.message(2, bytes: description)
    writer.bool(10, isUpdatable)
    writer.message(Int(header.kind), bytes: content)
    return writer.bytes
  }
}
