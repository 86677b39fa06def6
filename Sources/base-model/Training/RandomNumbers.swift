/// Numbers that are the same on every machine and with every version of Swift (SplitMix64).
struct RandomNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to but not including 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

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
