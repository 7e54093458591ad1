import Dispatch
import PaceEngine
import PaceLab
import Synchronization

/// Runners that sweep side by side, each over subjects of its own, and are added up in the end.
///
/// At most as many batches as threads are under way, so memory stays bounded.
final class SweepPool: Sendable {
  /// A batch is closed once it holds so many rows: enough for handing over to cost nothing, few enough for
  /// every thread to have work on a small log.
  static let rows = 256

  private let queue = DispatchQueue(label: "pace.sweep", attributes: .concurrent)
  private let group = DispatchGroup()
  private let permits: DispatchSemaphore
  private let workers: [LockedBox<SweepRunner>]
  private let idle: Mutex<[LockedBox<SweepRunner>]>
  /// How many batches were handed out, and the first of those with a subject whose evaluation a runaway ended.
  private let batches = Mutex(0)
  private let runaway = Mutex<(batch: Int, problem: RunawaySubject)?>(nil)

  /// `runner` has seen no subject yet.
  init(_ runner: SweepRunner, threads: Int) {
    permits = DispatchSemaphore(value: threads)
    let workers = (0..<threads).map { _ in LockedBox(runner) }
    self.workers = workers
    idle = Mutex(workers)
  }

  /// Hands subjects to a thread; waits while all are busy.
  func add(_ logs: [SubjectLog]) {
    permits.wait()
    let batch = batches.withLock { count in
      count += 1
      return count
    }
    queue.async(group: group) {
      defer { self.permits.signal() }
      guard let worker = self.idle.withLock({ $0.popLast() }) else { return }
      worker.value.withLock { runner in
        do throws(RunawaySubject) {
          for log in logs { try runner.add(log) }
        } catch {
          self.runaway.withLock { if $0.map({ batch < $0.batch }) ?? true { $0 = (batch, error) } }
        }
      }
      self.idle.withLock { $0.append(worker) }
    }
  }

  /// Waits for all threads and adds what they found to a runner; throws for the first subject whose evaluation a
  /// runaway ended.
  func finish(into total: inout SweepRunner) throws(RunawaySubject) {
    group.wait()
    if let (_, problem) = runaway.withLock({ $0 }) { throw problem }
    for worker in workers { total.add(worker.value.withLock { $0 }) }
  }
}
