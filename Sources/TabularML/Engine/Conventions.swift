/// What the format leaves open and nobody outside Apple knows, decided in one place.
///
/// The standard readings are those that the cases of `Tests/Cases/models` follow where they depend on
/// one at all. Each of them can be chosen anew for a plan.
package struct Conventions: Sendable, Equatable {
  package var neighborWeight = NeighborWeight.inverseDistance
  package var halfVote = HalfVote.second
  package var treeInputs = TreeInputs.double
  package var largestNorm = LargestNorm.magnitude
  package var imputedNaN = ImputedNaN.kept
  package var absentKeys = AbsentKeys.added
  package var unknownKeys = UnknownKeys.ignored
  package var halfPrecision = HalfPrecisionResults.castsOnly

  package init() {}

  package static let standard = Conventions()

  /// Every open point, in the order in which people are told about them.
  package static let openPoints = [
    OpenPoint(\.neighborWeight), OpenPoint(\.halfVote), OpenPoint(\.treeInputs),
    OpenPoint(\.largestNorm), OpenPoint(\.imputedNaN), OpenPoint(\.absentKeys),
    OpenPoint(\.unknownKeys), OpenPoint(\.halfPrecision),
  ]
}

/// How one open point is read; the first case is the standard reading.
package protocol Reading: CaseIterable, RawRepresentable, Sendable where RawValue == String {
  /// The name under which the point is chosen.
  static var pointName: String { get }
  static var question: String { get }
  /// The answer to the question, in words.
  var meaning: String { get }
}

/// A distance of zero outweighs everything else in any reading: if some of the neighbours are at
/// zero, they alone vote.
package enum NeighborWeight: String, Reading {
  case inverseDistance = "inverse-distance"
  case inverseSquare = "inverse-square"

  package static let pointName = "neighbor-weight"
  package static let question = "nearest neighbours: what is an inverse distance the inverse of?"
  package var meaning: String {
    switch self {
    case .inverseDistance: "a neighbour at the Euclidean distance d weighs 1/d"
    case .inverseSquare: "it weighs 1/d², for the index measures squared distances"
    }
  }
}

package enum HalfVote: String, Reading {
  case second, first

  package static let pointName = "half-vote"
  package static let question = "trees for two classes: which is a value of exactly 0.5?"
  package var meaning: String {
    switch self {
    case .second: "the second class"
    case .first: "the first class"
    }
  }
}

/// It matters for inputs only that become equal to a threshold when they are rounded.
package enum TreeInputs: String, Reading {
  case double, float32

  package static let pointName = "tree-inputs"
  package static let question = "trees whose numbers are all of 32 bits: are the inputs rounded?"
  package var meaning: String {
    switch self {
    case .double: "no, they are compared as they are"
    case .float32: "yes, to 32 bits"
    }
  }
}

package enum LargestNorm: String, Reading {
  case magnitude, number

  package static let pointName = "largest-norm"
  package static let question = "normalizer with LMax: which is the largest element?"
  package var meaning: String {
    switch self {
    case .magnitude: "that of the largest magnitude"
    case .number: "the largest number, which may be negative or smaller in magnitude"
    }
  }
}

package enum ImputedNaN: String, Reading {
  case kept, replaced

  package static let pointName = "imputed-nan"
  package static let question = "imputer that replaces another number: what becomes of NaN?"
  package var meaning: String {
    switch self {
    case .kept: "it stays; absent values are replaced"
    case .replaced: "it is replaced, too"
    }
  }
}

package enum AbsentKeys: String, Reading {
  case added, absent

  package static let pointName = "absent-keys"
  package static let question = "imputer of dictionaries: what becomes of keys that are not there?"
  package var meaning: String {
    switch self {
    case .added: "they are added with their values"
    case .absent: "they stay absent; only values that are there are replaced"
    }
  }
}

package enum UnknownKeys: String, Reading {
  case ignored, error

  package static let pointName = "unknown-keys"
  package static let question = "dictVectorizer: what becomes of keys that it does not list?"
  package var meaning: String {
    switch self {
    case .ignored: "they are ignored"
    case .error: "the row is refused"
    }
  }
}

/// A phone computes on whichever of its processors it likes, and they differ in this.
package enum HalfPrecisionResults: String, Reading {
  case castsOnly = "casts-only"
  case everyOperation = "every-operation"

  package static let pointName = "half-precision"
  package static let question = "programs in float16: is each result rounded to 16 bits?"
  package var meaning: String {
    switch self {
    case .castsOnly: "only where the program casts to float16; it is computed in 32 bits"
    case .everyOperation: "after each operation"
    }
  }
}
