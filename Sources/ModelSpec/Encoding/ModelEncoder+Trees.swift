extension ModelEncoder {
  static func write(_ regressor: TreeEnsembleRegressor, to writer: inout WireWriter) {
    writer.message(1) { write(regressor.ensemble, to: &$0) }
    writer.int(2, Int64(regressor.postEvaluationTransform.rawValue))
  }

  static func write(_ classifier: TreeEnsembleClassifier, to writer: inout WireWriter) {
    writer.message(1) { write(classifier.ensemble, to: &$0) }
    writer.int(2, Int64(classifier.postEvaluationTransform.rawValue))
    write(classifier.labels, to: &writer)
  }

  private static func write(_ ensemble: TreeEnsemble, to writer: inout WireWriter) {
    for node in ensemble.nodes {
      writer.message(1) { writer in
        writer.uint(1, node.treeId)
        writer.uint(2, node.nodeId)
        writer.int(3, Int64(node.behavior.rawValue))
        writer.uint(10, node.branchFeatureIndex)
        writer.double(11, node.branchFeatureValue)
        writer.uint(12, node.trueChildNodeId)
        writer.uint(13, node.falseChildNodeId)
        writer.bool(14, node.missingValueTracksTrueChild)
        for evaluation in ensemble.evaluations[node.evaluations] {
          writer.message(20) {
            $0.uint(1, evaluation.index)
            $0.double(2, evaluation.value)
          }
        }
        writer.double(30, node.relativeHitRate)
      }
    }
    writer.uint(2, ensemble.predictionDimensions)
    writer.doubles(3, ensemble.basePredictionValue)
  }
}
