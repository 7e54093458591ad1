import Dispatch
import FoundationEssentials
import PaceEngine
import PaceReport
import Synchronization

/// Evaluates a feed subject by subject, on this thread or on several, with the same outcome in the same
/// order.
///
/// With several, this thread reads and hands out batches of subjects, and takes the outcomes back in the
/// order in which they were read. Only so many batches are under way at a time, so memory stays bounded.
struct EvalRunner {
  static let mostThreads = 256
  /// How many threads can run at the same time on this machine.
  static var processors: Int { min(max(1, ProcessInfo.processInfo.activeProcessorCount), mostThreads) }
  /// A batch is closed once it holds so many rows or subjects.
  private static let batchRows = 4096
  private static let batchSubjects = 512

  private var session: EvalSession
  private let pool: EvalPool?
  /// Batches under way, oldest first.
  private var pending: [EvalPool.Batch] = []
  /// The outcomes of a batch that is done, and how many of them were taken.
  private var ready = EvalPool.Outcome()
  private var taken = 0
  /// What stops the work once all outcomes before it are taken.
  private var failure: Failure?
  private var isAtEnd = false
  private var interner: Machine?

  init(_ session: EvalSession, threads: Int) {
    self.session = session
    pool = threads > 1 ? EvalPool(session, threads: threads) : nil
    interner = threads > 1 ? Machine(session.plan) : nil
  }

  /// A run that can take the outcome of a subject.
  var emptyRun: SubjectRun { session.emptyRun }

  /// The outcome of the next subject; false after the last.
  mutating func next(_ feed: inout LogFeed, into run: inout SubjectRun) throws(Failure) -> Bool {
    guard let pool else { return try session.evaluate(&feed, into: &run) }
    while taken == ready.count {
      fill(pool, &feed)
      guard failure == nil || !pending.isEmpty else { break }
      guard !pending.isEmpty else { return false }
      ready = pending.removeFirst().wait()
      taken = 0
      if let stopped = ready.failure {
        // What was read after this subject is of no interest any more.
        failure = stopped
        isAtEnd = true
        pending = []
      }
    }
    if taken < ready.count {
      swap(&run, &ready.runs[taken])
      taken += 1
      return true
    }
    if let failure { throw failure }
    return false
  }

  private mutating func fill(_ pool: EvalPool, _ feed: inout LogFeed) {
    while !isAtEnd, pending.count < 2 * pool.threads {
      var subjects = PackedSubjects(rows: Self.batchRows)
      while subjects.count < Self.batchSubjects, subjects.rows < Self.batchRows, !isAtEnd {
        isAtEnd = !read(&feed, into: &subjects)
      }
      if subjects.count == 0 { return }
      // Their memory serves again.
      var runs: [SubjectRun] = []
      if taken == ready.count { swap(&runs, &ready.runs) }
      pending.append(pool.evaluate(subjects, into: runs))
    }
  }

  private mutating func read(_ feed: inout LogFeed, into subjects: inout PackedSubjects) -> Bool {
    guard var interner else { return false }
    defer { self.interner = interner }
    do throws(Failure) {
      return try subjects.read(&feed, zone: session.choices.zone, interner: &interner)
    } catch {
      failure = error
      return false
    }
  }
}

/// Sessions that evaluate side by side, each on a thread of its own.
final class EvalPool: Sendable {
  let threads: Int
  private let queue = DispatchQueue(label: "pace.eval", attributes: .concurrent)
  /// The sessions that are idle; there are as many as threads.
  private let idle: Mutex<[EvalSession]>
  private let permits: DispatchSemaphore

  fileprivate struct Outcome: Sendable {
    /// Those of the batch's subjects, and maybe more that wait to serve again.
    var runs: [SubjectRun] = []
    /// How many of them are outcomes.
    var count = 0
    /// What stopped the batch after these.
    var failure: Failure?
  }

  /// Subjects that were handed out together.
  final class Batch: Sendable {
    fileprivate let outcome: Mutex<Outcome>
    fileprivate let group = DispatchGroup()

    fileprivate init(_ runs: consuming [SubjectRun]) { outcome = Mutex(Outcome(runs: runs)) }

    /// Takes the outcome away; waits until the batch is done.
    fileprivate func wait() -> Outcome {
      group.wait()
      return taken()
    }

    fileprivate func taken() -> Outcome {
      outcome.withLock { outcome in
        defer { outcome = Outcome() }
        return outcome
      }
    }
  }

  init(_ session: EvalSession, threads: Int) {
    self.threads = threads
    idle = Mutex([EvalSession](repeating: session, count: threads))
    permits = DispatchSemaphore(value: threads)
  }

  /// - Parameter runs: no longer needed; their memory serves again.
  func evaluate(_ subjects: PackedSubjects, into runs: consuming [SubjectRun]) -> Batch {
    let batch = Batch(runs)
    queue.async(group: batch.group) {
      self.permits.wait()
      defer { self.permits.signal() }
      guard var session = self.idle.withLock({ $0.popLast() }) else { return }
      var result = batch.taken()
      do throws(Failure) {
        while result.count < subjects.count {
          if result.count == result.runs.count { result.runs.append(session.emptyRun) }
          try session.evaluate(result.count, of: subjects, into: &result.runs[result.count])
          result.count += 1
        }
      } catch {
        result.failure = error
      }
      self.idle.withLock { [session] in $0.append(session) }
      batch.outcome.withLock { [result] in $0 = result }
    }
    return batch
  }
}
