/// What Core ML allows the kinds of models, by their field numbers.
enum KindTraits {
  private static let pipelines: Set<Int> = [200, 201, 202]
  private static let networks: Set<Int> = [303, 403, 500]
  private static let program = 502
  private static let nearestNeighbors = 404
  private static let treeEnsembles: Set<Int> = [302, 402]
  private static let serializedModel = 3000
  private static let recommender = 501
  private static let imputer = 601
  private static let identity = 900

  static let updatable = pipelines.union(networks).union([nearestNeighbors])
  /// From version 9 of the format on.
  static let mayLackInputs = pipelines.union(networks).union([program])
  static let takesDefaultValues = networks.union([program, serializedModel])
  static let takesOptionalInputs = pipelines.union(networks).union(treeEnsembles).union([
    program, recommender, imputer, identity,
  ])
  /// Of the kinds that take optional inputs, those that need one that is not.
  static let needsOneInput = networks.union([program])
}
