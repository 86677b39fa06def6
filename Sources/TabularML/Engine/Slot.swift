import ModelSpec

/// A place for numbers in Double: a scalar, or an array flattened in C order, for each row.
struct DoubleSlot: Sendable, Hashable {
  /// Which region of the plan's layout.
  var index: Int
}

/// Where a slot's numbers live: row r begins at `r * stride + offset` of a buffer.
///
/// A slot that goes into a feature vector lives inside that vector, so that nothing is copied.
struct DoubleRegion: Sendable {
  var buffer: Int
  var offset: Int
  var stride: Int
  var width: Int
}

/// A place for one Int64 for each row.
struct Int64Slot: Sendable, Hashable {
  var index: Int
}

/// A place for one text for each row, as a code into a dictionary of the batch.
struct StringSlot: Sendable, Hashable {
  var index: Int
}

/// A place for the position of the only 1 in a sparse vector for each row; -1 if there is none.
struct PositionSlot: Sendable, Hashable {
  var index: Int
  /// The length of the vector.
  var count: Int
}

/// A place for a dictionary for each row.
struct DictionarySlot: Sendable, Hashable {
  var index: Int
}

/// A place for a sequence for each row.
struct SequenceSlot: Sendable, Hashable {
  var index: Int
}

/// A place that says for each row whether an optional feature is missing.
struct MissingSlot: Sendable, Hashable {
  var index: Int
}

/// A named value on its way through a plan: which slot holds it and of what type it is.
struct Feature: Sendable {
  enum Value: Sendable {
    case double(DoubleSlot)
    case int64(Int64Slot)
    case string(StringSlot)
    case array(DoubleSlot, shape: [Int])
    case int64Dictionary(DictionarySlot)
    case stringDictionary(DictionarySlot)
    /// A dictionary {position: 1.0}, as a sparse one-hot encoder makes it.
    case positions(PositionSlot)
    case int64Sequence(SequenceSlot)
    case stringSequence(SequenceSlot)
    /// A dictionary with these keys in every row, and a number for each of them.
    case probabilities(DoubleSlot, keys: ClassLabels)
  }

  /// The name by which problems call it.
  var name: String
  var value: Value
  /// Set while the feature may be missing.
  var missing: MissingSlot?

  /// The type in words, for messages.
  var typeName: String {
    switch value {
    case .double: "Double"
    case .int64: "Int64"
    case .string: "String"
    case .array: "MultiArray"
    case .int64Sequence: "Sequence of Int64"
    case .stringSequence: "Sequence of String"
    case .int64Dictionary, .positions: "Dictionary with Int64 keys"
    case .stringDictionary, .probabilities(_, .strings): "Dictionary with String keys"
    case .probabilities(_, .int64s): "Dictionary with Int64 keys"
    }
  }
}
