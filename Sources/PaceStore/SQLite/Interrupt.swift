internal import Synchronization

/// Whether those who write a file are to stop, undo what is half done, and let go of it.
public enum Interrupt {
  private static let flag = Atomic(false)

  public static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// May be called wherever a signal arrives.
  public static func request() { flag.store(true, ordering: .relaxed) }
}
