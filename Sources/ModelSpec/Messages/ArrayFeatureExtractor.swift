/// Some elements of an array, counted from 0 in C order.
package struct ArrayFeatureExtractor: Sendable, Equatable {
  package var indexes: [UInt64]

  package init(indexes: [UInt64]) { self.indexes = indexes }
}
