/// A function of each number without parameters; the raw value is the layer's field number.
package enum ElementFunction: Int, Sendable {
  case ceil = 665
  case floor = 670
  case sign = 680
  case round = 685
  case exp2 = 700
  case sin = 710
  case cos = 715
  case tan = 720
  case asin = 730
  case acos = 735
  case atan = 740
  case sinh = 750
  case cosh = 755
  case tanh = 760
  case asinh = 770
  case acosh = 775
  case atanh = 780
  case erf = 790
  case logicalNot = 850
}

/// A function of two numbers, over blobs stretched to one shape; the raw value is the field number.
package enum BroadcastOperation: Int, Sendable {
  case logicalOr = 840
  case logicalXor = 845
  case logicalAnd = 855
  case modBroadcastable = 865
  case minBroadcastable = 870
  case maxBroadcastable = 875
  case addBroadcastable = 880
  case powBroadcastable = 885
  case divideBroadcastable = 890
  case floorDivBroadcastable = 895
  case multiplyBroadcastable = 900
  case subtractBroadcastable = 905
}

/// A comparison that gives 0 or 1; the raw value is the layer's field number.
package enum Comparison: Int, Sendable {
  case equal = 815
  case notEqual = 820
  case lessThan = 825
  case lessEqual = 827
  case greaterThan = 830
  case greaterEqual = 832
}

/// What becomes of several blobs stretched to one shape; the raw value is the layer's field number.
package enum Combination: Int, Sendable {
  case average = 240
  case max = 260
  case min = 261
}

/// How the Gaussian error linear unit is computed.
package enum GELU: Int, Sendable {
  case exact = 0, tanhApproximation, sigmoidApproximation
}
