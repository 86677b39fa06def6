/// How a vector comes about.
enum VectorRecipe: Sendable {
  /// Zeros with a 1 at a position.
  case code(PositionSlot)
  /// Features side by side; those of a vector that is rounded stay what they are.
  case joined([Source], isRounded: Bool)
  /// Another vector, scaled.
  case scaled(DoubleSlot, Scaling)

  /// Vectors of vectors are looked into so deep.
  static let mostLevels = 16

  /// The slots that the vector is made of.
  var sources: [DoubleSlot] {
    switch self {
    case .code: []
    case .scaled(let source, _): [source]
    case .joined(let sources, _):
      sources.compactMap { if case .numbers(let slot) = $0.value { slot } else { nil } }
    }
  }

  /// A feature in a vector, and how many elements it gets there.
  struct Source: Sendable {
    enum Value: Sendable {
      case numbers(DoubleSlot)
      case positions(PositionSlot)
      case dictionary(DictionarySlot)
    }

    var name: String
    var value: Value
    var width: Int

    /// Whether a row may have elements that the vector has not.
    var mayFail: Bool {
      switch value {
      case .numbers: false
      case .positions(let slot): slot.count > width
      case .dictionary: true
      }
    }
  }
}

/// `scale * (x + shift)`, element by element.
struct Scaling: Sendable {
  var shift: [Double]
  var scale: [Double]
}

/// What the elements of a vector are made of, for steps that need not have the vector written out.
struct VectorParts: Sendable {
  enum Part: Sendable {
    case number(DoubleSlot)
    /// Zeros with a 1 at a position, so many elements.
    case code(PositionSlot, width: Int)
  }

  /// Elements of a vector that is still better read in parts, one after the other for all rows of a chunk.
  static let most = 1024

  var parts: [Part]
  /// nil if the elements are the parts as they are.
  var scaling: Scaling?

  init(_ parts: [Part]) { self.parts = parts }

  var width: Int {
    parts.reduce(0) { width, part in
      if case .code(_, let count) = part { width + count } else { width + 1 }
    }
  }
}

extension PlanBuilder {
  /// The parts of a vector that is made of single numbers and codes; nil for any other.
  func parts(of vector: DoubleSlot) -> VectorParts? {
    guard (1...VectorParts.most).contains(width(vector)) else { return nil }
    guard let recipe = recipe(of: vector) else {
      return width(vector) == 1 ? VectorParts([.number(vector)]) : nil
    }
    switch recipe {
    case .code(let position):
      return VectorParts([.code(position, width: position.count)])
    case .joined(let sources, _):
      var joined: [VectorParts.Part] = []
      for source in sources {
        switch source.value {
        case .numbers(let slot):
          guard let inner = parts(of: slot), inner.scaling == nil else { return nil }
          joined += inner.parts
        case .positions(let slot): joined.append(.code(slot, width: source.width))
        case .dictionary: return nil
        }
      }
      return VectorParts(joined)
    case .scaled(let source, let scaling):
      guard var parts = parts(of: source), parts.scaling == nil else { return nil }
      parts.scaling = scaling
      return parts
    }
  }
}
