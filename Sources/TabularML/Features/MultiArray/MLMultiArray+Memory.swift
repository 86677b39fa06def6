extension MLMultiArray {
  /// Gives a closure the memory of the array to read.
  ///
  /// - Parameter body: Called once with all bytes from the first number to the last.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public func withUnsafeBytes<R>(
    _ body: (UnsafeRawBufferPointer) throws -> R
  ) rethrows -> R {
    try unsafe body(
      UnsafeRawBufferPointer(start: dataPointer, count: capacity * dataType.byteCount))
  }

  /// Gives a closure the memory of the array to change.
  ///
  /// - Parameter body: Called once with all bytes from the first number to the last, and the strides.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public func withUnsafeMutableBytes<R>(
    _ body: (UnsafeMutableRawBufferPointer, [Int]) throws -> R
  ) rethrows -> R {
    try unsafe body(
      UnsafeMutableRawBufferPointer(start: dataPointer, count: capacity * dataType.byteCount),
      steps)
  }

  /// Gives a closure the numbers of the array to read.
  ///
  /// - Parameters:
  ///   - type: The type of the numbers; it must be that of ``dataType``.
  ///   - body: Called once with all numbers from the first to the last.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public func withUnsafeBufferPointer<S: MLShapedArrayScalar, R>(
    ofType type: S.Type, _ body: (UnsafeBufferPointer<S>) throws -> R
  ) rethrows -> R {
    requireType(of: type)
    return try unsafe body(
      UnsafeBufferPointer(start: dataPointer.assumingMemoryBound(to: S.self), count: capacity))
  }

  /// Gives a closure the numbers of the array to change.
  ///
  /// - Parameters:
  ///   - type: The type of the numbers; it must be that of ``dataType``.
  ///   - body: Called once with all numbers from the first to the last, and the strides.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public func withUnsafeMutableBufferPointer<S: MLShapedArrayScalar, R>(
    ofType type: S.Type, _ body: (UnsafeMutableBufferPointer<S>, [Int]) throws -> R
  ) rethrows -> R {
    requireType(of: type)
    return try unsafe body(
      UnsafeMutableBufferPointer(
        start: dataPointer.assumingMemoryBound(to: S.self), count: capacity), steps)
  }

  private func requireType<S: MLShapedArrayScalar>(of type: S.Type) {
    precondition(
      S.multiArrayDataType == dataType, "The multi-array is of \(dataType.name), not of \(S.self)")
  }
}

extension UnsafeBufferPointer where Element: MLShapedArrayScalar {
  /// The numbers of a multi-array to read, valid as long as the array lives.
  ///
  /// - Parameter multiArray: An array of this element type.
  /// - Throws: ``MLModelError`` with code `featureType` when the array is of another type.
  public init(_ multiArray: MLMultiArray) throws {
    try multiArray.checkType(of: Element.self)
    unsafe self.init(
      start: multiArray.dataPointer.assumingMemoryBound(to: Element.self),
      count: multiArray.capacity)
  }
}

extension UnsafeMutableBufferPointer where Element: MLShapedArrayScalar {
  /// The numbers of a multi-array to change, valid as long as the array lives.
  ///
  /// - Parameter multiArray: An array of this element type.
  /// - Throws: ``MLModelError`` with code `featureType` when the array is of another type.
  public init(_ multiArray: MLMultiArray) throws {
    try multiArray.checkType(of: Element.self)
    unsafe self.init(
      start: multiArray.dataPointer.assumingMemoryBound(to: Element.self),
      count: multiArray.capacity)
  }
}

extension MLMultiArray {
  fileprivate func checkType<S: MLShapedArrayScalar>(of type: S.Type) throws {
    guard S.multiArrayDataType == dataType else {
      throw MLModelError(
        .featureType,
        "The multi-array is of \(dataType.name), not of \(S.multiArrayDataType.name).")
    }
  }
}
