import Foundation
import ModelSpec

extension MLModel {
  /// The value of a parameter.
  ///
  /// Weights and biases are asked for by layer: `.weights.scoped(to: "dense")`, or in a pipeline
  /// whose stages have names also `.weights.scoped(to: "network.dense")`.
  ///
  /// - Parameter key: A key of ``MLModelDescription/parameterDescriptionsByKey``, or the weights or
  ///   biases of a layer.
  /// - Returns: A number, or for weights and biases an ``MLMultiArray`` of type `float32`: weights of
  ///   shape outputs × inputs.
  /// - Throws: ``MLModelError`` with code `parameters` when the model has no such parameter.
  public func parameterValue(for key: MLParameterKey) throws -> Any {
    if key.name == MLParameterKey.weights.name || key.name == MLParameterKey.biases.name {
      guard let scope = key.scope, let layer = Self.layer(scope, in: document.model),
        case .innerProduct(let product) = layer.kind
      else { throw unknown(key) }
      if key.name == MLParameterKey.weights.name {
        return try Self.array(
          product.weights.values,
          shape: [Int(clamping: product.outputChannels), Int(clamping: product.inputChannels)])
      }
      guard let bias = product.bias else { throw unknown(key) }
      return try Self.array(bias.values, shape: [bias.values.count])
    }
    guard let description = modelDescription.parameterDescriptionsByKey[key] else {
      throw unknown(key)
    }
    guard let value = configuration.parameters?[key] else { return description.defaultValue }
    // Whatever type of number was set, Core ML gives an NSNumber.
    return value as? NSNumber ?? value
  }

  private func unknown(_ key: MLParameterKey) -> MLModelError {
    let known = modelDescription.parameterDescriptions.map(\.key.description).sorted()
    return MLModelError(
      .parameters, "The model has no parameter '\(key)'.",
      hint: known.isEmpty ? nil : "It has \(known.joined(separator: ", ")).")
  }

  /// The layer of that name in the model or a stage of it, also after the stage's name and a dot.
  private static func layer(_ scope: String, in model: Model) -> NeuralNetworkLayer? {
    guard let pipeline = model.kind.pipeline else {
      return model.kind.network?.layers.first { $0.name == scope }
    }
    for (index, stage) in pipeline.models.enumerated() {
      let name = pipeline.names.indices.contains(index) ? pipeline.names[index] : ""
      if scope.hasPrefix(name + "."),
        let layer = layer(String(scope.dropFirst(name.count + 1)), in: stage)
      {
        return layer
      }
      if let layer = layer(scope, in: stage) { return layer }
    }
    return nil
  }

  private static func array(_ values: [Float], shape: [Int]) throws -> MLMultiArray {
    let array = try MLMultiArray(dimensions: shape, dataType: .float32)
    array.fill(from: values.prefix(array.count))
    return array
  }
}
