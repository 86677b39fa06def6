/// The numbers of a layer, decoded to Float, with how the file stores them.
package struct WeightParameters: Sendable, Equatable {
  package enum Encoding: Sendable, Equatable {
    case float32
    case float16
    /// Linear or look-up quantized; these cannot be updated.
    case quantized(Quantization)
  }

  package var values: [Float]
  package var encoding: Encoding
  package var isUpdatable: Bool

  package init(_ values: [Float], encoding: Encoding = .float32, isUpdatable: Bool = false) {
    self.values = values
    self.encoding = encoding
    self.isUpdatable = isUpdatable
  }
}

/// Small integers in place of numbers, and how to turn them back.
package struct Quantization: Sendable, Equatable {
  package enum Scheme: Sendable, Equatable {
    /// `scale * q + bias`: one scale for all or one per output channel; an empty bias is 0.
    case linear(scale: [Float], bias: [Float])
    /// The number is the entry `q` of the table.
    case lookupTable([Float])
  }

  /// 1 to 8.
  package var bits: Int
  package var scheme: Scheme
  /// The integers as stored: `bits` each, from the most significant bit, without padding between.
  package var raw: [UInt8]
  /// The integers are signed bytes, for layers that quantize their input as well.
  package var isInt8: Bool

  package init(bits: Int, scheme: Scheme, raw: [UInt8], isInt8: Bool = false) {
    self.bits = bits
    self.scheme = scheme
    self.raw = raw
    self.isInt8 = isInt8
  }
}
