public import Foundation

/// A processor that models can run on.
///
/// On this system that is always the CPU; the other cases are there so that code for Apple's systems
/// compiles.
public enum MLComputeDevice: Hashable, Sendable {
  /// The CPU.
  case cpu(MLCPUComputeDevice)
  /// A graphics processor.
  case gpu(MLGPUComputeDevice)
  /// The neural engine.
  case neuralEngine(MLNeuralEngineComputeDevice)

  /// All processors of the system that models can run on.
  public static var allComputeDevices: [MLComputeDevice] { [.cpu(.only)] }
}

extension MLComputeDevice: CustomStringConvertible {
  /// The kind of processor.
  public var description: String {
    switch self {
    case .cpu: "CPU"
    case .gpu: "GPU"
    case .neuralEngine: "Neural Engine"
    }
  }
}

/// What all classes of processors are.
public protocol MLComputeDeviceProtocol: NSObjectProtocol {}

/// The CPU as a processor for models.
public final class MLCPUComputeDevice: NSObject, MLComputeDeviceProtocol, Sendable {
  static let only = MLCPUComputeDevice()

  private override init() {}
}

/// A graphics processor; there are no objects of this class here.
public final class MLGPUComputeDevice: NSObject, MLComputeDeviceProtocol, Sendable {
  @available(*, unavailable) override init() {}
}

/// The neural engine; there are no objects of this class here.
public final class MLNeuralEngineComputeDevice: NSObject, MLComputeDeviceProtocol, Sendable {
  /// The number of cores.
  public let totalCoreCount: Int

  @available(*, unavailable) override init() { totalCoreCount = 0 }
}

extension MLModel {
  /// All processors of the system that models can run on: the CPU.
  public class var availableComputeDevices: [MLComputeDevice] {
    MLComputeDevice.allComputeDevices
  }
}
