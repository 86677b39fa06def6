import ModelSpec
import Tables

/// Why a JSON value is none of its feature, and at which byte it shows.
struct ValueFailure: Error, Equatable {
  enum Reason: Sendable, Equatable {
    case wrongType
    case wrongShape(expected: [Int], found: [Int])
    /// Arrays that lie side by side have different lengths.
    case ragged
    /// A fraction where a whole number is needed.
    case notWhole
    /// A number beyond the least or greatest of the type.
    case beyondType
    case duplicateKey
    /// A key that is no whole number.
    case badKey
    /// A value that is not there; as a failure only where it is required.
    case missing
  }

  var reason: Reason
  var offset: Int

  init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension ValueFailure.Reason {
  /// One short word: those of `RowProblem` where there is one.
  var kind: TableProblem.Kind {
    switch self {
    case .wrongType, .badKey: "wrong-type"
    case .wrongShape, .ragged: "wrong-shape"
    case .notWhole, .beyondType: "lossy-integer"
    case .duplicateKey: "duplicateKey"
    case .missing: "missing-feature"
    }
  }

  /// What was expected and what was found, behind the feature's name.
  func message(for type: FeatureType, found: String) -> String {
    switch self {
    case .wrongType: "should be \(type.jsonWords), found \(found)"
    case .wrongShape(let expected, let shape):
      "should have the shape \(expected), found \(shape)"
    case .ragged: "should have lists of one length side by side"
    case .notWhole:
      "should be \(type.isArray ? "of whole numbers" : "a whole number"), found \(found)"
    case .beyondType: "should hold \(type.elementWords), \(found) is beyond them"
    case .duplicateKey: "has the key \(found) twice"
    case .badKey: "should have whole numbers as keys, found \(found)"
    case .missing: "has no value here"
    }
  }
}

extension FeatureType {
  fileprivate var isArray: Bool { if case .multiArray = self { true } else { false } }

  /// What a person writes for a value of this type.
  var jsonWords: String {
    switch self {
    case .double: "a number"
    case .int64: "a whole number"
    case .string: "a text"
    case .multiArray: "an array of numbers"
    case .dictionary: "an object whose values are numbers"
    case .sequence(.int64, _): "an array of whole numbers"
    case .sequence(.string, _): "an array of texts"
    case .image: "an image"
    case .state: "a state"
    }
  }

  /// The numbers that a value may hold.
  fileprivate var elementWords: String {
    guard case .multiArray(let array) = self else {
      return self == .int64 ? "a whole number of 64 bits" : "finite numbers"
    }
    return switch array.dataType {
    case .double: "finite numbers"
    case .float32: "single-precision numbers"
    case .float16: "half-precision numbers"
    case .int32: "whole numbers of 32 bits"
    case .int8: "whole numbers of 8 bits"
    }
  }
}
