import Dispatch
import Tables

/// Works on items with several threads and hands out the results in the order of the items.
///
/// At most two items a thread are under way, so memory does not grow with the input. The thread that
/// calls reads and writes; the work between runs elsewhere.
struct OrderedPipeline<Item: Sendable, Result: Sendable> {
  private let threads: Int
  private let work: @Sendable (Item) -> Result

  init(threads: Int, work: @escaping @Sendable (Item) -> Result) {
    self.threads = max(threads, 1)
    self.work = work
  }

  /// Takes items from `next` until it gives nil or throws, and gives every result to `write`.
  ///
  /// What was read before `next` throws is still answered.
  func run(next: () throws -> Item?, write: (Result) throws -> Void) throws {
    let workers = (0..<threads).map { DispatchQueue(label: "worker \($0)") }
    var underWay = ArraySlice<Promise<Result>>()
    var count = 0
    var failure: (any Error)?
    while true {
      let item: Item?
      do {
        item = try next()
      } catch {
        failure = error
        break
      }
      guard let item else { break }
      if threads == 1 {
        try write(work(item))
        continue
      }
      if underWay.count >= threads * 2, let first = underWay.popFirst() {
        try write(first.wait())
      }
      let promise = Promise<Result>()
      underWay.append(promise)
      workers[count % threads].async { [work] in promise.fulfil(work(item)) }
      count += 1
    }
    while let first = underWay.popFirst() { try write(first.wait()) }
    if let failure { throw failure }
  }
}
