import Dispatch
import Synchronization

/// A value that another thread will give.
package final class Promise<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  package init() {}

  /// Has the value computed by some other thread.
  package convenience init(_ work: @escaping @Sendable () -> Value) {
    self.init()
    DispatchQueue.global().async { self.fulfil(work()) }
  }

  package func fulfil(_ result: Value) {
    value.withLock { $0 = result }
    isThere.signal()
  }

  /// Waits for the value; to be called once.
  package func wait() -> Value {
    while true {
      isThere.wait()
      if let value = value.withLock({ $0 }) { return value }
    }
  }
}
