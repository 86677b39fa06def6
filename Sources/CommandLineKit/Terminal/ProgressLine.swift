/// One line on standard error that says how far the work is, redrawn now and then.
///
/// It appears after half a second, changes at most five times a second, and is erased at the end.
package struct ProgressLine {
  private let isShown: Bool
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var next: ContinuousClock.Instant
  private var isDrawn = false

  package init(isShown: Bool) {
    self.isShown = isShown
    start = clock.now
    next = start.advanced(by: .milliseconds(500))
  }

  private var seconds: Double {
    let elapsed = clock.now - start
    return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
  }

  /// Draws the text if it is time to; it is given the seconds since the work began.
  package mutating func update(_ text: (_ seconds: Double) -> String) {
    guard isShown, clock.now >= next else { return }
    next = clock.now.advanced(by: .milliseconds(200))
    let width = StandardStream.error.width - 1
    draw("\r\u{1B}[K" + text(seconds).prefix(width))
    isDrawn = true
  }

  /// Erases the line, so that something else can be printed.
  package mutating func erase() {
    if isDrawn { draw("\r\u{1B}[K") }
    isDrawn = false
  }

  private func draw(_ text: String) {
    // A progress line that cannot be written is no reason to stop.
    try? StandardStream.error.write(text)
  }
}
