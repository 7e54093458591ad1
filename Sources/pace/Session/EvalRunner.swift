import Dispatch
import PaceEngine
import PaceLab
import PaceReport
import Synchronization

/// A batch is closed once it holds this many rows or subjects: few enough for a processor's cache, and enough that
/// handing it over takes next to no time.
private let batchRows = 8192
private let batchSubjects = 1024
/// How many subjects are written together on one thread.
private let subjectsAtOnce = 32
/// How many batches are under way for each thread, so that none is idle while one batch takes longer.
private let batchesPerThread = 4

/// Evaluates a feed subject by subject, on this thread or on several, with the same results in the same order.
///
/// With several, this thread reads and hands out batches of subjects, and takes the results back in the order in
/// which they were read. Only so many batches are under way at a time, so memory stays bounded.
struct EvalRunner<Format: EvalFormat> {
  private var worker: EvalWorker<Format>
  private let pool: EvalPool<Format>?
  /// What was handed out, oldest first.
  private var pending: [EvalPool<Format>.Job] = []
  /// A batch that is done, whose memory is used again.
  private var ready: EvalPool<Format>.Batch
  /// What to throw once all results before it are taken.
  private var failure: Failure?
  private var isAtEnd = false
  private var interner: Machine

  init(_ worker: EvalWorker<Format>, threads: Int) {
    self.worker = worker
    pool = threads > 1 ? EvalPool(worker, threads: threads) : nil
    ready = EvalPool.Batch(worker.emptyPart)
    interner = worker.interner
  }

  /// Adds the next subjects to a part whose content has been written; false after the last.
  mutating func next(
    _ feed: inout LogFeed, into part: inout EvalWorker<Format>.Part
  ) throws(Failure) -> Bool {
    guard let pool else { return try evaluate(&feed, into: &part) }
    fill(pool, &feed)
    if pending.isEmpty {
      if let failure { throw failure }
      return false
    }
    ready = pending.removeFirst().wait()
    part.add(&ready.part)
    if let stopped = ready.failure {
      // What was read after this subject is dropped.
      failure = stopped
      isAtEnd = true
      pending = []
    }
    return true
  }

  /// Evaluates a few subjects on this thread.
  private mutating func evaluate(
    _ feed: inout LogFeed, into part: inout EvalWorker<Format>.Part
  ) throws(Failure) -> Bool {
    if let failure { throw failure }
    let before = part.subjects
    var (rows, hasResults) = (0, false)
    do throws(Failure) {
      while part.subjects < before + subjectsAtOnce, rows < batchRows,
        let count = try worker.evaluate(&feed, into: &part)
      {
        rows += count
        hasResults = true
      }
    } catch {
      // The results before the failure are written first.
      failure = error
    }
    if hasResults { return true }
    if let failure { throw failure }
    return false
  }

  private mutating func fill(_ pool: EvalPool<Format>, _ feed: inout LogFeed) {
    while !isAtEnd, pending.count < batchesPerThread * pool.threads {
      var batch = EvalPool.Batch(worker.emptyPart)
      swap(&batch, &ready)
      batch.clear()
      while batch.subjects.count < batchSubjects, batch.subjects.rows < batchRows, !isAtEnd {
        isAtEnd = !read(&feed, into: &batch.subjects)
      }
      if batch.subjects.count == 0 { return }
      pending.append(pool.evaluate(batch))
    }
  }

  private mutating func read(_ feed: inout LogFeed, into subjects: inout PackedSubjects) -> Bool {
    do throws(Failure) {
      return try subjects.read(&feed, zone: worker.zone, interner: &interner)
    } catch {
      failure = error
      return false
    }
  }
}

/// Workers that evaluate side by side, each on a thread of its own.
final class EvalPool<Format: EvalFormat>: Sendable {
  let threads: Int
  private let queue = DispatchQueue(label: "pace.eval", attributes: .concurrent)
  private let state: Mutex<State>

  private struct State {
    /// The workers that are idle; none while jobs wait.
    var idle: [EvalWorker<Format>]
    /// The jobs that no worker has begun, oldest first.
    var waiting: [Job] = []

    /// The next job of a worker, which is idle if there is none.
    mutating func nextJob(of worker: EvalWorker<Format>) -> Job? {
      if !waiting.isEmpty { return waiting.removeFirst() }
      idle.append(worker)
      return nil
    }
  }

  /// Subjects that are handed out together, and their results.
  struct Batch: Sendable {
    var subjects = PackedSubjects()
    fileprivate var part: EvalWorker<Format>.Part
    /// What stopped the batch after these results.
    fileprivate var failure: Failure?

    fileprivate init(_ part: EvalWorker<Format>.Part) { self.part = part }

    /// Forgets the subjects and their results, but keeps the memory.
    fileprivate mutating func clear() {
      subjects.removeAll()
      part.notes = RunNotes()
      (part.subjects, part.rows, part.showsAny) = (0, 0, false)
      failure = nil
    }

    fileprivate mutating func evaluate(by worker: inout EvalWorker<Format>) {
      do throws(Failure) {
        for index in 0..<subjects.count { try worker.evaluate(index, of: subjects, into: &part) }
      } catch {
        failure = error
      }
    }
  }

  /// A batch that is under way.
  final class Job: Sendable {
    private let batch: Mutex<Batch?>
    private let group = DispatchGroup()

    fileprivate init(_ batch: consuming Batch) {
      self.batch = Mutex(batch)
      group.enter()
    }

    fileprivate func evaluate(by worker: inout EvalWorker<Format>) {
      batch.withLock { $0?.evaluate(by: &worker) }
      group.leave()
    }

    /// Waits until the batch is done, and takes it away; once only.
    fileprivate func wait() -> Batch {
      group.wait()
      guard let done = batch.withLock({ $0.take() }) else {
        preconditionFailure("the batch was taken before")
      }
      return done
    }
  }

  init(_ worker: EvalWorker<Format>, threads: Int) {
    self.threads = threads
    state = Mutex(State(idle: [EvalWorker<Format>](repeating: worker, count: threads)))
  }

  func evaluate(_ batch: consuming Batch) -> Job {
    let job = Job(batch)
    let idle = state.withLock { state in
      state.waiting.append(job)
      return state.idle.popLast()
    }
    if let idle { queue.async { self.work(idle) } }
    return job
  }

  /// Does what waits, job after job.
  private func work(_ worker: EvalWorker<Format>) {
    var worker = worker
    while let job = state.withLock({ [worker] in $0.nextJob(of: worker) }) { job.evaluate(by: &worker) }
  }
}
