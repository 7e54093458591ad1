import Dispatch
import PaceEngine
import Synchronization

/// Runners that work side by side, each on subjects of its own, and are added up in the end.
///
/// At most as many pieces of work as threads are under way, so memory stays bounded.
final class RunnerPool<Runner: Sendable>: Sendable {
  private let queue = DispatchQueue(label: "pace.runners", attributes: .concurrent)
  private let group = DispatchGroup()
  private let permits: DispatchSemaphore
  private let workers: [LockedBox<Runner>]
  private let idle: Mutex<[LockedBox<Runner>]>
  /// How many pieces were handed out, and the first of those with a subject whose evaluation a runaway ended.
  private let pieces = Mutex(0)
  private let runaway = Mutex<(piece: Int, problem: RunawaySubject)?>(nil)

  /// `runner` has seen no subject yet. With one thread, this one works.
  init(_ runner: Runner, threads: Int) {
    permits = DispatchSemaphore(value: threads)
    let workers = (0..<threads).map { _ in LockedBox(runner) }
    self.workers = workers
    idle = Mutex(workers)
  }

  /// Has a runner do a piece of work; waits while all are busy.
  func add(_ work: @escaping @Sendable (inout Runner) throws(RunawaySubject) -> Void) {
    permits.wait()
    let piece = pieces.withLock { count in
      count += 1
      return count
    }
    let run: @Sendable () -> Void = {
      defer { self.permits.signal() }
      guard let worker = self.idle.withLock({ $0.popLast() }) else {
        preconditionFailure("a permit stands for an idle runner")
      }
      worker.value.withLock { runner in
        do throws(RunawaySubject) {
          try work(&runner)
        } catch {
          self.runaway.withLock { if $0.map({ piece < $0.piece }) ?? true { $0 = (piece, error) } }
        }
      }
      self.idle.withLock { $0.append(worker) }
    }
    if workers.count > 1 { queue.async(group: group, execute: run) } else { run() }
  }

  /// Waits for all runners and adds them up; throws for the first subject whose evaluation a runaway ended.
  func finish(_ add: (inout Runner, Runner) -> Void) throws(RunawaySubject) -> Runner {
    group.wait()
    if let (_, problem) = runaway.withLock({ $0 }) { throw problem }
    var total = workers[0].value.withLock { $0 }
    for worker in workers.dropFirst() { add(&total, worker.value.withLock { $0 }) }
    return total
  }
}

/// A value that threads change in place, one at a time, because it is costly to copy.
final class LockedBox<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }
}
