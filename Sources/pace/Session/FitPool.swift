import Dispatch
import PaceEngine
import PaceLab
import Synchronization

/// Labelled subjects and runners that work on them side by side.
///
/// What was found out about a subject is kept for the next task.
final class FitPool: Sendable {
  private let subjects: [LockedBox<FitSubject>]
  private let workers: [LockedBox<FitRunner>]
  private let queue = DispatchQueue(label: "pace.fit", attributes: .concurrent)
  /// The next subject that nobody works on, and the first whose evaluation a runaway ended.
  private let next = Mutex(0)
  private let runaway = Mutex<(place: Int, problem: RunawaySubject)?>(nil)

  init(_ runner: FitRunner, _ subjects: [FitSubject], threads: Int) {
    self.subjects = subjects.map { LockedBox($0) }
    workers = (0..<max(1, min(threads, subjects.count))).map { _ in LockedBox(runner) }
  }

  /// Does a task with every subject; throws for the first whose evaluation a runaway ended.
  ///
  /// - Parameter report: is told now and then how many subjects are done or being worked on.
  func perform(_ task: FitTask, report: (_ done: Int) -> Void) throws(RunawaySubject) -> FitAnswer {
    next.withLock { $0 = 0 }
    let group = DispatchGroup()
    let workers = task.isSequential ? Array(workers.prefix(1)) : workers
    for worker in workers.dropFirst() {
      queue.async(group: group) { worker.value.withLock { self.work(task, &$0) { _ in } } }
    }
    workers[0].value.withLock { work(task, &$0, report: report) }
    group.wait()
    if let (_, problem) = runaway.withLock({ $0 }) { throw problem }
    var total = workers[0].value.withLock { $0 }
    for worker in workers.dropFirst() { total.add(worker.value.withLock { $0 }) }
    return total.answer
  }

  private func work(_ task: FitTask, _ runner: inout FitRunner, report: (_ done: Int) -> Void) {
    runner.begin(task)
    while true {
      let place = next.withLock { next in
        next += 1
        return next - 1
      }
      guard place < subjects.count else { return }
      report(place)
      subjects[place].value.withLock { subject in
        do throws(RunawaySubject) {
          try runner.add(&subject)
        } catch {
          self.runaway.withLock { if $0.map({ place < $0.place }) ?? true { $0 = (place, error) } }
        }
      }
    }
  }
}

/// A value that threads change in place, one at a time, because it is costly to copy.
final class LockedBox<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }
}
