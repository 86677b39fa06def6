import Foundation

/// A mean error in words.
enum ErrorText {
  /// A number with as many digits as mean something: `58`, `7.3`, `0.043`.
  static func plain(_ error: Double) -> String {
    guard error.isFinite, error != 0 else { return "\(error)" }
    let digits = max(0, 1 - Int(log10(abs(error)).rounded(.down)))
    return String(format: "%.\(min(digits, 12))f", error)
  }

  /// Minutes and seconds as a runner says them: `0:58`, `1:02:03`.
  static func clock(seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e15 else { return "\(seconds)" }
    let whole = Int(seconds.rounded())
    let (minutes, rest) = (whole / 60, whole % 60)
    let tail = String(format: ":%02d", rest)
    return minutes < 60
      ? "\(minutes)" + tail : "\(minutes / 60)" + String(format: ":%02d", minutes % 60) + tail
  }
}
