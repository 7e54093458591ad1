internal import Synchronization

/// The request to stop, on which whoever writes a file undoes what is half done, and closes it.
public enum Interrupt {
  private static let flag = Atomic(false)

  public static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Safe to call in a signal handler.
  public static func request() { flag.store(true, ordering: .relaxed) }
}
