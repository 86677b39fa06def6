/// What a model's bytes may ask for before they are refused.
package struct DecodingLimits: Sendable {
  /// Tabular models have kilobytes or megabytes; whoever has more wants to know it.
  package var maximumBytes = 1 << 30

  /// Messages inside one another; a model inside a pipeline is three levels further down.
  ///
  /// Each level costs stack in every walk over the model, and protobuf-c has no limit of its own.
  package var maximumDepth = 100

  /// Bytes of memory that the unpacked message may take.
  package var maximumMemory = 2 << 30

  /// How many bytes of memory there may be for each byte of the file, beyond the first ones that are
  /// free.
  ///
  /// An empty message of two bytes takes a hundred in memory: files full of those are no models. The
  /// lists of short messages that models really have (vectors, nodes, texts) stay below thirty.
  package var memoryPerByte = 32
  package var freeMemory = 64 << 20

  /// Models in pipelines, at all depths together.
  package var maximumModels = 10_000

  /// Inputs, outputs and training inputs of all models together.
  package var maximumFeatures = 100_000

  package init() {}

  /// What a message of so many bytes may take when it is unpacked.
  func memory(forBytes count: Int) -> Int {
    min(maximumMemory, freeMemory + memoryPerByte * min(count, maximumBytes))
  }
}
