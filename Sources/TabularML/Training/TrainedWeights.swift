import CFastPath

/// The weights of a network in training, and one step of it: forward, backward and the optimizer.
///
/// A mini-batch is cut into slices of rows, and weights into blocks of inputs, for several threads to work
/// on. Each weight's gradient is one sum over the rows in their order, whoever computes it, so the number
/// of threads changes no bit.
struct TrainedWeights: Sendable {
  private(set) var parameters: [DenseParameters]

  private let graph: TrainingGraph
  private let layers: [DenseLayer]
  private var optimizer: Optimizer
  /// What belongs to the weights and to the biases of each set that is trained.
  private var moments: [(weights: Moments, bias: Moments)?]
  /// For the sets that gradients go back through.
  private var transposed: [TransposedWeights?]
  /// One for each slice of a mini-batch.
  private var passes: [BackwardPass] = []
  private var losses: [Double] = []
  private let sliceRows: Int
  private let team: WorkerTeam?

  init(
    _ graph: TrainingGraph, _ settings: TrainingOptions.Optimizer, largestBatch: Int, threads: Int
  ) {
    self.graph = graph
    parameters = graph.network.parameters
    optimizer = Optimizer(settings)
    moments = zip(parameters, graph.isTrained).map { parameters, isTrained in
      guard isTrained else { return nil }
      return (Moments(count: parameters.weights.count), Moments(count: parameters.bias.count))
    }
    transposed = Array(repeating: nil, count: parameters.count)
    let dense = graph.live.compactMap { $0 as? DenseLayer }
    layers = dense.filter { graph.isTrained[$0.weights] }
    for layer in dense where graph.wanted[layer.input] {
      transposed[layer.weights] = TransposedWeights(parameters[layer.weights])
    }
    sliceRows = graph.rowsWorthAThread
    team = threads > 1 && largestBatch > sliceRows ? WorkerTeam(threads: threads) : nil
  }

  /// The rule of the steps to come.
  var settings: TrainingOptions.Optimizer {
    get { optimizer.settings }
    set { optimizer.settings = newValue }
  }

  var areFinite: Bool { parameters.allSatisfy(\.isFinite) }

  /// Trains with some rows of the samples; gives the sum of their losses before the step.
  ///
  /// The weights stay as they are when the loss is no finite number.
  mutating func train(_ rows: ArraySlice<Int>, of samples: TrainingSamples) -> Double {
    let slices = slices(rows)
    passThrough(slices, rows: rows.count, samples)
    let loss = losses[..<slices.count].reduce(0, +)
    guard loss.isFinite else { return loss }
    let work = GradientWork(
      step: optimizer.next(), passes: passes, sliceRows: slices.map(\.count), team: team)
    for layer in layers {
      let index = layer.weights
      guard var moments = moments[index] else { continue }
      // Taken out meanwhile, so that they are changed in place and not copied.
      self.moments[index] = nil
      var transposed = self.transposed[index]
      self.transposed[index] = nil
      work.learn(layer, &parameters[index], &moments, &transposed)
      self.transposed[index] = transposed
      self.moments[index] = moments
    }
    return loss
  }

  /// Slices of nearly the same number of rows.
  private func slices(_ rows: ArraySlice<Int>) -> [ArraySlice<Int>] {
    let count = (rows.count + sliceRows - 1) / sliceRows
    if count == 1 { return [rows] }
    // The kernels take four rows at a time.
    let size = ((rows.count + count - 1) / count + 3) / 4 * 4
    return stride(from: rows.startIndex, to: rows.endIndex, by: size).map {
      rows[$0..<min($0 + size, rows.endIndex)]
    }
  }

  /// Forward and backward: leaves values and gradients of the blobs in the passes.
  private mutating func passThrough(
    _ slices: [ArraySlice<Int>], rows: Int, _ samples: TrainingSamples
  ) {
    while passes.count < slices.count {
      passes.append(
        BackwardPass(
          values: Blobs(widths: graph.valueWidths), gradients: Blobs(widths: graph.gradientWidths),
          wanted: graph.wanted, transposed: []))
      losses.append(0)
    }
    for slice in slices.indices { passes[slice].transposed = transposed }
    let (graph, parameters, team) = (graph, parameters, team)
    unsafe passes.withUnsafeMutableBufferPointer { passes in
      unsafe losses.withUnsafeMutableBufferPointer { losses in
        // Each part has a pass and a loss of its own.
        nonisolated(unsafe) let (passes, losses) = unsafe (passes, losses)
        TrainedWeights.share(slices.count, among: team) { slice in
          unsafe losses[slice] = graph.pass(
            slices[slice], of: rows, samples, parameters, &passes[slice])
        }
      }
    }
    // Given back, so that they can be changed in place.
    for slice in slices.indices { passes[slice].transposed = [] }
  }

  fileprivate static func share(
    _ parts: Int, among team: WorkerTeam?, _ body: @escaping @Sendable (Int) -> Void
  ) {
    if parts > 1, let team {
      team.run(parts, body)
    } else {
      for part in 0..<parts { body(part) }
    }
  }
}

/// What the gradients of a mini-batch come from, and what is done with them.
///
/// A value of its own, so that the weights are nobody else's while they change: a method of
/// `TrainedWeights` would hold a copy.
private struct GradientWork {
  let step: Optimizer.Step
  let passes: [BackwardPass]
  /// The rows of each slice of the mini-batch.
  let sliceRows: [Int]
  let team: WorkerTeam?

  /// The gradients of a layer's weights, and their step.
  func learn(
    _ layer: DenseLayer, _ parameters: inout DenseParameters,
    _ moments: inout (weights: Moments, bias: Moments), _ transposed: inout TransposedWeights?
  ) {
    let shape = fast_dense(
      inner: parameters.inputs, outer: parameters.outputs, stride: parameters.stride)
    // The kernels take four inputs at a time; of transposed weights 16 share a line of the cache.
    let unit = transposed == nil ? 4 : 16
    let blockInputs = max(unit, GradientWork.blockWeights / max(1, shape.stride) / unit * unit)
    let blocks = (shape.inner + blockInputs - 1) / blockInputs
    let (passes, sliceRows, step) = (passes, sliceRows, step)
    let repetitions = layer.repetitions
    if !parameters.bias.isEmpty {
      unsafe moments.bias.withPointers(to: &parameters.bias) { bias in
        for (slice, rows) in sliceRows.enumerated() {
          unsafe DenseKernel.biasGradient(
            passes[slice].gradients[layer.output], rows: rows * repetitions, outputs: shape.outer,
            starts: slice == 0, into: bias.gradient)
        }
        unsafe bias.move(0..<shape.stride, step)
      }
    }
    unsafe moments.weights.withPointers(to: &parameters.weights) { weights in
      unsafe TransposedWeights.withPointer(&transposed) { transposed in
        // Each part has a range of the inputs of its own.
        nonisolated(unsafe) let transposed = unsafe transposed
        let learnBlock: @Sendable (Int) -> Void = { block in
          let inputs = block * blockInputs..<min((block + 1) * blockInputs, shape.inner)
          for (slice, rows) in sliceRows.enumerated() {
            unsafe DenseKernel.gradient(
              passes[slice].values[layer.input], passes[slice].gradients[layer.output],
              rows: rows * repetitions, inputs: inputs, shape, starts: slice == 0,
              into: weights.gradient)
          }
          unsafe weights.move(
            inputs.lowerBound * shape.stride..<inputs.upperBound * shape.stride, step)
          unsafe TransposedWeights.update(transposed, inputs, shape, from: weights.weights)
        }
        if sliceRows.count == 1 {
          for block in 0..<blocks { learnBlock(block) }
        } else {
          TrainedWeights.share(blocks, among: team, learnBlock)
        }
      }
    }
  }

  /// How many weights are worth a handing over to another thread.
  private static let blockWeights = 512
}

extension TrainingGraph {
  /// So many rows of a mini-batch are worth a handing over to another thread: some ten microseconds.
  fileprivate var rowsWorthAThread: Int {
    var work = 0
    for layer in live {
      work += 8 * network.shapes[layer.output].count
      if let dense = layer as? DenseLayer {
        let weights = network.parameters[dense.weights].weights.count
        work += weights * dense.repetitions
      }
    }
    return min(max((1 << 19) / max(1, work) / 4 * 4, 16), 4096)
  }

  /// Forward and backward for a slice of a mini-batch of `count` rows; gives the sum of its losses.
  ///
  /// When that is no finite number, nothing goes back.
  fileprivate func pass(
    _ rows: ArraySlice<Int>, of count: Int, _ samples: TrainingSamples,
    _ parameters: [DenseParameters], _ pass: inout BackwardPass
  ) -> Double {
    pass.values.reserve(rows.count)
    pass.gradients.reserve(rows.count)
    gather(rows, of: samples, into: &pass.values)
    for layer in live { layer.forward(rows.count, &pass.values, parameters) }
    for blob in wanted.indices where wanted[blob] { pass.gradients.clear(blob, rows: rows.count) }
    var gradient = pass.gradients.take(lossBlob)
    let loss = samples.targets.lossAndGradient(
      of: pass.values[lossBlob], rows: rows, width: lossWidth, batch: count, gradient: &gradient)
    pass.gradients.put(gradient, lossBlob)
    guard loss.isFinite else { return loss }
    for layer in live.reversed() { layer.backward(rows.count, &pass) }
    return loss
  }
}

extension TransposedWeights {
  /// Gives the closure the numbers of weights that there may be.
  fileprivate static func withPointer(
    _ transposed: inout TransposedWeights?, _ body: (UnsafeMutableBufferPointer<Float>?) -> Void
  ) {
    guard transposed != nil else { return body(nil) }
    unsafe transposed?.values.withUnsafeMutableBufferPointer { unsafe body($0) }
  }

  /// Takes over the weights of some inputs that have changed.
  fileprivate static func update(
    _ transposed: UnsafeMutableBufferPointer<Float>?, _ inputs: Range<Int>, _ shape: fast_dense,
    from weights: UnsafeMutableBufferPointer<Float>
  ) {
    guard let to = unsafe transposed?.baseAddress, let from = weights.baseAddress else {
      return
    }
    unsafe fast_transpose(
      inputs.count, shape.outer, from + inputs.lowerBound * shape.stride, shape.stride,
      to + inputs.lowerBound, DenseKernel.padded(shape.inner))
  }
}
