import ModelSpec

extension ProgramCompiler {
  /// Products of two values summed as an equation says, such as `bik,bkj->bij`.
  ///
  /// Each letter is an axis. A length of 1 is stretched to the other value's; a letter that stands
  /// twice in one value takes its diagonal; without `->` the letters that stand once come out, sorted.
  mutating func einsum(_ operation: Program.Operation) throws(ModelError) -> Tensor {
    let values = try list("values", of: operation)
    let text = try text("equation", of: operation) ?? ""
    guard values.count == 2, values.allSatisfy({ $0.kind == .float }),
      let equation = Equation(text), equation.fits(values.map(\.rank))
    else {
      throw error(
        .value, "'einsum' cannot join \(values.map(\.dimensions)) by '\(text)'",
        in: "inputs.equation")
    }
    var operands: [(value: Tensor, letters: [Character])] = []
    for (index, value) in values.enumerated() {
      let kept = Set(equation.output).union(equation.terms[1 - index])
      operands.append(try reduced(value, equation.terms[index], to: kept))
    }
    let (x, y) = (operands[0], operands[1])
    let shared = x.letters.filter { y.letters.contains($0) }
    let batch = shared.filter { equation.output.contains($0) }
    let inner = shared.filter { !equation.output.contains($0) }
    let left = x.letters.filter { !shared.contains($0) }
    let right = y.letters.filter { !shared.contains($0) }
    for letter in inner {
      let lengths = [length(of: letter, x), length(of: letter, y)]
      guard lengths[0] == lengths[1] || lengths.contains(1) else {
        throw error(
          .shape, "the axis '\(letter)' has the lengths \(lengths[0]) and \(lengths[1])",
          in: "inputs.values")
      }
    }
    let a = try matrices(x, batch, left, inner, stretchedTo: y, isLeft: true)
    let b = try matrices(y, batch, right, inner, stretchedTo: x, isLeft: false)
    let product = try product(a, b, transposesLeft: false, transposesRight: false)
    let dimensions =
      product.dimensions.prefix(batch.count) + left.map { length(of: $0, x) }
      + right.map { length(of: $0, y) }
    let letters = batch + left + right
    return try transposed(
      try reshaped(product, Array(dimensions)),
      equation.output.compactMap { letters.firstIndex(of: $0) })
  }

  private func length(
    of letter: Character, _ operand: (value: Tensor, letters: [Character])
  ) -> Int {
    operand.letters.firstIndex(of: letter).map { operand.value.dimensions[$0] } ?? 1
  }

  /// A value without its letters that stand twice, and summed over those that nobody wants.
  private mutating func reduced(
    _ value: Tensor, _ letters: [Character], to kept: Set<Character>
  ) throws(ModelError) -> (Tensor, [Character]) {
    var (value, letters) = (value, letters)
    while let second = letters.indices.first(where: { letters[..<$0].contains(letters[$0]) }),
      let first = letters.firstIndex(of: letters[second])
    {
      let length = value.dimensions[first]
      guard value.dimensions[second] == length else {
        throw error(
          .shape, "there is no diagonal of \(length) × \(value.dimensions[second])",
          in: "inputs.values")
      }
      // The two axes side by side in front are one axis whose every (length + 1)th element is wanted.
      let others = value.dimensions.indices.filter { $0 != first && $0 != second }
      let turned = try transposed(value, [first, second] + others)
      let rest = others.map { value.dimensions[$0] }
      let run = rest.reduce(1, *)
      let places = (0..<length).flatMap { index in
        (0..<run).map { index * (length + 1) * run + $0 }
      }
      value = try picked(turned, try shape([length] + rest), places)
      letters = [letters[first]] + others.map { letters[$0] }
    }
    let unwanted = letters.indices.filter { !kept.contains(letters[$0]) }
    guard !unwanted.isEmpty else { return (value, letters) }
    return (
      try reduced(value, .sum, unwanted, keepsAxes: false), letters.filter { kept.contains($0) }
    )
  }

  /// A value as matrices: batch axes, then the two others, those of the inner axes stretched.
  private mutating func matrices(
    _ operand: (value: Tensor, letters: [Character]), _ batch: [Character], _ own: [Character],
    _ inner: [Character], stretchedTo other: (value: Tensor, letters: [Character]), isLeft: Bool
  ) throws(ModelError) -> Tensor {
    let order = batch + (isLeft ? own + inner : inner + own)
    var value = try transposed(
      operand.value, order.compactMap { operand.letters.firstIndex(of: $0) })
    let lengths = order.map { letter in
      inner.contains(letter)
        ? max(length(of: letter, operand), length(of: letter, other))
        : length(of: letter, operand)
    }
    let stretched = try shape(lengths)
    if stretched != value.shape {
      try spend(stretched.count)
      value = try picked(value, stretched, value.shape.indices(stretchedTo: stretched))
    }
    let middle = batch.count + (isLeft ? own.count : inner.count)
    return try reshaped(
      value,
      Array(lengths[..<batch.count]) + [
        lengths[batch.count..<middle].reduce(1, *), lengths[middle...].reduce(1, *),
      ])
  }
}

/// What an equation of `einsum` says.
private struct Equation {
  var terms: [[Character]]
  var output: [Character]

  /// - Returns: nil for what is no equation of two terms.
  init?(_ text: String) {
    let sides = text.filter { $0 != " " }.split(separator: "->", omittingEmptySubsequences: false)
    guard (1...2).contains(sides.count) else { return nil }
    terms = sides[0].split(separator: ",", omittingEmptySubsequences: false).map { Array($0) }
    let letters = terms.joined()
    guard terms.count == 2, letters.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
    output =
      sides.count == 2
      ? Array(sides[1])
      : Set(letters).filter { letter in letters.filter { $0 == letter }.count == 1 }.sorted()
    guard Set(output).count == output.count, output.allSatisfy({ letters.contains($0) }) else {
      return nil
    }
  }

  func fits(_ ranks: [Int]) -> Bool { terms.map(\.count) == ranks }
}
