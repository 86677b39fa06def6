private enum ShapedArrayKeys: CodingKey {
  case shape
  case scalars
}

extension MLShapedArrayProtocol {
  fileprivate func encodeNumbers(to encoder: any Encoder) throws where Scalar: Encodable {
    var container = encoder.container(keyedBy: ShapedArrayKeys.self)
    try container.encode(shape, forKey: .shape)
    try container.encode(scalars, forKey: .scalars)
  }

  fileprivate init(numbersFrom decoder: any Decoder) throws where Scalar: Decodable {
    let container = try decoder.container(keyedBy: ShapedArrayKeys.self)
    let shape = try container.decode([Int].self, forKey: .shape)
    let scalars = try container.decode([Scalar].self, forKey: .scalars)
    guard elementCount(shape) == scalars.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .scalars, in: container,
        debugDescription: "\(scalars.count) numbers for the shape \(shape)")
    }
    self.init(scalars: scalars, shape: shape)
  }
}

extension MLShapedArray: Encodable where Scalar: Encodable {
  /// Encodes shape and numbers; the layout is this library's own.
  public func encode(to encoder: any Encoder) throws { try encodeNumbers(to: encoder) }
}

extension MLShapedArray: Decodable where Scalar: Decodable {
  /// Decodes shape and numbers.
  public init(from decoder: any Decoder) throws { try self.init(numbersFrom: decoder) }
}

extension MLShapedArraySlice: Encodable where Scalar: Encodable {
  /// Encodes shape and numbers; the layout is this library's own.
  public func encode(to encoder: any Encoder) throws { try encodeNumbers(to: encoder) }
}

extension MLShapedArraySlice: Decodable where Scalar: Decodable {
  /// Decodes shape and numbers.
  public init(from decoder: any Decoder) throws { try self.init(numbersFrom: decoder) }
}

extension MLShapedArray: CustomStringConvertible {
  /// Type and shape, and the numbers of a vector or a matrix.
  public var description: String { MLMultiArray(self).text }
}
