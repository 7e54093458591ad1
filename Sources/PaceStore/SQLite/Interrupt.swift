internal import Synchronization

/// The request to stop: whoever writes a file undoes what is half done, and closes it.
public enum Interrupt {
  private static let flag = Atomic(false)

  public static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// May be called wherever a signal arrives.
  public static func request() { flag.store(true, ordering: .relaxed) }
}
