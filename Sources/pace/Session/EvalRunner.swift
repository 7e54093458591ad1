import PaceEngine
import PaceLab
import PaceReport

/// A batch is closed once it holds this many rows or subjects: few enough for a processor's cache, and enough that
/// handing it over takes next to no time.
private let batchRows = 8192
private let batchSubjects = 1024
/// On one thread it holds fewer, so that results and progress are shown often.
private let subjectsAtOnce = 32

/// Evaluates a feed subject by subject, on this thread or on several, with the same results in the same order.
///
/// With several, this thread reads and hands out batches of subjects, and takes the results back in the order in
/// which they were read. Only so many batches are under way at a time, so memory stays bounded.
struct EvalRunner<Format: EvalFormat> {
  private var worker: EvalWorker<Format>
  private let threads: Int
  private let mostSubjects: Int
  private var reader: PackedSubjects.Reader
  /// A batch that is done, whose memory is used again.
  private var ready: EvalBatch<Format>
  /// What stopped the reading.
  private var failure: Failure?
  private var isAtEnd = false

  init(_ session: EvalSession, _ format: Format, threads: Int) {
    worker = EvalWorker(session, format)
    self.threads = threads
    mostSubjects = threads > 1 ? batchSubjects : subjectsAtOnce
    // The parts of a subject have to be evaluated by one worker.
    reader = PackedSubjects.Reader(session, part: threads > 1 ? .max : batchRows)
    ready = EvalBatch(worker.emptyPart)
  }

  /// Evaluates the whole feed, and returns the totals; what comes before a failure is written first.
  ///
  /// - Parameter write: takes away the content so far, which would grow too large.
  mutating func run(
    _ feed: inout LogFeed,
    write: (inout EvalWorker<Format>.Part, Progress.Count) throws(Failure) -> Void
  ) throws(Failure) -> EvalWorker<Format>.Part {
    var part = worker.emptyPart
    if threads > 1 {
      let pool = WorkerPool(worker, threads: threads)
      func next() throws(Failure) -> EvalBatch<Format>? { readBatch(&feed) }
      try pool.change(each: next) { batch, worker in
        batch.evaluate(by: &worker)
      } take: { batch, _ throws(Failure) in
        ready = batch
        part.add(&ready.part)
        try write(&part, feed.progress())
        if let failure = ready.failure { throw failure }
      }
    } else {
      while let batch = readBatch(&feed) {
        do throws(Failure) {
          try worker.evaluate(batch.subjects, into: &part) { part throws(Failure) in
            try write(&part, feed.progress())
          }
        } catch {
          if case .output = error { throw error }
          try write(&part, feed.progress())
          throw error
        }
        try write(&part, feed.progress())
        ready = batch
      }
    }
    if let failure { throw failure }
    return part
  }

  /// The next subjects; nil after the last. What stops the reading is thrown after their results.
  private mutating func readBatch(_ feed: inout LogFeed) -> EvalBatch<Format>? {
    var batch = EvalBatch(worker.emptyPart)
    swap(&batch, &ready)
    batch.clear()
    do throws(Failure) {
      while !isAtEnd, batch.subjects.count < mostSubjects, batch.subjects.events.count < batchRows {
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
