/// What a model's bytes may ask for before they are refused.
package struct DecodingLimits: Sendable {
  /// Tabular models have kilobytes or megabytes; whoever has more wants to know it.
  package var maximumBytes = 1 << 30

  /// Messages inside one another; a model inside a pipeline is three levels further down.
  ///
  /// Each level costs stack in every walk over the model, and protobuf-c has no limit of its own.
  package var maximumDepth = 100

  /// Bytes of memory that the unpacked message may take.
  ///
  /// A message of two bytes in the file can take a hundred in memory, so the size of the file alone
  /// says nothing.
  package var maximumMemory = 2 << 30

  package init() {}
}
