import PaceEngine
import PaceLab
import PaceReport

/// A batch is closed once it holds this many rows or subjects: few enough for a processor's cache, and enough that
/// handing it over takes next to no time.
private let batchRows = 8192
private let batchSubjects = 1024
/// How many subjects are written together on one thread.
private let subjectsAtOnce = 32

/// Evaluates a feed subject by subject, on this thread or on several, with the same results in the same order.
///
/// With several, this thread reads and hands out batches of subjects, and takes the results back in the order in
/// which they were read. Only so many batches are under way at a time, so memory stays bounded.
struct EvalRunner<Format: EvalFormat> {
  private var worker: EvalWorker<Format>
  private let pool: WorkerPool<EvalWorker<Format>>?
  /// What was handed out, oldest first.
  private var pending: [WorkerPool<EvalWorker<Format>>.Job<EvalBatch<Format>>] = []
  /// A batch that is done, whose memory is used again.
  private var ready: EvalBatch<Format>
  /// What to throw once all results before it are taken.
  private var failure: Failure?
  private var isAtEnd = false
  private var interner: Machine

  init(_ worker: EvalWorker<Format>, threads: Int) {
    self.worker = worker
    pool = threads > 1 ? WorkerPool(worker, threads: threads) : nil
    ready = EvalBatch(worker.emptyPart)
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

  private mutating func fill(_ pool: WorkerPool<EvalWorker<Format>>, _ feed: inout LogFeed) {
    while !isAtEnd, pending.count < pool.most {
      var batch = EvalBatch(worker.emptyPart)
      swap(&batch, &ready)
      batch.clear()
      while batch.subjects.count < batchSubjects, batch.subjects.rows < batchRows, !isAtEnd {
        isAtEnd = !read(&feed, into: &batch.subjects)
      }
      if batch.subjects.count == 0 { return }
      pending.append(pool.change(batch) { $0.evaluate(by: &$1) })
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

/// Subjects that are handed out together, and their results.
private struct EvalBatch<Format: EvalFormat>: Sendable {
  var subjects = PackedSubjects()
  var part: EvalWorker<Format>.Part
  /// What stopped the batch after these results.
  var failure: Failure?

  init(_ part: EvalWorker<Format>.Part) { self.part = part }

  /// Forgets the subjects and their results, but keeps the memory.
  mutating func clear() {
    subjects.removeAll()
    part.notes = RunNotes()
    (part.subjects, part.rows, part.showsAny) = (0, 0, false)
    failure = nil
  }

  mutating func evaluate(by worker: inout EvalWorker<Format>) {
    do throws(Failure) {
      for index in 0..<subjects.count { try worker.evaluate(index, of: subjects, into: &part) }
    } catch {
      failure = error
    }
  }
}
