import ModelSpec

extension SupportVectorRegressor: Plannable {
  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    let vector = try builder.vector(of: stage)
    let row = try KernelRow(kernel, vectors, width: builder.width(vector), path: stage.path)
    guard coefficients.count == row.count else {
      throw ModelError(
        .shape, at: stage.path + ".coefficients",
        "\(coefficients.count) coefficients for \(row.count) vectors")
    }
    let result = builder.newDouble()
    builder.add(
      SupportVectorStep(
        input: vector, output: result, kernel: row, coefficients: coefficients, rho: rho))
    return try builder.prediction(of: stage, in: result)
  }
}

/// The number `Σ α_i K(sv_i, x) - rho`.
struct SupportVectorStep: Step {
  var input: DoubleSlot
  var output: DoubleSlot
  var kernel: KernelRow
  var coefficients: [Double]
  var rho: Double

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    let source = workspace.block(input)
    var block = workspace.take(output)
    var kernels = [Double](repeating: 0, count: kernel.count)
    for row in 0..<workspace.rows {
      kernel.evaluate(source.values, at: source.start(row), into: &kernels)
      var sum = 0.0
      for index in 0..<kernel.count { sum += coefficients[index] * kernels[index] }
      block.values[block.start(row)] = sum - rho
    }
    workspace.put(block)
  }
}
