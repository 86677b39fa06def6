extension ModelEncoder {
  static func write(_ regressor: GLMRegressor, to writer: inout WireWriter) {
    for row in regressor.weights { writer.message(1) { $0.doubles(1, row) } }
    writer.doubles(2, regressor.offset)
    writer.int(3, Int64(regressor.postEvaluationTransform.rawValue))
  }

  static func write(_ classifier: GLMClassifier, to writer: inout WireWriter) {
    for row in classifier.weights { writer.message(1) { $0.doubles(1, row) } }
    writer.doubles(2, classifier.offset)
    writer.int(3, Int64(classifier.postEvaluationTransform.rawValue))
    writer.int(4, Int64(classifier.classEncoding.rawValue))
    write(classifier.labels, to: &writer)
  }

  static func write(_ labels: ClassLabels, to writer: inout WireWriter) {
    switch labels {
    case .strings(let values): writer.message(100) { $0.texts(1, values) }
    case .int64s(let values): writer.message(101) { $0.ints(1, values) }
    }
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
  static func write(_ imputer: Imputer, to writer: inout WireWriter) {
    switch imputer.imputedValue {
    case .double(let value): writer.presentDouble(1, value)
    case .int64(let value): writer.presentInt(2, value)
    case .string(let value): writer.presentText(3, value)
    case .doubleArray(let values): writer.message(4) { $0.doubles(1, values) }
    case .int64Array(let values): writer.message(5) { $0.ints(1, values) }
    case .stringDictionary(let entries):
      writer.message(6) { writer in
        for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
          writer.message(1) {
            $0.text(1, key)
            $0.double(2, value)
          }
        }
      }
    case .int64Dictionary(let entries):
      writer.message(7) { writer in
        for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
          writer.message(1) {
            $0.int(1, key)
            $0.double(2, value)
          }
        }
      }
    }
    switch imputer.replaceValue {
    case nil: break
    case .double(let value): writer.presentDouble(11, value)
    case .int64(let value): writer.presentInt(12, value)
    case .string(let value): writer.presentText(13, value)
    }
  }

  static func write(_ vectorizer: DictVectorizer, to writer: inout WireWriter) {
    switch vectorizer.keys {
    case .strings(let values): writer.message(1) { $0.texts(1, values) }
    case .int64s(let values): writer.message(2) { $0.ints(1, values) }
    }
  }

  static func write(_ mapping: CategoricalMapping, to writer: inout WireWriter) {
    switch mapping {
    case .stringToInt64(let entries, let otherwise):
      writer.message(1) { writer in
        for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
          writer.message(1) {
            $0.text(1, key)
            $0.int(2, value)
          }
        }
      }
      if let otherwise { writer.presentInt(102, otherwise) }
    case .int64ToString(let entries, let otherwise):
      writer.message(2) { writer in
        for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
          writer.message(1) {
            $0.int(1, key)
            $0.text(2, value)
          }
        }
      }
      if let otherwise { writer.presentText(101, otherwise) }
    }
  }
}
