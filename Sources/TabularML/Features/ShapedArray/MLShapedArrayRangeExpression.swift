/// Positions along one dimension of a shaped array: a range of any form, or one position.
public protocol MLShapedArrayRangeExpression {
  /// The positions as a range of those that a dimension has.
  ///
  /// - Parameter range: All positions of the dimension.
  /// - Returns: The positions that are meant.
  func relative(toShapedArrayAxis range: Range<Int>) -> Range<Int>
}

extension Int: MLShapedArrayRangeExpression {
  /// The position as a range of one, so that the dimension stays with the size 1.
  public func relative(toShapedArrayAxis range: Range<Int>) -> Range<Int> { self..<self + 1 }
}

extension Range: MLShapedArrayRangeExpression where Bound == Int {
  /// The range as it is.
  public func relative(toShapedArrayAxis range: Range<Int>) -> Range<Int> { self }
}

extension ClosedRange: MLShapedArrayRangeExpression where Bound == Int {
  /// The range with its last position.
  public func relative(toShapedArrayAxis range: Range<Int>) -> Range<Int> { relative(to: range) }
}

extension PartialRangeFrom: MLShapedArrayRangeExpression where Bound == Int {
  /// The positions from the bound to the end.
  public func relative(toShapedArrayAxis range: Range<Int>) -> Range<Int> { relative(to: range) }
}

extension PartialRangeUpTo: MLShapedArrayRangeExpression where Bound == Int {
  /// The positions from the beginning up to but not including the bound.
  public func relative(toShapedArrayAxis range: Range<Int>) -> Range<Int> { relative(to: range) }
}

extension PartialRangeThrough: MLShapedArrayRangeExpression where Bound == Int {
  /// The positions from the beginning through the bound.
  public func relative(toShapedArrayAxis range: Range<Int>) -> Range<Int> { relative(to: range) }
}
