import Foundation

/// How much smaller the errors of some runs have become.
struct Gain: Equatable {
  var mean = 0.0
  var standardError = Double.infinity
  private var degreesOfFreedom = 1

  init(_ gains: [Double]) {
    guard gains.count >= 2 else { return }
    let count = Double(gains.count)
    let mean = gains.reduce(0, +) / count
    let variance = gains.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    self.mean = mean
    standardError = (variance / count).squareRoot()
    degreesOfFreedom = gains.count - 1
  }

  /// Whether it is more than chance gives once in twenty times.
  var isCredible: Bool { mean > 0 && byChance < 0.05 }

  /// How probable so large a mean is where the true one is 0: Student's t test, one-sided.
  ///
  /// Unlike a fixed number of standard errors it asks more of few runs, whose standard error is itself a
  /// guess: 6.3 of them for two runs, 2.1 for five, 1.7 for thirty. The sum is exact for whole
  /// degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4).
  var byChance: Double {
    let isOdd = !degreesOfFreedom.isMultiple(of: 2)
    let angle = atan2(mean, standardError * Double(degreesOfFreedom).squareRoot())
    let squaredCosine = cos(angle) * cos(angle)
    var term = isOdd ? cos(angle) : 1
    var sum = degreesOfFreedom > 1 ? term : 0
    for factor in stride(from: isOdd ? 3.0 : 2.0, to: Double(degreesOfFreedom), by: 2) {
      term *= squaredCosine * (factor - 1) / factor
      sum += term
    }
    let inside = isOdd ? (angle + sin(angle) * sum) * 2 / .pi : sin(angle) * sum
    return (1 - inside) / 2
  }
}
