/// The generator that shuffles rows, and invents them for the bundled model: SplitMix64, the same numbers on
/// every machine.
///
/// State and output as in Steele, Lea and Flood, "Fast splittable pseudorandom number generators"
/// (OOPSLA 2014); the seed is the first state.
package struct ShuffleGenerator: Sendable {
  private var state: UInt64

  package init(seed: Int64) { state = UInt64(bitPattern: seed) }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to but not including `bound`, each as likely as the others.
  mutating func next(below bound: UInt64) -> UInt64 {
    // The high half of a product, leaving out the draws that would favour small numbers.
    let threshold = (0 &- bound) % bound
    while true {
      let product = next().multipliedFullWidth(by: bound)
      if product.low >= threshold { return product.high }
    }
  }

  /// The numbers 0 ..< count in a random order (Fisher and Yates, from the end).
  mutating func permutation(_ count: Int) -> [Int] {
    var order = Array(0..<count)
    for last in stride(from: count - 1, to: 0, by: -1) {
      order.swapAt(last, Int(next(below: UInt64(last) + 1)))
    }
    return order
  }
}
