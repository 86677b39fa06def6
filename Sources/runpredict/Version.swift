import CCSV
import CProtobufC
import ModelSpec

/// What `--version` says.
enum Version {
  static let number = "0.1.0"
  /// The day of this version, for the manual page.
  static let date = "November 30, 2026"

  static var text: String {
    """
    runpredict \(number)
    Swift \(_SwiftStdlibVersion.current)
    libcsv \(CSV_MAJOR).\(CSV_MINOR).\(CSV_RELEASE)
    protobuf-c \(protobufC)
    platform \(platform)
    Core ML specification versions \(specifications.lowerBound) to \(specifications.upperBound)

    """
  }

  private static var specifications: ClosedRange<Int32> { ModelDecoder.versions }

  private static var protobufC: String {
    unsafe String(cString: protobuf_c_version())
  }

  private static var platform: String {
    #if os(Linux)
      let system = "Linux"
    #elseif os(macOS)
      let system = "macOS"
    #else
      let system = "other system"
    #endif
    #if arch(x86_64)
      return "\(system), x86_64"
    #elseif arch(arm64)
      return "\(system), arm64"
    #else
      return system
    #endif
  }
}
