/// A vector for each whole number, out of a matrix with a column for each.
package struct Embedding: LayerParameters {
  /// How many numbers there are a vector for.
  package var inputs: UInt64
  /// The length of a vector.
  package var outputs: UInt64
  /// [outputs, inputs], row by row.
  package var weights: WeightParameters
  package var bias: WeightParameters?
  /// The form for blobs of any rank, whose last axis has length 1.
  package var isND: Bool

  package init(
    inputs: UInt64, outputs: UInt64, weights: WeightParameters, bias: WeightParameters?,
    isND: Bool
  ) {
    self.inputs = inputs
    self.outputs = outputs
    self.weights = weights
    self.bias = bias
    self.isND = isND
  }

  package var number: Int { isND ? 1040 : 150 }

  var learned: [LearnedNumbers] {
    [LearnedNumbers(field: "weights", values: weights, shape: [outputs, inputs])]
      + (bias.map { [LearnedNumbers(field: "bias", values: $0, shape: [outputs])] } ?? [])
  }

  func write(to writer: inout WireWriter) {
    writer.uint(1, inputs)
    writer.uint(2, outputs)
    writer.bool(isND ? 3 : 10, bias != nil)
    writer.message(20) { ModelEncoder.write(weights, to: &$0) }
    if let bias { writer.message(21) { ModelEncoder.write(bias, to: &$0) } }
  }
}

/// Matrix products over the last two axes, of two blobs or of one and learned weights.
package struct BatchedMatmul: LayerParameters {
  package var transposesFirst: Bool
  package var transposesSecond: Bool
  /// The learned matrix has the shape [rows, columns] and is stored column by column; 0 without one.
  package var rows: UInt64
  package var columns: UInt64
  package var weights: WeightParameters?
  package var bias: WeightParameters?
  package var int8DynamicQuantize: Bool

  package init(
    transposesFirst: Bool = false, transposesSecond: Bool = false, rows: UInt64 = 0,
    columns: UInt64 = 0, weights: WeightParameters? = nil, bias: WeightParameters? = nil,
    int8DynamicQuantize: Bool = false
  ) {
    self.transposesFirst = transposesFirst
    self.transposesSecond = transposesSecond
    self.rows = rows
    self.columns = columns
    self.weights = weights
    self.bias = bias
    self.int8DynamicQuantize = int8DynamicQuantize
  }

  package var number: Int { 1045 }
  var inputCount: ClosedRange<Int> { rows > 0 || columns > 0 ? 1...1 : 2...2 }

  var learned: [LearnedNumbers] {
    var all: [LearnedNumbers] = []
    if let weights {
      all.append(LearnedNumbers(field: "weights", values: weights, shape: [columns, rows]))
    }
    if let bias { all.append(LearnedNumbers(field: "bias", values: bias, shape: [columns])) }
    return all
  }

  func validate(version: Int32, at path: ModelPath) throws(ModelError) {
    let hasMatrix = rows > 0 || columns > 0
    guard hasMatrix == (weights != nil) else {
      throw path.field("weights").error(
        .shape,
        hasMatrix ? "the numbers are missing" : "there are weights, but no size of their matrix")
    }
    guard hasMatrix || bias == nil else {
      throw path.field("bias").error(.structure, "a product of two blobs has no bias")
    }
    guard !hasMatrix || !(transposesFirst || transposesSecond) else {
      throw path.error(.structure, "only a product of two blobs can transpose one of them")
    }
    try ModelValidator.validateInt8(
      weights, isQuantizing: int8DynamicQuantize, version: version, at: path)
  }

  func write(to writer: inout WireWriter) {
    writer.bool(1, transposesFirst)
    writer.bool(2, transposesSecond)
    writer.uint(5, rows)
    writer.uint(6, columns)
    writer.bool(7, bias != nil)
    if let weights { writer.message(8) { ModelEncoder.write(weights, to: &$0) } }
    if let bias { writer.message(9) { ModelEncoder.write(bias, to: &$0) } }
    writer.bool(10, int8DynamicQuantize)
  }
}
