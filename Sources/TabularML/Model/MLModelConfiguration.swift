public import Foundation

/// The kinds of processor that a model may use.
///
/// Here every model runs on the CPU, whatever is chosen; the type is there so that code for Apple's
/// systems compiles.
public enum MLComputeUnits: Int, Sendable {
  /// The CPU only.
  case cpuOnly = 0
  /// The CPU and the graphics processor.
  case cpuAndGPU = 1
  /// Everything that is there.
  case all = 2
  /// The CPU and the neural engine.
  case cpuAndNeuralEngine = 3
}

/// How a model is loaded or updated.
public final class MLModelConfiguration: NSObject, NSCopying {
  /// The processors that the model may use; always the CPU in effect.
  public var computeUnits = MLComputeUnits.all
  /// Parameters that differ from the model's own, such as the learning rate of an update.
  public var parameters: [MLParameterKey: Any]?
  /// The function of an ML program to use; nil for the default one.
  public var functionName: String?
  /// A name for the model, for people.
  public var modelDisplayName: String?
  /// Whether a graphics processor may add with less precision; without effect here.
  public var allowLowPrecisionAccumulationOnGPU = false
  /// How the model will be used; without effect here.
  public var optimizationHints = MLOptimizationHints()

  /// Other readings of what Core ML's format leaves open; not part of Core ML.
  ///
  /// Keys and values are names such as `"tree-inputs"` and `"float32"`: those of `--reading` of the
  /// command, which `docs/compatibility.md` explains. Loading a model with names that there are not
  /// throws ``MLModelError`` with code `parameters`.
  public var readings: [String: String] = [:]

  /// Creates a configuration that changes nothing.
  public override init() {}

  /// A copy that can be changed on its own.
  public func copy(with zone: NSZone? = nil) -> Any { copied }

  var copied: MLModelConfiguration {
    let copy = MLModelConfiguration()
    copy.computeUnits = computeUnits
    copy.parameters = parameters
    copy.functionName = functionName
    copy.modelDisplayName = modelDisplayName
    copy.allowLowPrecisionAccumulationOnGPU = allowLowPrecisionAccumulationOnGPU
    copy.optimizationHints = optimizationHints
    copy.readings = readings
    return copy
  }
}
