import Testing

@testable import TabularML

/// Link and activation functions, at their ends too.
///
/// The numbers are SciPy's (`scipy.special`).
@Suite struct LinkFunctionTests {
  @Test(arguments: [
    (0.0, 0.5), (1.5, 0.8175744761936437), (-1.5, 0.18242552380635635),
    (40, 1), (-700, 9.859676543759770e-305), (1000, 1), (-1000, 0),
  ])
  func logistic(_ score: Double, _ expected: Double) {
    #expect(abs(LinkFunction.logistic(score) - expected) <= 2e-16 * expected)
  }

  @Test(arguments: [
    (0.0, 0.5), (-1.5, 0.06680720126885807), (2.25, 0.9877755273449553),
    (-20, 2.7536241186061556e-89), (40, 1), (-40, 0),
  ])
  func normalDistribution(_ score: Double, _ expected: Double) {
    #expect(abs(LinkFunction.normalDistribution(score) - expected) <= 1e-13 * expected)
  }

  @Test func activationsDoNotOverflow() {
    #expect(Elementary.sigmoid(-200) >= 0 && Elementary.sigmoid(-200) < 1e-37)
    #expect(Elementary.sigmoid(200) == 1)
    #expect(Elementary.softplus(200) == 200)
    #expect(Elementary.softplus(-200) >= 0 && Elementary.softplus(-200) < 1e-37)
    #expect(Elementary.expm1(1e-10) == 1e-10)
    #expect(Elementary.log(-1).isNaN)
    #expect(Elementary.log(0) == -.infinity)
  }
}
