import Foundation

/// Elementary functions of Float, computed in Double and rounded once.
///
/// C libraries have different code for different processors, and their last bits differ. Rounded from
/// Double they practically never do, so that a model trained again elsewhere comes out the same.
enum Elementary {
  @inline(__always)
  static func exp(_ x: Float) -> Float { Float(Foundation.exp(Double(x))) }

  /// `e^x - 1`, also for a small x.
  @inline(__always)
  static func expm1(_ x: Float) -> Float { Float(Foundation.expm1(Double(x))) }

  @inline(__always)
  static func log(_ x: Float) -> Float { Float(Foundation.log(Double(x))) }

  @inline(__always)
  static func pow(_ x: Float, _ y: Float) -> Float { Float(Foundation.pow(Double(x), Double(y))) }

  /// The larger of two numbers, the first of equal ones; not-a-number if one of them is.
  @inline(__always)
  static func maximum(_ x: Float, _ y: Float) -> Float { y > x || y.isNaN ? y : x }

  /// The smaller of two numbers, the first of equal ones; not-a-number if one of them is.
  @inline(__always)
  static func minimum(_ x: Float, _ y: Float) -> Float { y < x || y.isNaN ? y : x }

  @inline(__always)
  static func tanh(_ x: Float) -> Float { Float(Foundation.tanh(Double(x))) }

  /// `1 / (1 + e^-x)`, without overflow for a large negative x.
  @inline(__always)
  static func sigmoid(_ x: Float) -> Float { Float(LinkFunction.logistic(Double(x))) }

  /// `log(1 + e^x)`, without overflow for a large x.
  @inline(__always)
  static func softplus(_ x: Float) -> Float {
    let x = Double(x)
    return Float(max(x, 0) + Foundation.log1p(Foundation.exp(-abs(x))))
  }
}
