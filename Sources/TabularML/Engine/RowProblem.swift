/// Why one row cannot be answered; its neighbours are.
package struct RowProblem: Error, Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// A required feature is missing.
    case missingFeature
    /// Of an array that is spread over columns, this one has no value while others have.
    case missingElement(column: String)
    /// The feature has another type than the model declares, such as `Double` and `String`.
    case wrongType(expected: String, found: String)
    case wrongShape(expected: [Int], found: [Int])
    /// The feature may have several shapes, and this is none of them.
    case shapeNotAllowed(allowed: String, found: [Int])
    /// The shape is allowed, but the model cannot compute with it.
    case shapeNotUsable(found: [Int], reason: String)
    /// The encoder does not know the category, and the model says that this is an error.
    case unknownCategory(String)
    /// The row is not at a finite distance of any sample, as with `nan` in it.
    case noDistance
    /// The result should be an integer and is not a whole number, or is beyond the type.
    case lossyInteger(Double)
  }

  /// The index of the row in the batch, counted from 0.
  package var row: Int
  package var feature: String
  package var kind: Kind

  package init(row: Int, feature: String, kind: Kind) {
    self.row = row
    self.feature = feature
    self.kind = kind
  }

  /// One short word, such as `unknown-category`: scripts depend on it.
  package var word: String {
    switch kind {
    case .missingFeature, .missingElement: "missing-feature"
    case .wrongType: "wrong-type"
    case .wrongShape, .shapeNotAllowed, .shapeNotUsable: "wrong-shape"
    case .unknownCategory: "unknown-category"
    case .noDistance: "no-distance"
    case .lossyInteger: "lossy-integer"
    }
  }

  /// The way out, where there is one to tell.
  package var hint: String? {
    guard case .wrongShape(let expected, let found) = kind else { return nil }
    return nestingHint(expected: expected, found: found)
  }

  /// The problem in a sentence.
  package var message: String {
    switch kind {
    case .missingFeature: "the required feature '\(feature)' is missing"
    case .missingElement(let column):
      "the feature '\(feature)' has no value in '\(column)', but in other columns"
    case .wrongType(let expected, let found):
      "the feature '\(feature)' should be \(expected), found \(found)"
    case .wrongShape(let expected, let found):
      "the feature '\(feature)' should have the shape \(expected), found \(found)"
    case .shapeNotAllowed(let allowed, let found):
      "the feature '\(feature)' should have \(allowed), found \(found)"
    case .shapeNotUsable(let found, let reason):
      "the model cannot compute with the shape \(found) of the feature '\(feature)': \(reason)"
    case .unknownCategory(let category):
      "the feature '\(feature)' has the category '\(category)', which the model does not know"
    case .noDistance:
      "the feature '\(feature)' has numbers that are at no finite distance of any sample"
    case .lossyInteger(let value) where value == value.rounded():
      "the feature '\(feature)' has a number beyond its type, \(value)"
    case .lossyInteger(let value):
      "the feature '\(feature)' should be a whole number, found \(value)"
    }
  }
}

/// How lists are nested for a shape with another number of axes than the one that was found.
func nestingHint(expected: [Int], found: [Int]) -> String? {
  guard expected.count != found.count, (1...8).contains(expected.count) else { return nil }
  let nesting = expected.reversed().reduce("…") { inner, size in
    size == 1 || inner == "…" ? "[\(inner)]" : "[\(inner), …]"
  }
  return "lists are nested as in the shape: write \(nesting)"
}
