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

  /// A value that is there already.
  package convenience init(fulfilled value: Value) {
    self.init()
    fulfil(value)
  }

  package func fulfil(_ result: Value) {
    value.withLock { $0 = result }
    isThere.signal()
  }

  /// Waits for the value and takes it out, so that nobody else holds it; to be called once.
  package func wait() -> Value {
    while true {
      isThere.wait()
      let result = value.withLock { value in
        defer { value = nil }
        return value
      }
      if let result { return result }
    }
  }
}
