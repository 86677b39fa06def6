/// Sums over two vectors of equal length, several elements at a time; the order of the sum depends on
/// the length alone.
enum Vectors {
  /// The product `u · v`.
  @unsafe static func dot(
    _ u: UnsafePointer<Double>, _ v: UnsafePointer<Double>, _ count: Int
  ) -> Double {
    var sums = SIMD4<Double>.zero
    var index = 0
    while index + 4 <= count {
      let a = unsafe SIMD4(u[index], u[index + 1], u[index + 2], u[index + 3])
      let b = unsafe SIMD4(v[index], v[index + 1], v[index + 2], v[index + 3])
      sums += a * b
      index += 4
    }
    var sum = sums.sum()
    while index < count {
      unsafe sum += u[index] * v[index]
      index += 1
    }
    return sum
  }

  /// The squared distance `‖u - v‖²`.
  @unsafe static func squaredDistance<Number: BinaryFloatingPoint & SIMDScalar>(
    _ u: UnsafePointer<Number>, _ v: UnsafePointer<Number>, _ count: Int
  ) -> Number {
    var sums = SIMD4<Number>(repeating: 0)
    var index = 0
    while index + 4 <= count {
      let a = unsafe SIMD4(u[index], u[index + 1], u[index + 2], u[index + 3])
      let b = unsafe SIMD4(v[index], v[index + 1], v[index + 2], v[index + 3])
      let difference = a - b
      sums += difference * difference
      index += 4
    }
    var sum = (sums[0] + sums[1]) + (sums[2] + sums[3])
    while index < count {
      let difference = unsafe u[index] - v[index]
      sum += difference * difference
      index += 1
    }
    return sum
  }
}
