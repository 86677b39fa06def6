import ModelSpec

/// Collects steps and slots while a model is compiled into a plan.
struct PlanBuilder {
  let conventions: Conventions
  private(set) var preparations: [StepCall] = []
  private(set) var steps: [StepCall] = []
  private(set) var shape = WorkspaceShape()
  /// Slots that became part of a vector, and vectors with parts: neither moves again.
  private var settled: Set<DoubleSlot> = []
  /// How vectors are made that some steps can read without their being written out.
  private var recipes: [DoubleSlot: (recipe: VectorRecipe, levels: Int)] = [:]
  /// Vectors that nobody has needed as such so far.
  private var unwritten: Set<DoubleSlot> = []

  init(conventions: Conventions = .standard) { self.conventions = conventions }

  mutating func add(_ step: some Step) {
    steps.append { batch, workspace in step.run(batch, &workspace) }
  }

  mutating func add(_ step: some PreparedStep) {
    preparations.append { batch, workspace in step.begin(batch, &workspace) }
    steps.append { batch, workspace in step.run(batch, &workspace) }
  }

  mutating func newDouble() -> DoubleSlot { newDoubles(1) }

  mutating func newDoubles(_ width: Int) -> DoubleSlot {
    shape.regions.append(
      DoubleRegion(buffer: shape.bufferWidths.count, offset: 0, stride: width, width: width))
    shape.bufferWidths.append(width)
    return DoubleSlot(index: shape.regions.count - 1)
  }

  mutating func newInt64() -> Int64Slot {
    shape.int64s += 1
    return Int64Slot(index: shape.int64s - 1)
  }

  mutating func newString() -> StringSlot {
    shape.strings += 1
    return StringSlot(index: shape.strings - 1)
  }

  mutating func newPositions(_ count: Int) -> PositionSlot {
    shape.positions += 1
    return PositionSlot(index: shape.positions - 1, count: count)
  }

  mutating func newInt64Dictionary() -> DictionarySlot {
    shape.int64Dictionaries += 1
    return DictionarySlot(index: shape.int64Dictionaries - 1)
  }

  mutating func newStringDictionary() -> DictionarySlot {
    shape.stringDictionaries += 1
    return DictionarySlot(index: shape.stringDictionaries - 1)
  }

  mutating func newInt64Sequence() -> SequenceSlot {
    shape.int64Sequences += 1
    return SequenceSlot(index: shape.int64Sequences - 1)
  }

  mutating func newStringSequence() -> SequenceSlot {
    shape.stringSequences += 1
    return SequenceSlot(index: shape.stringSequences - 1)
  }

  mutating func newMissing() -> MissingSlot {
    shape.masks += 1
    return MissingSlot(index: shape.masks - 1)
  }

  mutating func newCodeTable() -> Int {
    shape.codeTables += 1
    return shape.codeTables - 1
  }

  mutating func newNetwork(blobWidths: [Int]) -> Int {
    shape.networks.append(blobWidths)
    return shape.networks.count - 1
  }

  func width(_ slot: DoubleSlot) -> Int { shape.regions[slot.index].width }

  /// A vector that is written when somebody needs it; its parts do not change any more.
  mutating func newVector(_ width: Int, _ recipe: VectorRecipe) -> DoubleSlot {
    let levels = recipe.sources.map { recipes[$0]?.levels ?? 0 }.max() ?? 0
    if levels == VectorRecipe.mostLevels {
      for source in recipe.sources { writeForGood(source) }
    }
    let vector = newDoubles(width)
    shape.bufferWidths[shape.regions[vector.index].buffer] = 0
    recipes[vector] = (recipe, levels == VectorRecipe.mostLevels ? 1 : levels + 1)
    unwritten.insert(vector)
    return vector
  }

  /// How a vector is made; nil for other slots, and for single numbers that are there.
  func recipe(of slot: DoubleSlot) -> VectorRecipe? {
    width(slot) == 1 && !unwritten.contains(slot) ? nil : recipes[slot]?.recipe
  }

  /// Makes sure that there is a step that fills a slot.
  mutating func write(_ slot: DoubleSlot) {
    guard unwritten.remove(slot) != nil, let recipe = recipes[slot]?.recipe else { return }
    shape.bufferWidths[shape.regions[slot.index].buffer] = width(slot)
    switch recipe {
    case .code(let position): add(ExpandPositions(input: position, output: slot))
    case .joined(let sources, let isRounded):
      join(sources, into: slot, moving: !isRounded)
    case .scaled(let source, let scaling):
      write(source)
      add(ScaleStep(input: source, output: slot, scaling: scaling))
    }
  }

  /// Rounds the numbers of a slot where they are; a vector is no longer what its parts say then.
  mutating func round(_ rounding: RoundToElementType) {
    writeForGood(rounding.slot)
    add(rounding)
  }

  /// Writes a vector and forgets how it was made.
  private mutating func writeForGood(_ slot: DoubleSlot) {
    write(slot)
    recipes[slot] = nil
  }

  /// Lets a slot live inside a vector, so that whoever fills the slot fills the vector.
  ///
  /// - Returns: false when the slot is already part of another vector; then it must be copied.
  mutating func move(_ slot: DoubleSlot, into vector: DoubleSlot, at offset: Int) -> Bool {
    guard slot != vector, settled.insert(slot).inserted else { return false }
    settled.insert(vector)
    let target = shape.regions[vector.index]
    shape.bufferWidths[shape.regions[slot.index].buffer] = 0
    shape.regions[slot.index].buffer = target.buffer
    shape.regions[slot.index].offset = target.offset + offset
    shape.regions[slot.index].stride = target.stride
    return true
  }
}

/// What a stage of a pipeline gets when it is compiled: its interface and where its inputs are.
struct Stage {
  var description: ModelDescription
  /// In the order of the description's inputs, converted to the declared types.
  var inputs: [Feature]
  /// The stage's place in the model, for errors.
  var path: String
}

/// A kind of model that can become steps of a plan.
protocol Plannable {
  /// Whether vectors among the inputs may be unwritten, because the kind asks for their parts or has them
  /// written.
  var takesUnwrittenVectors: Bool { get }

  /// Adds the steps that compute the stage's outputs, and says where these are, by name.
  func plan(_ stage: Stage, _ builder: inout PlanBuilder) throws(ModelError) -> [String: Feature]
}

extension Plannable {
  var takesUnwrittenVectors: Bool { false }
}

extension ModelKind {
  /// The kind's plan maker, and its name in a model's path.
  func plannable(at path: String) throws(ModelError) -> (kind: any Plannable, name: String) {
    switch self {
    case .pipeline(let pipeline): (pipeline, "pipeline")
    case .pipelineRegressor(let pipeline): (pipeline, "pipelineRegressor.pipeline")
    case .pipelineClassifier(let pipeline): (pipeline, "pipelineClassifier.pipeline")
    case .glmRegressor(let regressor): (regressor, "glmRegressor")
    case .glmClassifier(let classifier): (classifier, "glmClassifier")
    case .supportVectorRegressor(let regressor): (regressor, "supportVectorRegressor")
    case .supportVectorClassifier(let classifier): (classifier, "supportVectorClassifier")
    case .treeEnsembleRegressor(let regressor): (regressor, "treeEnsembleRegressor")
    case .treeEnsembleClassifier(let classifier): (classifier, "treeEnsembleClassifier")
    case .kNearestNeighborsClassifier(let classifier):
      (classifier, "kNearestNeighborsClassifier")
    case .oneHotEncoder(let encoder): (encoder, "oneHotEncoder")
    case .imputer(let imputer): (imputer, "imputer")
    case .featureVectorizer(let vectorizer): (vectorizer, "featureVectorizer")
    case .dictVectorizer(let vectorizer): (vectorizer, "dictVectorizer")
    case .scaler(let scaler): (scaler, "scaler")
    case .categoricalMapping(let mapping): (mapping, "categoricalMapping")
    case .normalizer(let normalizer): (normalizer, "normalizer")
    case .arrayFeatureExtractor(let extractor): (extractor, "arrayFeatureExtractor")
    case .identity(let identity): (identity, "identity")
    case .neuralNetwork(let network): (network, "neuralNetwork")
    case .neuralNetworkRegressor(let network): (network, "neuralNetworkRegressor")
    case .neuralNetworkClassifier(let classifier): (classifier, "neuralNetworkClassifier")
    case .mlProgram(let program): (program, "mlProgram")
    case .unsupported(let name, let number):
      throw ModelError(
        .unsupportedKind, at: path,
        "the model is of the kind \(name) (field \(number)), which runpredict does not run",
        hint:
          "runpredict runs the tabular kinds: linear models, trees, support vector machines, nearest "
          + "neighbours, encoders, pipelines and dense networks")
    }
  }
}
