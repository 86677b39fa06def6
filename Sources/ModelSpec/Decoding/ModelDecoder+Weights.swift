import CModelSpec
import CProtobufC

extension ModelDecoder {
  /// The numbers of a layer.
  ///
  /// `count` is how many numbers the layer needs, nil when only the data says; `rows` are its output
  /// channels, for a quantization has one scale or one for each.
  static func weights(
    _ message: Spec__WeightParams, count: Int?, rows: Int, at path: ModelPath
  ) throws(ModelError) -> WeightParameters {
    let floats = unsafe numbers(message.floatvalue, message.n_floatvalue)
    let forms = unsafe [
      ("floatValue", message.n_floatvalue > 0), ("float16Value", message.float16value.len > 0),
      ("rawValue", message.rawvalue.len > 0), ("int8RawValue", message.int8rawvalue.len > 0),
    ].filter(\.1).map(\.0)
    guard forms.count < 2 else {
      throw path.error(
        .structure, "the weights are there twice: as \(forms.joined(separator: " and as "))")
    }
    let isUpdatable = unsafe message.isupdatable != 0
    switch forms.first {
    case "float16Value":
      let halves = unsafe bytes(message.float16value)
      guard halves.count.isMultiple(of: 2) else {
        throw path.field("float16Value").error(
          .shape, "\(halves.count) bytes are not a whole number of float16 values")
      }
      return WeightParameters(
        HalfPrecision.decode(halves), encoding: .float16, isUpdatable: isUpdatable)
    case "rawValue", "int8RawValue":
      let quantization = unsafe try quantization(message, rows: rows, at: path)
      let values = try Dequantizer(quantization, rows: rows).values(count: count, at: path)
      return WeightParameters(
        values, encoding: .quantized(quantization), isUpdatable: isUpdatable)
    default:
      return WeightParameters(floats, isUpdatable: isUpdatable)
    }
  }

  private static func quantization(
    _ message: Spec__WeightParams, rows: Int, at path: ModelPath
  ) throws(ModelError) -> Quantization {
    let isInt8 = unsafe message.int8rawvalue.len > 0
    let raw = unsafe bytes(isInt8 ? message.int8rawvalue : message.rawvalue)
    let path = path.field("quantization")
    guard let parameters = unsafe message.quantization?.pointee else {
      throw path.error(.structure, "the weights are raw bytes, but nothing says how to read them")
    }
    let bits = unsafe parameters.numberofbits
    guard isInt8 ? bits == 8 : (1...8).contains(bits) else {
      throw path.field("numberOfBits").error(
        .value, "\(bits) bits per weight; \(isInt8 ? "int8 weights have 8" : "1 to 8 are possible")"
      )
    }
    switch unsafe parameters.quantization_type_case {
    case SPEC__QUANTIZATION_PARAMS__QUANTIZATION_TYPE_LINEAR_QUANTIZATION:
      let linear = unsafe parameters.linearquantization.pointee
      let path = path.field("linearQuantization")
      let scale = unsafe numbers(linear.scale, linear.n_scale)
      let bias = unsafe numbers(linear.bias, linear.n_bias)
      guard scale.count == 1 || scale.count == rows else {
        throw path.error(
          .shape, "\(scale.count) scales for \(rows) output channels; 1 or \(rows) are possible")
      }
      guard bias.isEmpty || bias.count == 1 || bias.count == rows else {
        throw path.error(
          .shape, "\(bias.count) biases for \(rows) output channels; 0, 1 or \(rows) are possible")
      }
      guard !isInt8 || (scale.count == 1 && bias.isEmpty) else {
        throw path.error(.shape, "int8 weights have one scale and no bias")
      }
      return Quantization(
        bits: Int(bits), scheme: .linear(scale: scale, bias: bias), raw: raw, isInt8: isInt8)
    case SPEC__QUANTIZATION_PARAMS__QUANTIZATION_TYPE_LOOKUP_TABLE_QUANTIZATION:
      let path = path.field("lookupTableQuantization")
      let message = unsafe parameters.lookuptablequantization.pointee
      let table = unsafe numbers(message.floatvalue, message.n_floatvalue)
      guard !isInt8 else {
        throw path.error(.value, "int8 weights have a scale, not a table")
      }
      guard table.count == 1 << Int(bits) else {
        throw path.error(
          .shape, "a table of \(table.count) values for \(bits) bits; \(1 << bits) are needed")
      }
      return Quantization(bits: Int(bits), scheme: .lookupTable(table), raw: raw)
    default:
      throw path.error(.structure, "the weights are raw bytes, but nothing says how to read them")
    }
  }
}
