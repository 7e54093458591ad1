import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if !canImport(Darwin)
  import Glibc
#endif

/// How many threads work, and whether the system gives them.
enum Threads {
  static let most = 256
  /// How many can run at the same time on this machine.
  static var processors: Int { min(max(1, ProcessInfo.processInfo.activeProcessorCount), most) }

  /// The wanted number of threads, or one if the system can't give this process that many and some to spare.
  ///
  /// A queue that is refused a thread waits until there is one, which may be never.
  ///
  /// A queue that is refused a file descriptor ends the process.
  static func granted(_ wanted: Int) -> Int {
    wanted == 1 || canOpenFiles() && canStart(wanted + processors) ? wanted : 1
  }

  /// Whether this process was given threads for all processors when it first asked; a queue keeps its threads.
  private static let hasCrew = granted(processors) > 1

  /// Works with each number below `count`, side by side as far as there are threads.
  static func perform(_ count: Int, _ work: @Sendable (Int) -> Void) {
    if count > 1, hasCrew {
      DispatchQueue.concurrentPerform(iterations: count, execute: work)
    } else {
      for number in 0..<count { work(number) }
    }
  }

  /// Whether enough file descriptors are left for queues and a database.
  private static func canOpenFiles() -> Bool {
    #if canImport(Darwin)
      true
    #else
      let wanted = 16
      var opened: [Int32] = []
      defer { for descriptor in opened { close(descriptor) } }
      while opened.count < wanted {
        let descriptor = unsafe open("/", O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { return false }
        opened.append(descriptor)
      }
      return true
    #endif
  }

  /// Whether so many threads can be there at once: starts them, and ends them again.
  private static func canStart(_ count: Int) -> Bool {
    #if canImport(Darwin)
      // There the kernel runs queues on as many threads as it has.
      true
    #else
      let end = DispatchSemaphore(value: 0)
      var started: [pthread_t] = []
      while started.count < count, let thread = start(waitingFor: end) { started.append(thread) }
      for _ in started { end.signal() }
      for thread in started { pthread_join(thread, nil) }
      return started.count == count
    #endif
  }

  #if !canImport(Darwin)
    /// Starts a thread that does nothing but wait; nil if it can't be had.
    private static func start(waitingFor end: DispatchSemaphore) -> pthread_t? {
      var thread = pthread_t()
      let code = unsafe pthread_create(
        &thread, nil,
        { end in
          if let end = unsafe end {
            unsafe Unmanaged<DispatchSemaphore>.fromOpaque(end).takeUnretainedValue().wait()
          }
          return nil
        }, Unmanaged.passUnretained(end).toOpaque())
      return code == 0 ? thread : nil
    }
  #endif
}
