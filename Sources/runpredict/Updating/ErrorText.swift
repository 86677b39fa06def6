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
    seconds.isFinite ? RunText.shortClock(seconds) : "\(seconds)"
  }
}
