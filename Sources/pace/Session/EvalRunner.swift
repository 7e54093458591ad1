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
  private static let batchRows = 16384
  private static let batchSubjects = 2048

  private var session: EvalSession
  private let pool: EvalPool?
  /// What was handed out, oldest first.
  private var pending: [EvalPool.Job] = []
  /// A batch that is done, and how many of its outcomes were taken.
  private var ready = EvalPool.Batch()
  private var taken = 0
  /// What stops the work once all outcomes before it are taken.
  private var failure: Failure?
  private var isAtEnd = false
  /// Numbers texts as the machines do.
  private var interner: Machine

  init(_ session: EvalSession, threads: Int) {
    self.session = session
    pool = threads > 1 ? EvalPool(session, threads: threads) : nil
    interner = Machine(session.plan)
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
      // The memory of the last one serves again.
      var batch = EvalPool.Batch()
      swap(&batch, &ready)
      taken = 0
      batch.clear()
      while batch.subjects.count < Self.batchSubjects, batch.subjects.rows < Self.batchRows, !isAtEnd {
        isAtEnd = !read(&feed, into: &batch.subjects)
      }
      if batch.subjects.count == 0 { return }
      pending.append(pool.evaluate(batch))
    }
  }

  private mutating func read(_ feed: inout LogFeed, into subjects: inout PackedSubjects) -> Bool {
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

  /// Subjects that are handed out together, and what became of them.
  struct Batch: Sendable {
    var subjects = PackedSubjects()
    /// The outcomes, and maybe more that wait to serve again.
    fileprivate var runs: [SubjectRun] = []
    /// How many of them are outcomes.
    fileprivate var count = 0
    /// What stopped the batch after these.
    fileprivate var failure: Failure?

    /// Forgets all of it but keeps the memory.
    fileprivate mutating func clear() {
      subjects.removeAll()
      count = 0
      failure = nil
    }
  }

  /// A batch that is under way.
  final class Job: Sendable {
    private let batch: Mutex<Batch>
    fileprivate let group = DispatchGroup()

    fileprivate init(_ batch: consuming Batch) { self.batch = Mutex(batch) }

    /// Takes the batch away; waits until it is done.
    fileprivate func wait() -> Batch {
      group.wait()
      return take()
    }

    fileprivate func take() -> Batch {
      batch.withLock { batch in
        var taken = Batch()
        swap(&taken, &batch)
        return taken
      }
    }

    fileprivate func put(_ done: consuming Batch) {
      batch.withLock { [done] in $0 = done }
    }
  }

  init(_ session: EvalSession, threads: Int) {
    self.threads = threads
    idle = Mutex([EvalSession](repeating: session, count: threads))
    permits = DispatchSemaphore(value: threads)
  }

  func evaluate(_ batch: consuming Batch) -> Job {
    let job = Job(batch)
    queue.async(group: job.group) {
      self.permits.wait()
      defer { self.permits.signal() }
      guard var session = self.idle.withLock({ $0.popLast() }) else { return }
      var batch = job.take()
      do throws(Failure) {
        while batch.count < batch.subjects.count {
          if batch.count == batch.runs.count { batch.runs.append(session.emptyRun) }
          try session.evaluate(batch.count, of: batch.subjects, into: &batch.runs[batch.count])
          batch.count += 1
        }
      } catch {
        batch.failure = error
      }
      self.idle.withLock { [session] in $0.append(session) }
      job.put(batch)
    }
    return job
  }
}
