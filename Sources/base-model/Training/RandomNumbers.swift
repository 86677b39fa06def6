import TabularML

/// Numbers that are the same on every machine and with every version of Swift (SplitMix64).
struct RandomNumbers {
  private var generator: ShuffleGenerator

  init(seed: UInt64) { generator = ShuffleGenerator(seed: Int64(bitPattern: seed)) }

  /// A number from 0 up to but not including 1.
  mutating func unit() -> Double { Double(generator.next() >> 11) * 0x1p-53 }

  mutating func uniform(_ lower: Double, _ upper: Double) -> Double {
    lower + (upper - lower) * unit()
  }

  /// About normal with mean 0 and deviation 1: twelve uniform numbers, which need no logarithm.
  mutating func normal() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += unit() }
    return sum
  }

  mutating func choice<Element>(_ elements: [Element]) -> Element {
    elements[Int(unit() * Double(elements.count))]
  }
}
