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
  /// A batch is closed once it holds so many events or subjects.
  private static let batchEvents = 4096
  private static let batchSubjects = 64

  private var session: EvalSession
  private let pool: EvalPool?
  /// Batches under way, oldest first.
  private var pending: [EvalPool.Batch] = []
  /// Outcomes that are ready, last first.
  private var ready: [SubjectRun] = []
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
    while ready.isEmpty {
      fill(pool, &feed)
      guard failure == nil || !pending.isEmpty else { break }
      guard !pending.isEmpty else { return false }
      let outcome = pending.removeFirst().wait()
      ready = outcome.runs.reversed()
      if let stopped = outcome.failure {
        // What was read after this subject is of no interest any more.
        failure = stopped
        isAtEnd = true
        pending = []
      }
    }
    if let outcome = ready.popLast() {
      run = outcome
      return true
    }
    if let failure { throw failure }
    return false
  }

  private mutating func fill(_ pool: EvalPool, _ feed: inout LogFeed) {
    while !isAtEnd, pending.count < 2 * pool.threads {
      var subjects: [PackedSubject] = []
      var events = 0
      while subjects.count < Self.batchSubjects, events < Self.batchEvents, !isAtEnd {
        if let subject = read(&feed) {
          events += subject.count
          subjects.append(subject)
        } else {
          isAtEnd = true
        }
      }
      if !subjects.isEmpty { pending.append(pool.evaluate(subjects)) }
    }
  }

  private mutating func read(_ feed: inout LogFeed) -> PackedSubject? {
    guard var interner else { return nil }
    defer { self.interner = interner }
    do throws(Failure) {
      return try PackedSubject(&feed, zone: session.choices.zone, interner: &interner)
    } catch {
      failure = error
      return nil
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

  /// Subjects that were handed out together.
  final class Batch: Sendable {
    fileprivate struct Outcome: Sendable {
      var runs: [SubjectRun] = []
      /// What stopped the batch after these.
      var failure: Failure?
    }
    fileprivate let outcome = Mutex(Outcome())
    fileprivate let group = DispatchGroup()

    /// Waits until the batch is done.
    fileprivate func wait() -> Outcome {
      group.wait()
      return outcome.withLock { $0 }
    }
  }

  init(_ session: EvalSession, threads: Int) {
    self.threads = threads
    idle = Mutex([EvalSession](repeating: session, count: threads))
    permits = DispatchSemaphore(value: threads)
  }

  func evaluate(_ subjects: [PackedSubject]) -> Batch {
    let batch = Batch()
    queue.async(group: batch.group) {
      self.permits.wait()
      defer { self.permits.signal() }
      guard var session = self.idle.withLock({ $0.popLast() }) else { return }
      var result = Batch.Outcome()
      do throws(Failure) {
        for subject in subjects {
          var run = session.emptyRun
          try session.evaluate(subject, into: &run)
          result.runs.append(run)
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
