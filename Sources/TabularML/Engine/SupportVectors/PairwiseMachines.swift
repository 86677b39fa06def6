import ModelSpec

/// One machine for each pair of classes i < j.
///
/// The pairs are in the order (0, 1), (0, 2), … (1, 2), … The decisions, votes and probabilities are
/// those of libsvm (Chang and Lin, "LIBSVM: a library for support vector machines", sections 4 and 8).
struct PairwiseMachines: Sendable {
  let classCount: Int
  var pairCount: Int { rho.count }
  var hasProbabilities: Bool { !probA.isEmpty }

  /// The vectors of class k are those from `starts[k]` up to `starts[k + 1]`.
  private let starts: [Int]
  private let coefficients: [[Double]]
  private let rho: [Double]
  private let probA: [Double]
  private let probB: [Double]

  init(_ classifier: SupportVectorClassifier, vectors: Int, path: String) throws(ModelError) {
    let classes = classifier.labels.count
    var starts = [0]
    for count in classifier.vectorsPerClass { starts.append(starts[starts.count - 1] + Int(count)) }
    let isSorted = classifier.vectorsPerClass.allSatisfy { $0 >= 0 }
    guard isSorted, starts.count == classes + 1, starts[classes] == vectors,
      classifier.coefficients.count == classes - 1,
      classifier.coefficients.allSatisfy({ $0.count == vectors })
    else {
      throw ModelError(
        .shape, at: path, "vectors, coefficients and the \(classes) classes do not fit together")
    }
    let pairs = classes * (classes - 1) / 2
    let parameters = [classifier.probA.count, classifier.probB.count]
    guard classifier.rho.count == pairs, parameters == [0, 0] || parameters == [pairs, pairs]
    else {
      throw ModelError(
        .shape, at: path + ".rho", "\(classifier.rho.count) rho for \(pairs) pairs of classes")
    }
    classCount = classes
    self.starts = starts
    coefficients = classifier.coefficients
    rho = classifier.rho
    probA = classifier.probA
    probB = classifier.probB
  }

  /// For each pair a number that is positive when its first class wins.
  func decide(_ kernels: [Double], into decisions: inout [Double]) {
    var pair = 0
    for first in 0..<classCount {
      for second in first + 1..<max(classCount, first + 1) {
        var sum = 0.0
        for vector in starts[first]..<starts[first + 1] {
          sum += coefficients[second - 1][vector] * kernels[vector]
        }
        for vector in starts[second]..<starts[second + 1] {
          sum += coefficients[first][vector] * kernels[vector]
        }
        decisions[pair] = sum - rho[pair]
        pair += 1
      }
    }
  }

  /// How many pairs each class wins.
  func vote(_ decisions: [Double], into votes: inout [Double], at start: Int) {
    for index in 0..<classCount { votes[start + index] = 0 }
    var pair = 0
    for first in 0..<classCount {
      for second in first + 1..<max(classCount, first + 1) {
        votes[start + (decisions[pair] > 0 ? first : second)] += 1
        pair += 1
      }
    }
  }

  /// The probability of each class, by a logistic function for each pair and their coupling.
  func probabilities(
    _ decisions: [Double], _ coupling: inout PairwiseCoupling, into values: inout [Double],
    at start: Int
  ) {
    var pair = 0
    for first in 0..<classCount {
      for second in first + 1..<max(classCount, first + 1) {
        let wins = LinkFunction.logistic(-(decisions[pair] * probA[pair] + probB[pair]))
        coupling.set(first, second, min(max(wins, 1e-7), 1 - 1e-7))
        pair += 1
      }
    }
    coupling.solve(into: &values, at: start)
  }
}
