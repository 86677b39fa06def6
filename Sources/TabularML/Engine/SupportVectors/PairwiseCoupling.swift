/// Probabilities of K classes from those of each pair.
///
/// The second method of Wu, Lin and Weng, "Probability estimates for multi-class classification by
/// pairwise coupling" (2004): the p that makes `Σ (r_ji p_i - r_ij p_j)²` least, found by Gauss-Seidel
/// steps. When to stop is part of the answer; it is libsvm's rule.
struct PairwiseCoupling {
  private let classes: Int
  /// `r_ij` at `i * classes + j`: the probability of class i if it is i or j.
  private var pairs: [Double]
  private var quadratic: [Double]
  private var product: [Double]

  init(classes: Int) {
    self.classes = classes
    pairs = Array(repeating: 0, count: classes * classes)
    quadratic = pairs
    product = Array(repeating: 0, count: classes)
  }

  mutating func set(_ first: Int, _ second: Int, _ probability: Double) {
    pairs[first * classes + second] = probability
    pairs[second * classes + first] = 1 - probability
  }

  mutating func solve(into p: inout [Double], at start: Int) {
    if classes == 2 {
      p[start] = pairs[1]
      p[start + 1] = pairs[2]
      return
    }
    prepare()
    for index in 0..<classes { p[start + index] = 1 / Double(classes) }
    for _ in 0..<max(100, classes) {
      var total = 0.0
      for row in 0..<classes {
        var sum = 0.0
        for column in 0..<classes { sum += quadratic[row * classes + column] * p[start + column] }
        product[row] = sum
        total += p[start + row] * sum
      }
      let error = product.reduce(0.0) { max($0, abs($1 - total)) }
      if error < 0.005 / Double(classes) { return }
      for index in 0..<classes { step(index, &total, &p, start) }
    }
  }

  /// `Q_tt = Σ r_jt²` and `Q_tj = -r_jt r_tj`.
  private mutating func prepare() {
    for row in 0..<classes {
      var diagonal = 0.0
      for column in 0..<classes where column != row {
        let wins = pairs[row * classes + column]
        let loses = pairs[column * classes + row]
        diagonal += loses * loses
        quadratic[row * classes + column] = -loses * wins
      }
      quadratic[row * classes + row] = diagonal
    }
  }

  /// Improves one of the probabilities and scales all of them to add up to 1 again.
  private mutating func step(
    _ index: Int, _ total: inout Double, _ p: inout [Double], _ start: Int
  ) {
    let diagonal = quadratic[index * classes + index]
    let change = (total - product[index]) / diagonal
    let scale = 1 + change
    p[start + index] += change
    total = (total + change * (change * diagonal + 2 * product[index])) / scale / scale
    for other in 0..<classes {
      product[other] = (product[other] + change * quadratic[index * classes + other]) / scale
      p[start + other] /= scale
    }
  }
}
