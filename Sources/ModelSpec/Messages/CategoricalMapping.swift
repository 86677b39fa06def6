/// A text for an integer or the other way round, with what stands for those that are not known.
package enum CategoricalMapping: Sendable, Equatable {
  case stringToInt64([String: Int64], otherwise: Int64?)
  case int64ToString([Int64: String], otherwise: String?)
}

/// Every output is the input of the same name.
package struct Identity: Sendable, Equatable {
  package init() {}
}
