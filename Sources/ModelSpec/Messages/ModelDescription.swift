/// The interface of a model: its features, what it predicts, and who made it.
package struct ModelDescription: Sendable, Equatable {
  package var inputs: [FeatureDescription]
  package var outputs: [FeatureDescription]
  package var predictedFeatureName: String
  package var predictedProbabilitiesName: String
  package var trainingInputs: [FeatureDescription]
  package var metadata: Metadata
  /// The interfaces of a program's functions, when it has several.
  package var functions: [FunctionDescription]
  package var defaultFunctionName: String

  package init(
    inputs: [FeatureDescription], outputs: [FeatureDescription], predictedFeatureName: String = "",
    predictedProbabilitiesName: String = "", trainingInputs: [FeatureDescription] = [],
    metadata: Metadata = Metadata(), functions: [FunctionDescription] = [],
    defaultFunctionName: String = ""
  ) {
    self.inputs = inputs
    self.outputs = outputs
    self.predictedFeatureName = predictedFeatureName
    self.predictedProbabilitiesName = predictedProbabilitiesName
    self.trainingInputs = trainingInputs
    self.metadata = metadata
    self.functions = functions
    self.defaultFunctionName = defaultFunctionName
  }
}

/// The interface of one function of a program.
package struct FunctionDescription: Sendable, Equatable {
  package var name: String
  package var inputs: [FeatureDescription]
  package var outputs: [FeatureDescription]
  package var predictedFeatureName: String
  package var predictedProbabilitiesName: String

  package init(
    name: String, inputs: [FeatureDescription], outputs: [FeatureDescription],
    predictedFeatureName: String = "", predictedProbabilitiesName: String = ""
  ) {
    self.name = name
    self.inputs = inputs
    self.outputs = outputs
    self.predictedFeatureName = predictedFeatureName
    self.predictedProbabilitiesName = predictedProbabilitiesName
  }
}

/// Name, text and type of one feature.
package struct FeatureDescription: Sendable, Equatable {
  package var name: String
  package var shortDescription: String
  package var type: FeatureType
  package var isOptional: Bool

  package init(
    name: String, shortDescription: String = "", type: FeatureType, isOptional: Bool = false
  ) {
    self.name = name
    self.shortDescription = shortDescription
    self.type = type
    self.isOptional = isOptional
  }
}

/// Who made a model, and what they say about it.
package struct Metadata: Sendable, Equatable {
  package var shortDescription: String
  package var versionString: String
  package var author: String
  package var license: String
  package var userDefined: [String: String]

  package init(
    shortDescription: String = "", versionString: String = "", author: String = "",
    license: String = "", userDefined: [String: String] = [:]
  ) {
    self.shortDescription = shortDescription
    self.versionString = versionString
    self.author = author
    self.license = license
    self.userDefined = userDefined
  }
}
