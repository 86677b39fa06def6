public import Foundation
package import ModelSpec

/// A model that was compiled and loaded, ready to predict.
///
/// A model never changes, and any number of threads may use it at once.
///
/// ```swift
/// let compiled = try MLModel.compileModel(at: URL(fileURLWithPath: "Houses.mlmodel"))
/// let model = try MLModel(contentsOf: compiled)
/// let house = try MLDictionaryFeatureProvider(dictionary: ["area": 120.0, "rooms": 4])
/// let price = try model.prediction(from: house).featureValue(for: "price")?.doubleValue
/// ```
public final class MLModel: NSObject, @unchecked Sendable {
  /// What the model takes, what it gives, and what its author says about it.
  public let modelDescription: MLModelDescription

  package let document: ModelDocument
  package let plan: Plan
  let inputs: FeatureReader
  let outputs: FeatureLayout
  /// A copy of its own that nobody else can change.
  private let settings: MLModelConfiguration

  /// A model from its file.
  ///
  /// - Parameters:
  ///   - document: A valid model.
  ///   - configuration: How to load it; it is copied.
  /// - Throws: A `ModelError` when there are kinds or layers that cannot be run here, or readings
  ///   that there are not.
  package init(
    document: ModelDocument, configuration: MLModelConfiguration = MLModelConfiguration()
  ) throws(ModelError) {
    self.document = document
    let conventions: Conventions
    do { conventions = try Conventions(configuration.readings) } catch {
      throw ModelError(.value, at: "readings", error.message)
    }
    let model: Model
    do { model = try document.model.withNeighbors(configuration.numberOfNeighbors) } catch {
      throw ModelError(.value, at: "parameters", error.message)
    }
    plan = try Plan(model, conventions: conventions)
    modelDescription = MLModelDescription(document.model)
    inputs = FeatureReader(plan.inputs)
    outputs = FeatureLayout(plan.outputs)
    settings = configuration.copied
  }

  /// Loads a compiled model.
  ///
  /// - Parameter url: A `.mlmodelc` folder.
  /// - Throws: ``MLModelError``: code `io` when there is no valid model, `generic` when it is not
  ///   compiled or of a kind that cannot be run here.
  public convenience init(contentsOf url: URL) throws {
    try self.init(contentsOf: url, configuration: MLModelConfiguration())
  }

  /// Loads a compiled model.
  ///
  /// - Parameters:
  ///   - url: A `.mlmodelc` folder.
  ///   - configuration: How to load it; it is copied.
  /// - Throws: ``MLModelError``: code `io` when there is no valid model, `generic` when it is not
  ///   compiled, is of a kind that cannot be run here, or has no function of the name asked for;
  ///   `parameters` when the configuration names a reading that there is not, or a number of
  ///   neighbours that the model does not allow.
  public convenience init(contentsOf url: URL, configuration: MLModelConfiguration) throws {
    try self.init(ModelFiles.readCompiled(at: url), publicly: configuration, at: url)
  }

  /// A model from its document, with the errors that Core ML's API gives.
  convenience init(
    _ document: ModelDocument, publicly configuration: MLModelConfiguration, at url: URL? = nil
  ) throws {
    let chosen = try Self.choose(configuration.functionName, of: document, at: url)
    do { _ = try Conventions(configuration.readings) } catch {
      throw MLModelError(.parameters, "The configuration's readings: \(error.message).")
    }
    do { _ = try chosen.model.withNeighbors(configuration.numberOfNeighbors) } catch {
      throw MLModelError(updateFailure: error)
    }
    do { try self.init(document: chosen, configuration: configuration) } catch {
      throw MLModelError(error)
    }
  }

  /// The document with the function of its program that is asked for.
  static func choose(
    _ name: String?, of document: ModelDocument, at url: URL? = nil
  ) throws -> ModelDocument {
    guard let name else { return document }
    let chosen: ModelDocument?
    do { chosen = try document.choosing(function: name) } catch { throw MLModelError(error) }
    guard let chosen else {
      let names = document.model.functionNames
      throw MLModelError(
        .generic, "The model\(url.map { " at \($0.path)" } ?? "") has no function '\(name)'.",
        hint: names.isEmpty
          ? "Only ML programs have functions; leave functionName out."
          : "It has \(names.joined(separator: ", ")).")
    }
    return chosen
  }

  /// A copy of the configuration that the model was loaded with.
  public var configuration: MLModelConfiguration { settings.copied }
}

extension MLModelConfiguration {
  /// How many samples vote in a classifier by neighbours; nil for as many as the model says.
  fileprivate var numberOfNeighbors: Int64? {
    guard let value = parameters?[.numberOfNeighbors] else { return nil }
    return (try? TrainingOverrides([.numberOfNeighbors: value]))?.numberOfNeighbors ?? 0
  }
}
