import Foundation
import Testing

/// Runs tests that wait for locks or servers on threads of their own.
///
/// The library has a thread for each processor, on which such a test would keep others from running.
struct WaitsAside: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true
  private static let threads = WaitingThreads(count: 6)

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Self.threads) { try await function() }
  }
}

extension Trait where Self == WaitsAside {
  /// Leaves the processors to other tests during waits.
  static var waitsAside: Self { Self() }
}

/// An executor that runs up to a number of jobs at once, each on its thread.
private final class WaitingThreads: TaskExecutor {
  private let queue = OperationQueue()

  init(count: Int) { queue.maxConcurrentOperationCount = count }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
