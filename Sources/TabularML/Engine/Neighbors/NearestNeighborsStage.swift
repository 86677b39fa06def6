import ModelSpec

extension KNearestNeighborsClassifier: Plannable {
  func plan(
    _ stage: Stage, _ builder: inout PlanBuilder
  ) throws(ModelError) -> [String: Feature] {
    let vector = try builder.vector(of: stage)
    let width = builder.width(vector)
    guard dimensions > 0, width == Int(dimensions), samples.count.isMultiple(of: width) else {
      throw ModelError(
        .shape, at: stage.path + ".nearestNeighborsIndex",
        "samples of \(dimensions) dimensions for inputs of \(width) elements")
    }
    guard labels.count == sampleCount, numberOfNeighbors.defaultValue > 0 else {
      throw ModelError(
        .shape, at: stage.path, "\(labels.count) labels for \(sampleCount) samples")
    }
    let (classes, classOfSample) = labels.distinct
    let shares = builder.newDoubles(classes.count)
    builder.add(
      NearestNeighborsStep(
        feature: stage.inputs.first?.name ?? "", input: vector, output: shares, samples: samples,
        classOfSample: classOfSample,
        neighbors: min(Int(clamping: numberOfNeighbors.defaultValue), sampleCount),
        weighting: weighting, inverse: builder.conventions.neighborWeight))
    return try builder.classification(
      of: stage, scores: shares, labels: classes, standIn: defaultLabel)
  }
}

/// The share of each class in the votes of the nearest samples; distances are computed in Float.
///
/// Whatever the model's index, all samples are looked at; of equally near ones the first count.
struct NearestNeighborsStep: Step {
  /// The name of the input, for what is said of a row without neighbours.
  var feature: String
  var input: DoubleSlot
  var output: DoubleSlot
  var samples: [Float]
  var classOfSample: [Int32]
  var neighbors: Int
  var weighting: KNearestNeighborsClassifier.Weighting
  var inverse: NeighborWeight

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    guard neighbors > 0 else { return }
    let source = workspace.block(input)
    var block = workspace.take(output)
    var row = [Float](repeating: 0, count: source.region.width)
    var nearest = NearestSamples(capacity: neighbors)
    for index in 0..<workspace.rows {
      let from = source.start(index)
      for element in row.indices { row[element] = Float(source.values[from + element]) }
      nearest.removeAll()
      search(row, &nearest)
      guard nearest.distances[0].isFinite else {
        workspace.fail(index, feature, .noDistance)
        continue
      }
      vote(nearest, into: &block.values, at: block.start(index), block.region.width)
    }
    workspace.put(block)
  }

  private func search(_ row: [Float], _ nearest: inout NearestSamples) {
    let width = row.count
    unsafe row.withUnsafeBufferPointer { row in
      unsafe samples.withUnsafeBufferPointer { samples in
        guard let row = row.baseAddress, let samples = samples.baseAddress else { return }
        for sample in classOfSample.indices {
          nearest.add(
            sample, unsafe Vectors.squaredDistance(row, samples + sample * width, width))
        }
      }
    }
  }

  private func vote(
    _ nearest: NearestSamples, into shares: inout [Double], at start: Int, _ classes: Int
  ) {
    for index in start..<start + classes { shares[index] = 0 }
    var sum = 0.0
    // Fewer samples than are wanted may be at a finite distance.
    for (sample, squared) in zip(nearest.samples, nearest.distances) where squared.isFinite {
      let weight = weight(squared, nearest: nearest.distances[0])
      shares[start + Int(classOfSample[sample])] += weight
      sum += weight
    }
    for index in start..<start + classes { shares[index] /= sum }
  }

  /// Where the nearest sample is at zero, only those at zero count.
  private func weight(_ squared: Float, nearest: Float) -> Double {
    switch weighting {
    case .uniform: 1
    case .inverseDistance where nearest == 0: squared == 0 ? 1 : 0
    case .inverseDistance:
      1 / (inverse == .inverseDistance ? Double(squared).squareRoot() : Double(squared))
    }
  }
}

/// The nearest samples so far, the nearest first.
struct NearestSamples {
  private let capacity: Int
  private(set) var samples: [Int] = []
  private(set) var distances: [Float] = []

  init(capacity: Int) {
    self.capacity = capacity
    samples.reserveCapacity(capacity)
    distances.reserveCapacity(capacity)
  }

  mutating func removeAll() {
    samples.removeAll(keepingCapacity: true)
    distances.removeAll(keepingCapacity: true)
  }

  mutating func add(_ sample: Int, _ distance: Float) {
    if samples.count == capacity {
      // What is no number is farther than everything else.
      guard let last = distances.last, distance < last || (last.isNaN && !distance.isNaN) else {
        return
      }
      samples.removeLast()
      distances.removeLast()
    }
    var place = distances.count
    while place > 0, distance < distances[place - 1] || distances[place - 1].isNaN, !distance.isNaN
    {
      place -= 1
    }
    samples.insert(sample, at: place)
    distances.insert(distance, at: place)
  }
}
