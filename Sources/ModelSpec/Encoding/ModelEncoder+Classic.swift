extension ModelEncoder {
  static func write(_ regressor: GLMRegressor, to writer: inout WireWriter) {
    for row in regressor.weights { writer.message(1) { $0.doubles(1, row) } }
    writer.doubles(2, regressor.offset)
    writer.int(3, Int64(regressor.postEvaluationTransform.rawValue))
  }

  static func write(_ encoder: OneHotEncoder, to writer: inout WireWriter) {
    switch encoder.categories {
    case .strings(let values): writer.message(1) { $0.texts(1, values) }
    case .int64s(let values): writer.message(2) { $0.ints(1, values) }
    }
    writer.bool(10, encoder.outputSparse)
    writer.bool(11, encoder.handleUnknown == .ignore)
  }

  static func write(_ vectorizer: FeatureVectorizer, to writer: inout WireWriter) {
    for column in vectorizer.inputs {
      writer.message(1) {
        $0.text(1, column.name)
        $0.uint(2, column.dimensions)
      }
    }
  }

  static func write(_ scaler: Scaler, to writer: inout WireWriter) {
    writer.doubles(1, scaler.shift)
    writer.doubles(2, scaler.scale)
  }
}
