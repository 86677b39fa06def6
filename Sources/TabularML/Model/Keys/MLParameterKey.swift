/// A parameter of a model, or of its update.
///
/// Used with ``MLModelConfiguration/parameters`` to change a parameter, and with
/// ``MLModel/parameterValue(for:)`` to read one.
public final class MLParameterKey: MLKey, @unchecked Sendable {
  /// How far one step of the optimizer goes (Double).
  public static let learningRate = MLParameterKey(name: "learningRate")
  /// How much of the last step is added to the next, for stochastic gradient descent (Double).
  public static let momentum = MLParameterKey(name: "momentum")
  /// How many rows make one step of the optimizer (Int64).
  public static let miniBatchSize = MLParameterKey(name: "miniBatchSize")
  /// The decay of Adam's mean of gradients (Double).
  public static let beta1 = MLParameterKey(name: "beta1")
  /// The decay of Adam's mean of squared gradients (Double).
  public static let beta2 = MLParameterKey(name: "beta2")
  /// The small number that keeps Adam from dividing by zero (Double).
  public static let eps = MLParameterKey(name: "eps")
  /// How many times training goes through all rows (Int64).
  public static let epochs = MLParameterKey(name: "epochs")
  /// Whether the rows come in a new order in each epoch (Bool).
  public static let shuffle = MLParameterKey(name: "shuffle")
  /// The number from which the order of rows follows (Int64).
  public static let seed = MLParameterKey(name: "seed")
  /// How many neighbours a nearest-neighbour model asks (Int64).
  public static let numberOfNeighbors = MLParameterKey(name: "numberOfNeighbors")
  /// The file name of a linked model (String).
  public static let linkedModelFileName = MLParameterKey(name: "linkedModelFileName")
  /// Where a linked model is looked for (String).
  public static let linkedModelSearchPath = MLParameterKey(name: "linkedModelSearchPath")
  /// The weights of a layer, scoped to the layer's name (``MLMultiArray``).
  public static let weights = MLParameterKey(name: "weights")
  /// The biases of a layer, scoped to the layer's name (``MLMultiArray``).
  public static let biases = MLParameterKey(name: "biases")

  /// The same parameter within one part of the model.
  ///
  /// - Parameter scope: A layer's name, a stage's name in a pipeline, or both with a dot between.
  /// - Returns: A key with that scope.
  public func scoped(to scope: String) -> MLParameterKey {
    MLParameterKey(name: name, scope: scope)
  }
}
