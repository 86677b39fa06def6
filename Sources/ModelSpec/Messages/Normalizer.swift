/// A vector divided by its norm.
package struct Normalizer: Sendable, Equatable {
  package enum Norm: Int, Sendable {
    case max = 0, l1, l2
  }

  package var norm: Norm

  package init(norm: Norm) { self.norm = norm }
}
