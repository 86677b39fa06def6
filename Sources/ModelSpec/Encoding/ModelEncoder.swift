/// Plain Swift values of a model → serialized bytes, the same bytes every time.
///
/// Written without protobuf-c: its structures would have to be built from pointers first, and a
/// model read from a file is never encoded again (`ModelDocument` keeps and patches its bytes).
package enum ModelEncoder {
  /// A model of an unsupported kind has no content here: it is written as an empty message.
  package static func encode(_ model: Model) -> [UInt8] {
    var writer = WireWriter()
    write(model, to: &writer)
    return writer.bytes
  }

  private static func write(_ model: Model, to writer: inout WireWriter) {
    writer.int(1, Int64(model.specificationVersion))
    writer.message(2) { write(model.description, to: &$0) }
    writer.bool(10, model.isUpdatable)
    writer.message(model.kind.number) { write(model.kind, to: &$0) }
  }

  /// The message of a kind alone, as it stands inside the model.
  static func content(of kind: ModelKind) -> [UInt8] {
    var writer = WireWriter()
    write(kind, to: &writer)
    return writer.bytes
  }

  private static func write(_ kind: ModelKind, to writer: inout WireWriter) {
    switch kind {
    case .pipeline(let pipeline): write(pipeline, to: &writer)
    case .pipelineRegressor(let pipeline), .pipelineClassifier(let pipeline):
      writer.message(1) { write(pipeline, to: &$0) }
    case .glmRegressor(let regressor): write(regressor, to: &writer)
    case .glmClassifier(let classifier): write(classifier, to: &writer)
    case .supportVectorRegressor(let regressor): write(regressor, to: &writer)
    case .supportVectorClassifier(let classifier): write(classifier, to: &writer)
    case .treeEnsembleRegressor(let regressor): write(regressor, to: &writer)
    case .treeEnsembleClassifier(let classifier): write(classifier, to: &writer)
    case .kNearestNeighborsClassifier(let classifier): write(classifier, to: &writer)
    case .oneHotEncoder(let encoder): write(encoder, to: &writer)
    case .imputer(let imputer): write(imputer, to: &writer)
    case .featureVectorizer(let vectorizer): write(vectorizer, to: &writer)
    case .dictVectorizer(let vectorizer): write(vectorizer, to: &writer)
    case .scaler(let scaler): write(scaler, to: &writer)
    case .categoricalMapping(let mapping): write(mapping, to: &writer)
    case .normalizer(let normalizer): writer.int(1, Int64(normalizer.norm.rawValue))
    case .arrayFeatureExtractor(let extractor): writer.uints(1, extractor.indexes)
    case .identity: break
    case .neuralNetwork(let network), .neuralNetworkRegressor(let network):
      write(network, to: &writer)
    case .neuralNetworkClassifier(let classifier):
      write(classifier.network, to: &writer)
      write(classifier.labels, to: &writer)
      writer.text(200, classifier.labelProbabilityLayerName)
    case .mlProgram(let program): write(program, to: &writer)
    case .unsupported: break
    }
  }

  private static func write(_ pipeline: Pipeline, to writer: inout WireWriter) {
    for model in pipeline.models { writer.message(1) { write(model, to: &$0) } }
    writer.texts(2, pipeline.names)
  }
}
