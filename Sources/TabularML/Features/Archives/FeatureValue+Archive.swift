public import Foundation

extension MLMultiArray: NSSecureCoding {
  struct Parts: Codable {
    var dataType: Int
    var shape: [Int]
    /// The numbers in C order.
    var bytes: Data
  }

  var parts: Parts {
    // Gaps between the numbers are left behind.
    let whole = isContiguous ? self : MLMultiArray(inOrder: self)
    let bytes = unsafe whole.withUnsafeBytes { unsafe Data($0) }
    return Parts(dataType: dataType.rawValue, shape: dimensions, bytes: bytes)
  }

  convenience init?(parts: Parts) {
    guard let dataType = MLMultiArrayDataType(rawValue: parts.dataType),
      let count = elementCount(parts.shape),
      parts.bytes.count.isMultiple(of: dataType.byteCount),
      parts.bytes.count / dataType.byteCount == count
    else { return nil }
    do { try self.init(dimensions: parts.shape, dataType: dataType) } catch { return nil }
    unsafe withUnsafeMutableBytes { target, _ in
      _ = unsafe parts.bytes.copyBytes(to: target)
    }
  }

  private convenience init(inOrder other: MLMultiArray) {
    self.init(
      shape: other.dimensions, dataType: other.dataType,
      strides: ArrayExtent.contiguousSteps(other.dimensions))
    other.transfer(to: self)
  }

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Writes type, shape and numbers into an archive.
  public func encode(with coder: NSCoder) { coder.encode(parts: parts) }

  /// Reads an array from an archive; nil when it is damaged.
  public convenience init?(coder: NSCoder) {
    guard let parts = coder.decodeParts(Parts.self) else { return nil }
    self.init(parts: parts)
  }
}

extension MLSequence: NSSecureCoding {
  enum Parts: Codable {
    case strings([String])
    case int64s([Int64])
  }

  var parts: Parts {
    type == .string ? .strings(stringValues) : .int64s(int64Values.map(\.int64Value))
  }

  convenience init?(parts: Parts) {
    switch parts {
    case .strings(let values): self.init(strings: values)
    case .int64s(let values): self.init(int64s: values.map { NSNumber(value: $0) })
    }
  }

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Writes the elements into an archive.
  public func encode(with coder: NSCoder) { coder.encode(parts: parts) }

  /// Reads a sequence from an archive; nil when it is damaged.
  public convenience init?(coder: NSCoder) {
    guard let parts = coder.decodeParts(Parts.self) else { return nil }
    self.init(parts: parts)
  }
}

extension MLFeatureValue: NSSecureCoding {
  enum Parts: Codable {
    case int64(Int64)
    case double(Double)
    case string(String)
    case multiArray(MLMultiArray.Parts)
    case int64Dictionary([Int64: Double])
    case stringDictionary([String: Double])
    case sequence(MLSequence.Parts)
    case undefined(Int)
  }

  var parts: Parts {
    switch content {
    case .int64(let value): .int64(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    case .multiArray(let array): .multiArray(array.parts)
    case .int64Dictionary(let values): .int64Dictionary(values)
    case .stringDictionary(let values): .stringDictionary(values)
    case .sequence(let sequence): .sequence(sequence.parts)
    case .undefined(let type): .undefined(type.rawValue)
    }
  }

  convenience init?(parts: Parts) {
    switch parts {
    case .int64(let value): self.init(int64: value)
    case .double(let value): self.init(double: value)
    case .string(let value): self.init(string: value)
    case .multiArray(let parts):
      guard let array = MLMultiArray(parts: parts) else { return nil }
      self.init(multiArray: array)
    case .int64Dictionary(let values): self.init(.int64Dictionary(values))
    case .stringDictionary(let values): self.init(.stringDictionary(values))
    case .sequence(let parts):
      guard let sequence = MLSequence(parts: parts) else { return nil }
      self.init(sequence: sequence)
    case .undefined(let number):
      guard let type = MLFeatureType(rawValue: number) else { return nil }
      self.init(undefined: type)
    }
  }

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Writes type and content into an archive.
  public func encode(with coder: NSCoder) { coder.encode(parts: parts) }

  /// Reads a value from an archive; nil when it is damaged.
  public convenience init?(coder: NSCoder) {
    guard let parts = coder.decodeParts(Parts.self) else { return nil }
    self.init(parts: parts)
  }
}

extension MLDictionaryFeatureProvider: NSSecureCoding {
  var parts: [String: MLFeatureValue.Parts] { dictionary.mapValues(\.parts) }

  convenience init?(parts: [String: MLFeatureValue.Parts]) {
    let values = parts.compactMapValues { MLFeatureValue(parts: $0) }
    guard values.count == parts.count else { return nil }
    do { try self.init(dictionary: values) } catch { return nil }
  }

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Writes all values into an archive.
  public func encode(with coder: NSCoder) { coder.encode(parts: parts) }

  /// Reads a provider from an archive; nil when it is damaged.
  public convenience init?(coder: NSCoder) {
    guard let parts = coder.decodeParts([String: MLFeatureValue.Parts].self) else { return nil }
    self.init(parts: parts)
  }
}
