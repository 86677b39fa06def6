import ModelSpec

/// Integers in the places of Floats, as bit patterns.
///
/// A tensor of integers lies in a blob like any other, so that whatever only moves elements serves
/// both; a Float itself would round integers beyond 2²⁴.
extension Float {
  init(integer: Int32) { self.init(bitPattern: UInt32(bitPattern: integer)) }

  var integer: Int32 { Int32(bitPattern: bitPattern) }
}

extension Int32 {
  /// The nearest integer towards zero, within the range; 0 for NaN.
  init(cutting value: Double) {
    self = value.isNaN ? 0 : Int32(Swift.min(Swift.max(value, -0x1p31), 0x1p31 - 1))
  }
}

/// Integers joined number by number, stretched to one shape; overflow wraps around.
struct IntegerLayer: ForwardLayer {
  enum Operation: Sendable, Equatable {
    case add, subtract, multiply, divide, modulo, power, maximum, minimum
    case compare(Comparison)
  }

  let operation: Operation
  let inputs: [Int]
  let output: Int
  /// For both inputs the element that stands at each element of the output; empty if they are the same.
  let indices: [[Int]]

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    let width = blobs.widths[output]
    let (a, b) = (blobs[inputs[0]], blobs[inputs[1]])
    let (widthA, widthB) = (blobs.widths[inputs[0]], blobs.widths[inputs[1]])
    var y = blobs.take(output)
    for row in 0..<rows {
      for element in 0..<width {
        let left = a[row * widthA + (indices[0].isEmpty ? element : indices[0][element])].integer
        let right = b[row * widthB + (indices[1].isEmpty ? element : indices[1][element])].integer
        y[row * width + element] = result(left, right)
      }
    }
    blobs.put(y, output)
  }

  private func result(_ left: Int32, _ right: Int32) -> Float {
    switch operation {
    case .add: Float(integer: left &+ right)
    case .subtract: Float(integer: left &- right)
    case .multiply: Float(integer: left &* right)
    case .divide: Float(integer: Self.floorDivide(left, right))
    case .modulo: Float(integer: left &- Self.floorDivide(left, right) &* right)
    case .power: Float(integer: Self.power(left, right))
    case .maximum: Float(integer: max(left, right))
    case .minimum: Float(integer: min(left, right))
    case .compare(.equal): left == right ? 1 : 0
    case .compare(.notEqual): left != right ? 1 : 0
    case .compare(.lessThan): left < right ? 1 : 0
    case .compare(.lessEqual): left <= right ? 1 : 0
    case .compare(.greaterThan): left > right ? 1 : 0
    case .compare(.greaterEqual): left >= right ? 1 : 0
    }
  }

  /// Rounded down, as in Python; 0 for a divisor of 0.
  static func floorDivide(_ left: Int32, _ right: Int32) -> Int32 {
    guard right != 0 else { return 0 }
    let quotient = left.dividedReportingOverflow(by: right).partialValue
    let isInexact = left.remainderReportingOverflow(dividingBy: right).partialValue != 0
    return isInexact && (left < 0) != (right < 0) ? quotient - 1 : quotient
  }

  /// By squaring; a negative exponent gives what is left of the fraction.
  private static func power(_ base: Int32, _ exponent: Int32) -> Int32 {
    guard exponent >= 0 else {
      return base == 1 ? 1 : base == -1 ? (exponent.isMultiple(of: 2) ? 1 : -1) : 0
    }
    var (result, factor, rest): (Int32, Int32, Int32) = (1, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result = result &* factor }
      factor = factor &* factor
      rest >>= 1
    }
    return result
  }
}

/// One kind of number made into another.
struct CastLayer: ElementwiseLayer, ForwardLayer {
  enum Conversion: Sendable, Equatable {
    case integerToFloat, floatToBool, integerToBool, boolToInteger
    /// Cut towards zero, and to the range of the type.
    case floatToInteger(ClosedRange<Int32>)
    case integerToInteger(ClosedRange<Int32>)
    case toHalf
    case absoluteInteger, signOfInteger
  }

  let conversion: Conversion
  let input: Int
  let output: Int

  func forward(_ rows: Int, _ blobs: inout Blobs, _ parameters: [DenseParameters]) {
    switch conversion {
    case .integerToFloat: map(rows, &blobs) { Float($0.integer) }
    case .floatToBool: map(rows, &blobs) { $0 == 0 ? 0 : 1 }
    case .integerToBool: map(rows, &blobs) { $0.integer == 0 ? 0 : 1 }
    case .boolToInteger: map(rows, &blobs) { Float(integer: $0 == 0 ? 0 : 1) }
    case .floatToInteger(let range):
      map(rows, &blobs) { x in
        let least = Double(range.lowerBound)
        let whole =
          x.isNaN ? 0 : min(max(Double(x).rounded(.towardZero), least), Double(range.upperBound))
        return Float(integer: Int32(whole))
      }
    case .integerToInteger(let range):
      // What does not fit wraps around, as in C.
      let size = Int64(range.upperBound) - Int64(range.lowerBound) + 1
      map(rows, &blobs) { x in
        let offset = (Int64(x.integer) - Int64(range.lowerBound)) % size
        return Float(
          integer: Int32(truncatingIfNeeded: (offset + size) % size + Int64(range.lowerBound)))
      }
    case .toHalf: map(rows, &blobs) { Float(Float16($0)) }
    case .absoluteInteger:
      map(rows, &blobs) { Float(integer: $0.integer < 0 ? 0 &- $0.integer : $0.integer) }
    case .signOfInteger: map(rows, &blobs) { Float(integer: $0.integer.signum()) }
    }
  }
}
