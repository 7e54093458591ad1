import PaceEngine
import PaceLab
import PaceReport

/// A batch is closed once it holds this many rows or subjects: few enough for a processor's cache, and enough that
/// handing it over takes next to no time.
private let batchRows = 8192
private let batchSubjects = 1024

/// Evaluates a feed subject by subject, on this thread or on several, with the same results in the same order.
///
/// With several, this thread reads and hands out batches of subjects, and takes the results back in the order in
/// which they were read. Only so many batches are under way at a time, so memory stays bounded.
struct EvalRunner<Format: EvalFormat> {
  private var worker: EvalWorker<Format>
  private let pool: WorkerPool<EvalWorker<Format>>?
  private var reader: PackedSubjects.Reader
  /// What was handed out, oldest first.
  private var pending: [WorkerPool<EvalWorker<Format>>.Job<EvalBatch<Format>>] = []
  /// A batch that is done, whose memory is used again.
  private var ready: EvalBatch<Format>
  /// What to throw once all results before it are taken.
  private var failure: Failure?
  private var isAtEnd = false

  init(_ session: EvalSession, _ format: Format, threads: Int) {
    worker = EvalWorker(session, format)
    pool = threads > 1 ? WorkerPool(worker, threads: threads) : nil
    // The parts of a subject have to be evaluated by one worker.
    reader = PackedSubjects.Reader(session, part: threads > 1 ? .max : batchRows)
    ready = EvalBatch(worker.emptyPart)
  }

  /// Evaluates the whole feed, and returns the totals.
  ///
  /// - Parameter write: takes away the content so far, which would grow too large.
  mutating func run(
    _ feed: inout LogFeed,
    write: (inout EvalWorker<Format>.Part, Progress.Count) throws(Failure) -> Void
  ) throws(Failure) -> EvalWorker<Format>.Part {
    var part = worker.emptyPart
    while true {
      if let pool {
        fill(pool, &feed)
        if pending.isEmpty { break }
        ready = pending.removeFirst().wait()
        part.add(&ready.part)
        if let failure = ready.failure { stop(failure) }
      } else {
        guard let batch = readBatch(&feed) else { break }
        do throws(Failure) {
          try worker.evaluate(batch.subjects, into: &part) { part throws(Failure) in
            try write(&part, feed.progress())
          }
        } catch {
          if case .output = error { throw error }
          stop(error)
        }
        ready = batch
      }
      // The results before a failure are written first.
      try write(&part, feed.progress())
    }
    if let failure { throw failure }
    return part
  }

  /// Drops what was read after the subject that failed.
  private mutating func stop(_ failure: Failure) {
    self.failure = failure
    isAtEnd = true
    pending = []
  }

  private mutating func fill(_ pool: WorkerPool<EvalWorker<Format>>, _ feed: inout LogFeed) {
    while pending.count < pool.most, let batch = readBatch(&feed) {
      pending.append(pool.change(batch) { $0.evaluate(by: &$1) })
    }
  }

  /// The next subjects; nil after the last. What stops the reading is thrown after their results.
  private mutating func readBatch(_ feed: inout LogFeed) -> EvalBatch<Format>? {
    var batch = EvalBatch(worker.emptyPart)
    swap(&batch, &ready)
    batch.clear()
    do throws(Failure) {
      while !isAtEnd, batch.subjects.count < batchSubjects, batch.subjects.events.count < batchRows {
        isAtEnd = try !batch.subjects.read(&feed, &reader)
      }
    } catch {
      failure = error
      isAtEnd = true
    }
    return batch.subjects.count > 0 ? batch : nil
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
      try worker.evaluate(subjects, into: &part) { _ in }
    } catch {
      failure = error
    }
  }
}
