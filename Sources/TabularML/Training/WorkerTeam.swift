import CFastPath
import Foundation
import Synchronization

/// Threads that share small pieces of work many times a second.
///
/// Between two works they wait a moment awake, so that the next one starts within a microsecond, and then
/// asleep. The caller works, too, and takes whatever no other thread has begun: it from the first part on,
/// the others from the last, so that what a part touches stays in the caches of one processor.
final class WorkerTeam: Sendable {
  private let board: WorkBoard

  /// - Parameter threads: how many work together, the caller among them.
  init(threads: Int) {
    let board = WorkBoard()
    self.board = board
    for _ in 1..<min(max(threads, 1), 64) {
      let thread = Thread { board.serve() }
      thread.name = "training"
      thread.start()
    }
  }

  deinit { board.close() }

  /// Calls the body once for each number below `count`, on any of the threads in any order, and
  /// returns when all are done.
  func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) { board.run(count, body) }
}

/// What the threads of a team see of each other.
private final class WorkBoard: @unchecked Sendable {
  /// How often a thread looks for work before it goes to sleep: some 50 microseconds.
  private static let looks = 2000

  /// The present work and the parts of it that nobody has taken.
  private let ticket = Atomic<UInt64>(0)
  private let done = Atomic<Int>(0)
  private let isBusy = Atomic<Bool>(false)
  private let isClosed = Atomic<Bool>(false)
  private let sleepers = Atomic<Int>(0)
  private let bell = NSCondition()
  /// Written before the ticket is put up, and read by those who took a part of it.
  private var body: (@Sendable (Int) -> Void)?

  func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    // A team that is at work for somebody else does not help.
    guard count > 1, count <= Ticket.mostParts,
      !isBusy.exchange(true, ordering: .acquiring)
    else {
      for part in 0..<count { body(part) }
      return
    }
    self.body = body
    done.store(0, ordering: .relaxed)
    let last = Ticket(bits: ticket.load(ordering: .relaxed))
    ticket.store(last.next(parts: count).bits, ordering: .sequentiallyConsistent)
    if sleepers.load(ordering: .sequentiallyConsistent) > 0 {
      bell.withLock { bell.broadcast() }
    }
    while workOnPart(.first) {}
    var looks = 0
    while done.load(ordering: .acquiring) < count {
      looks += 1
      if looks < WorkBoard.looks { fast_pause() } else { sched_yield() }
    }
    self.body = nil
    isBusy.store(false, ordering: .releasing)
  }

  /// What a thread does all its life.
  func serve() {
    var looks = 0
    while !isClosed.load(ordering: .acquiring) {
      if workOnPart(.last) {
        looks = 0
      } else if looks < WorkBoard.looks {
        looks += 1
        fast_pause()
      } else {
        sleep()
        looks = 0
      }
    }
  }

  func close() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    bell.withLock { bell.broadcast() }
  }

  /// Takes a part of the present work and does it; false when there is none left.
  private func workOnPart(_ end: Ticket.End) -> Bool {
    var seen = Ticket(bits: ticket.load(ordering: .acquiring))
    while true {
      guard !seen.isEmpty else { return false }
      let (taken, now) = ticket.compareExchange(
        expected: seen.bits, desired: seen.without(end).bits, ordering: .acquiringAndReleasing)
      if taken { break }
      seen = Ticket(bits: now)
    }
    call(seen.part(end))
    done.wrappingAdd(1, ordering: .acquiringAndReleasing)
    return true
  }

  /// A function of its own, so that nothing of the body is held once its part counts as done.
  @inline(never) private func call(_ part: Int) { body?(part) }

  private func sleep() {
    bell.withLock {
      sleepers.wrappingAdd(1, ordering: .sequentiallyConsistent)
      while Ticket(bits: ticket.load(ordering: .sequentiallyConsistent)).isEmpty,
        !isClosed.load(ordering: .sequentiallyConsistent)
      { bell.wait() }
      sleepers.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    }
  }
}

/// The number of a work, so that no two are taken for each other, and the range of its parts that are
/// still to be taken, in one word.
private struct Ticket {
  enum End { case first, last }

  static let mostParts = Int(UInt16.max)

  var bits: UInt64

  private var low: UInt64 { bits >> 16 & 0xFFFF }
  private var high: UInt64 { bits & 0xFFFF }

  var isEmpty: Bool { low >= high }

  /// The part at an end; there must be one.
  func part(_ end: End) -> Int { Int(end == .first ? low : high - 1) }

  /// What is left when the part at an end is taken.
  func without(_ end: End) -> Ticket { Ticket(bits: end == .first ? bits + 1 << 16 : bits - 1) }

  /// All parts of the next work.
  func next(parts: Int) -> Ticket { Ticket(bits: (bits >> 32 &+ 1) << 32 | UInt64(parts)) }
}
