import ModelSpec

extension DictVectorizer: Plannable {
  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    guard let input = stage.inputs.first, let output = stage.description.outputs.first else {
      throw ModelError(
        .interface, at: stage.path, "a dictVectorizer needs one input and one output")
    }
    let entries = builder.newInt64Dictionary()
    let handling = builder.conventions.unknownKeys
    switch (keys, input.value) {
    case (.strings(let texts), .stringDictionary(let slot)):
      builder.add(
        StringKeyPlaces(
          feature: input.name, input: slot, output: entries,
          positions: CategoryLookup.positions(texts), unknownKeys: handling))
    case (.int64s(let numbers), .int64Dictionary(let slot)):
      builder.add(
        Int64KeyPlaces(
          feature: input.name, input: slot, output: entries,
          positions: CategoryLookup.positions(numbers), unknownKeys: handling))
    default:
      throw ModelError(
        .type, at: stage.path, "the keys are of another type than those of '\(input.name)'")
    }
    switch output.type {
    case .dictionary(.int64):
      return [output.name: Feature(name: output.name, value: .int64Dictionary(entries))]
    case .multiArray(let type):
      let vector = builder.newDoubles(keys.count)
      let segment = VectorSegment(vector: vector, offset: 0, width: keys.count)
      builder.add(PlaceDictionary(name: output.name, input: entries, target: segment))
      return [
        output.name: try builder.array(vector, as: type, named: output.name, path: stage.path)
      ]
    default:
      throw ModelError(
        .type, at: stage.path, "'\(output.name)' should be a Dictionary with Int64 keys")
    }
  }
}

/// Puts the values of a dictionary under the places of their keys.
struct StringKeyPlaces: Step {
  var feature: String
  var input: DictionarySlot
  var output: DictionarySlot
  var positions: [String: Int32]
  var unknownKeys: UnknownKeys

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    for row in 0..<workspace.rows {
      var places: [Int64: Double] = [:]
      for (key, value) in workspace.stringDictionaries[input.index][row] {
        if let position = positions[key] {
          places[Int64(position)] = value
        } else if unknownKeys == .error {
          workspace.fail(row, feature, .unknownCategory(key))
        }
      }
      workspace.int64Dictionaries[output.index][row] = places
    }
  }
}

/// The same for keys that are integers.
struct Int64KeyPlaces: Step {
  var feature: String
  var input: DictionarySlot
  var output: DictionarySlot
  var positions: [Int64: Int32]
  var unknownKeys: UnknownKeys

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    for row in 0..<workspace.rows {
      var places: [Int64: Double] = [:]
      for (key, value) in workspace.int64Dictionaries[input.index][row] {
        if let position = positions[key] {
          places[Int64(position)] = value
        } else if unknownKeys == .error {
          workspace.fail(row, feature, .unknownCategory(String(key)))
        }
      }
      workspace.int64Dictionaries[output.index][row] = places
    }
  }
}
