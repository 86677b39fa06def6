import CCSV
import CProtobufC

/// What `--version` says.
enum Version {
  static let number = "0.1.0"
  /// The day of this version, for the manual page.
  static let date = "November 30, 2026"
  /// The highest version of the model format that is understood.
  static let highestSpecification = 10

  static var text: String {
    """
    runpredict \(number)
    Swift \(_SwiftStdlibVersion.current)
    libcsv \(CSV_MAJOR).\(CSV_MINOR).\(CSV_RELEASE)
    protobuf-c \(protobufC)
    platform \(platform)
    Core ML specification versions 1 to \(highestSpecification)

    """
  }

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
