import ModelSpec

// What a person wants to know of the kinds that are no networks, in a few words each.

extension ClassLabels {
  /// `3 classes (a, b, c)`, with the first few of many.
  var summary: String {
    let shown = texts.prefix(8).joined(separator: ", ")
    return runpredict.count(count, "class", "classes") + " (\(shown)\(count > 8 ? ", …" : ""))"
  }
}

extension Kernel {
  var summary: String {
    switch self {
    case .linear: "linear kernel"
    case .rbf(let gamma): "RBF kernel (γ \(gamma))"
    case .poly(let degree, let c, let gamma):
      "polynomial kernel (degree \(degree), γ \(gamma), c \(c))"
    case .sigmoid(let gamma, let c): "sigmoid kernel (γ \(gamma), c \(c))"
    }
  }
}

extension TreeEnsemble {
  /// The trees and their nodes.
  var parts: [ModelSummary.Part] {
    guard let links = try? TreeLinks(nodes, at: "") else { return [] }
    return [.init(count: links.roots.count, name: "tree"), .init(count: nodes.count, name: "node")]
  }

  /// Such as `100 trees, up to 6 levels deep, 5,432 nodes, 2,766 of them leaves`.
  var summary: String {
    guard !nodes.isEmpty, let links = try? TreeLinks(nodes, at: "") else { return "no trees" }
    let deepest = depth(links)
    return [
      count(links.roots.count, "tree"),
      deepest == 0 ? "" : "up to \(count(deepest, "level")) deep",
      count(nodes.count, "node")
        + ", \(grouped(nodes.count { $0.behavior == .leaf })) of them leaves",
      predictionDimensions > 1 ? "\(predictionDimensions) dimensions" : "",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The most branches between a root and a leaf.
  private func depth(_ links: TreeLinks) -> Int {
    var deepest = 0
    var open = links.roots.map { (node: Int($0), depth: 0) }
    while let (node, depth) = open.popLast() {
      deepest = max(deepest, depth)
      for child in [links.trueChild[node], links.falseChild[node]] where child >= 0 {
        open.append((Int(child), depth + 1))
      }
    }
    return deepest
  }
}

extension TreeTransform {
  var summary: String {
    switch self {
    case .none: ""
    case .softMax: ", through softmax"
    case .logistic: ", through the logistic function"
    case .softMaxWithZeroClassReference: ", through softmax with the first class as reference"
    }
  }
}

extension KNearestNeighborsClassifier {
  var summary: String {
    let index =
      switch index {
      case .linear: "linear index"
      case .singleKdTree: "kd-tree index"
      }
    return [
      classes.isEmpty ? "no classes yet" : classes.summary,
      "\(count(sampleCount, "sample")) of \(count(Int(dimensions), "dimension"))",
      "the nearest \(numberOfNeighbors.defaultValue) "
        + (weighting == .uniform ? "count alike" : "weighted by inverse distance"),
      index,
    ].joined(separator: ", ")
  }
}

extension Imputer {
  var summary: String {
    let replaced =
      switch replaceValue {
      case nil: "missing values"
      case .double(let value) where value.isNaN: "missing values"
      case .double(let value): "missing values and \(value)"
      case .int64(let value): "missing values and \(value)"
      case .string(let value): "missing values and '\(value)'"
      }
    let imputed =
      switch imputedValue {
      case .double(let value): "\(value)"
      case .int64(let value): "\(value)"
      case .string(let value): "'\(value)'"
      case .doubleArray(let values): "\(count(values.count, "value")), one for each element"
      case .int64Array(let values): "\(count(values.count, "value")), one for each element"
      case .stringDictionary(let entries): "those of \(count(entries.count, "key"))"
      case .int64Dictionary(let entries): "those of \(count(entries.count, "key"))"
      }
    return "\(replaced) become \(imputed)"
  }
}

extension CategoricalMapping {
  var summary: String {
    let (entries, otherwise): (Int, String?) =
      switch self {
      case .stringToInt64(let entries, let otherwise): (entries.count, otherwise.map { "\($0)" })
      case .int64ToString(let entries, let otherwise): (entries.count, otherwise.map { "'\($0)'" })
      }
    return count(entries, "value") + ", others "
      + (otherwise.map { "become \($0)" } ?? "are an error")
  }
}

extension Normalizer.Norm {
  var summary: String {
    switch self {
    case .max: "by the largest magnitude"
    case .l1: "by the sum of magnitudes"
    case .l2: "by the Euclidean norm"
    }
  }
}
