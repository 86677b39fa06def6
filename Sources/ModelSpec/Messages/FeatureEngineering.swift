/// One of a list of categories becomes a vector with a single 1.
package struct OneHotEncoder: Sendable, Equatable {
  package enum Categories: Sendable, Equatable {
    case strings([String])
    case int64s([Int64])

    package var count: Int {
      switch self {
      case .strings(let values): values.count
      case .int64s(let values): values.count
      }
    }
  }

  package enum UnknownHandling: Sendable, Equatable {
    case error, ignore
  }

  package var categories: Categories
  /// The output is a dictionary {position: 1.0} instead of a MultiArray.
  package var outputSparse: Bool
  package var handleUnknown: UnknownHandling

  package init(
    categories: Categories, outputSparse: Bool = false, handleUnknown: UnknownHandling = .error
  ) {
    self.categories = categories
    self.outputSparse = outputSparse
    self.handleUnknown = handleUnknown
  }
}

/// Several features side by side in one MultiArray.
package struct FeatureVectorizer: Sendable, Equatable {
  package struct InputColumn: Sendable, Equatable {
    package var name: String
    package var dimensions: UInt64

    package init(name: String, dimensions: UInt64) {
      self.name = name
      self.dimensions = dimensions
    }
  }

  package var inputs: [InputColumn]

  package init(inputs: [InputColumn]) { self.inputs = inputs }
}

/// `scale * (x + shift)`, element by element; empty means 0 and 1, one value serves all elements.
package struct Scaler: Sendable, Equatable {
  package var shift: [Double]
  package var scale: [Double]

  package init(shift: [Double], scale: [Double]) {
    self.shift = shift
    self.scale = scale
  }
}

/// `link(w · x + b)`, one row of weights per output dimension.
package struct GLMRegressor: Sendable, Equatable {
  package enum PostEvaluationTransform: Int, Sendable {
    case none = 0, logit, probit
  }

  package var weights: [[Double]]
  package var offset: [Double]
  package var postEvaluationTransform: PostEvaluationTransform

  package init(
    weights: [[Double]], offset: [Double], postEvaluationTransform: PostEvaluationTransform = .none
  ) {
    self.weights = weights
    self.offset = offset
    self.postEvaluationTransform = postEvaluationTransform
  }
}
