import Dispatch
import PaceEngine
import Synchronization

/// Workers that change values side by side, each on a thread of its own; with one thread, the one that asks.
final class WorkerPool<Worker: Sendable>: Sendable {
  private let queue = DispatchQueue(label: "pace.workers", attributes: .concurrent)
  private let desks: [Desk]
  private let state: Mutex<State>

  /// The place of a worker, which is costly to copy.
  private final class Desk: Sendable {
    let worker: Mutex<Worker>

    init(_ worker: Worker) { self.worker = Mutex(worker) }
  }

  private struct State {
    /// Where a worker is idle; nowhere while steps wait.
    var idle: [Desk]
    /// What no worker has begun, oldest first.
    var waiting: [@Sendable (inout Worker) -> Void] = []

    /// The next step of a worker, which is idle if there is none.
    mutating func nextStep(at desk: Desk) -> (@Sendable (inout Worker) -> Void)? {
      if !waiting.isEmpty { return waiting.removeFirst() }
      idle.append(desk)
      return nil
    }
  }

  /// A value that a worker changes.
  final class Job<Value: Sendable>: Sendable {
    private let value: Mutex<Value?>
    private let group = DispatchGroup()

    fileprivate init(_ value: consuming Value) {
      self.value = Mutex(value)
      group.enter()
    }

    fileprivate func change(_ work: (inout Value) -> Void) {
      value.withLock { held in
        guard var value = held.take() else { return }
        work(&value)
        held = value
      }
      group.leave()
    }

    /// Waits until the value is changed, and takes it away; once only.
    func wait() -> Value {
      group.wait()
      guard let done = value.withLock({ $0.take() }) else {
        preconditionFailure("the value was taken before")
      }
      return done
    }
  }

  init(_ worker: Worker, threads: Int) {
    desks = (0..<threads).map { _ in Desk(worker) }
    state = Mutex(State(idle: desks))
  }

  /// How many jobs may be under way, so that no worker is idle while one job takes longer, and memory stays bounded.
  var most: Int { desks.count == 1 ? 1 : 4 * desks.count }

  /// Has a worker change a value; with one thread, before this returns.
  func change<Value: Sendable>(
    _ value: consuming Value, _ work: @escaping @Sendable (inout Value, inout Worker) -> Void
  ) -> Job<Value> {
    let job = Job(value)
    let step: @Sendable (inout Worker) -> Void = { worker in job.change { work(&$0, &worker) } }
    if desks.count == 1 {
      desks[0].worker.withLock { step(&$0) }
      return job
    }
    let idle = state.withLock { state in
      state.waiting.append(step)
      return state.idle.popLast()
    }
    if let idle { queue.async { self.work(at: idle) } }
    return job
  }

  /// Does what waits, step after step.
  private func work(at desk: Desk) {
    while let step = state.withLock({ $0.nextStep(at: desk) }) { desk.worker.withLock { step(&$0) } }
  }

  /// Has workers change one value after the other, and takes them back in the same order, with the runaway that
  /// stopped the work on one.
  func change<Value: Sendable, Problem: Error>(
    each next: () throws(Problem) -> Value?,
    _ work: @escaping @Sendable (inout Value, inout Worker) throws(RunawaySubject) -> Void,
    take: (Value, RunawaySubject?) throws(Problem) -> Void
  ) throws(Problem) {
    var pending: [Job<(Value, RunawaySubject?)>] = []
    func takeFirst() throws(Problem) {
      let (value, runaway) = pending.removeFirst().wait()
      try take(value, runaway)
    }
    while let value = try next() {
      let job = change((consume value, nil as RunawaySubject?)) { pair, worker in
        do throws(RunawaySubject) { try work(&pair.0, &worker) } catch { pair.1 = error }
      }
      pending.append(job)
      if pending.count == most { try takeFirst() }
    }
    while !pending.isEmpty { try takeFirst() }
  }

  /// The workers added up, once all jobs are done.
  func total(_ add: (inout Worker, Worker) -> Void) -> Worker {
    queue.sync(flags: .barrier) {}
    let workers = desks.map { desk in desk.worker.withLock { $0 } }
    return workers.dropFirst().reduce(into: workers[0], add)
  }
}
