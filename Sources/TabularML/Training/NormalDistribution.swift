import ModelSpec

/// The normal distribution function as layers of a network.
///
/// It is none of the few functions that Core ML lets gradients through, but nearly a weighted sum of one
/// that is: `Φ(z) ≈ Σ c_j σ(2z - j)`. The sum grows from 0 to 1 and is never further away than 1e-7, about
/// what a Float near 1 can tell apart. scripts/reference/normal_distribution.py finds the weights.
enum NormalDistribution {
  /// `c_j` for j from 0 on, in units of 2⁻²³; `c_-j` is the same, and all together are exactly 1.
  private static let units: [Float] = [
    2_712_740, 2_071_798, 845_964, 76_146, -96_238, -48_424, -10_849, -463, -76, 80, -4,
  ]

  /// Of more numbers the layers would be large: they have weights from each number to each other.
  static let mostNumbers = 64

  /// Layers that apply the function to each of so many numbers; the blobs between get unused names.
  static func layers(
    from input: String, to output: String, count: Int, unused: (String) -> String
  ) -> [NeuralNetworkLayer] {
    let shifts = Array(1 - units.count..<units.count)
    let (steps, soft) = (unused("steps"), unused("logistic"))
    let inner = count * shifts.count
    var slopes = [Float](repeating: 0, count: inner * count)
    var shares = slopes
    for number in 0..<count {
      for (place, shift) in shifts.enumerated() {
        let step = number * shifts.count + place
        slopes[step * count + number] = 2
        shares[number * inner + step] = units[abs(shift)] * 0x1p-23
      }
    }
    let bias = (0..<inner).map { -Float(shifts[$0 % shifts.count]) }
    return [
      NeuralNetworkLayer(
        name: "steps", inputs: [input], outputs: [steps],
        kind: .innerProduct(
          InnerProduct(
            inputChannels: UInt64(count), outputChannels: UInt64(inner),
            weights: WeightParameters(slopes), bias: WeightParameters(bias)))),
      NeuralNetworkLayer(
        name: "logistic", inputs: [steps], outputs: [soft], kind: .activation(.sigmoid)),
      NeuralNetworkLayer(
        name: "normalDistribution", inputs: [soft], outputs: [output],
        kind: .innerProduct(
          InnerProduct(
            inputChannels: UInt64(inner), outputChannels: UInt64(count),
            weights: WeightParameters(shares), bias: nil))),
    ]
  }
}
