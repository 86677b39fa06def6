import ModelSpec
import TabularML

/// The columns of a table that hold one output of a model.
struct OutputColumns: Sendable {
  enum Part: Sendable {
    case scalar
    /// An array whose elements are columns, in row-major order.
    case elements(count: Int)
    /// A dictionary whose keys are the integers from 0.
    case indexes(count: Int)
    /// A dictionary with the same keys in every row.
    case probabilities
    /// A dictionary whose keys nobody knows before, or a sequence; one column holds all of it, as JSON.
    case json
  }

  var part: Part
  var names: [String]

  init(part: Part, names: [String]) {
    self.part = part
    self.names = names
  }

  /// The columns of a feature whose values are like those of a column.
  init(_ feature: FeatureDescription, shapedLike column: FeatureColumn) {
    switch column.values {
    case .doubles, .int64s, .strings: self.init(part: .scalar, names: [feature.name])
    case .arrays(let array):
      let count = array.shape.reduce(1, *)
      self.init(
        part: .elements(count: count),
        names: (0..<count).map { feature.name + ElementName.suffix($0, in: array.shape) })
    case .probabilities(let column):
      self.init(
        part: .probabilities, names: column.keys.texts.map { "\(feature.name).\($0)" })
    case .int64Dictionaries, .stringDictionaries, .int64Sequences, .stringSequences:
      self.init(part: .json, names: [feature.name])
    }
  }

  /// The columns of all outputs; `probe` is what the model predicts for no rows, which has the shapes.
  static func columns(of model: Model, probe: FeatureBatch) -> [OutputColumns] {
    zip(model.description.outputs, probe.columns).map { output, column in
      switch column.values {
      case .int64Dictionaries, .stringDictionaries:
        if let count = categoryCount(of: output.name, in: model) {
          return indexes(named: output.name, count: count)
        }
      default: break
      }
      return OutputColumns(output, shapedLike: column)
    }
  }

  private static func indexes(named name: String, count: Int) -> OutputColumns {
    OutputColumns(part: .indexes(count: count), names: (0..<count).map { "\(name).\($0)" })
  }

  /// How many categories or keys the encoder has that gives this output.
  private static func categoryCount(of output: String, in model: Model) -> Int? {
    let isOwn = model.description.outputs.contains { $0.name == output }
    switch model.kind {
    case .oneHotEncoder(let encoder): return isOwn ? encoder.categories.count : nil
    case .dictVectorizer(let vectorizer): return isOwn ? vectorizer.keys.count : nil
    case .pipeline(let pipeline), .pipelineRegressor(let pipeline),
      .pipelineClassifier(let pipeline):
      for stage in pipeline.models.reversed() {
        if let count = categoryCount(of: output, in: stage) { return count }
      }
      return nil
    default: return nil
    }
  }
}
