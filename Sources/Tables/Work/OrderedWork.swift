/// Works ahead on the parts of a stream with other threads, and gives the results in its order.
///
/// Parts are taken by the thread that asks for results. So many are under way at most that memory does
/// not grow with the stream. With one thread nothing is done ahead.
package final class OrderedWork<Part: Sendable, Result: Sendable> {
  private let ahead: Int
  private let take: () throws -> Part?
  private let work: @Sendable (Part) throws -> Result
  private var underWay: ArraySlice<Promise<Swift.Result<Result, any Error>>> = []
  /// Why there are no more parts: an error, or nil for the end of the stream.
  private var end: (any Error)??

  package init(
    threads: Int, take: @escaping () throws -> Part?,
    work: @escaping @Sendable (Part) throws -> Result
  ) {
    ahead = threads > 1 ? min(threads * 2, 64) : 0
    self.take = take
    self.work = work
  }

  /// The next result; nil at the end.
  ///
  /// - Throws: what `take` or `work` threw, once all results before it have been given.
  package func next() throws -> Result? {
    if ahead == 0 { return try take().map(work) }
    while underWay.count < ahead, end == nil {
      do {
        guard let part = try take() else {
          end = .some(nil)
          break
        }
        underWay.append(Promise { [work] in Swift.Result { try work(part) } })
      } catch {
        end = error
      }
    }
    if let first = underWay.popFirst() { return try first.wait().get() }
    if case .some(let error?) = end { throw error }
    return nil
  }
}
