public import Foundation

/// A processor that models can run on.
///
/// On this system that is always the CPU; the other cases are there so that code for Apple's systems
/// compiles.
public enum MLComputeDevice: Sendable {
  /// The CPU.
  case cpu(MLCPUComputeDevice)
  /// A graphics processor.
  case gpu(MLGPUComputeDevice)
  /// The neural engine.
  case neuralEngine(MLNeuralEngineComputeDevice)

  /// All processors of the system that models can run on.
  public static var allComputeDevices: [MLComputeDevice] { [.cpu(MLCPUComputeDevice())] }
}

/// The CPU as a processor for models.
public final class MLCPUComputeDevice: NSObject, Sendable {
  override init() {}
}

/// A graphics processor; there are no objects of this class here.
public final class MLGPUComputeDevice: NSObject, Sendable {
  @available(*, unavailable) override init() {}
}

/// The neural engine; there are no objects of this class here.
public final class MLNeuralEngineComputeDevice: NSObject, Sendable {
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
