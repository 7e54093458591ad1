import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The terminal of standard input while one key is waited for: it hands keys over as they are pressed, and shows none.
///
/// A signal may end or stop the process at any instant, so what gives the terminal back may run in its handler.
enum RawMode {
  private static let isOn = Atomic(false)
  #if canImport(Darwin)
    private static let noKey: UInt8 = 0xFF
  #else
    private static let noKey: UInt8 = 0
  #endif
  // Written only while raw mode is off.
  private nonisolated(unsafe) static var usual = termios()
  private nonisolated(unsafe) static var raw = termios()

  /// Runs `body` while the terminal is raw; nil if it can't be.
  static func during<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result? {
    guard unsafe tcgetattr(0, &usual) == 0 else { return nil }
    unsafe raw = usual
    unsafe raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe withUnsafeMutableBytes(of: &raw.c_cc) { keys in
      unsafe keys[Int(VMIN)] = 1
      unsafe keys[Int(VTIME)] = 0
      // This key would end the process and leave the terminal raw.
      unsafe keys[Int(VQUIT)] = noKey
    }
    isOn.store(true, ordering: .sequentiallyConsistent)
    Interruption.watchStops(true)
    take()
    defer {
      give()
      isOn.store(false, ordering: .sequentiallyConsistent)
      Interruption.watchStops(false)
    }
    return try body()
  }

  /// Makes the terminal raw if it is to be; may be called by the handler of a signal.
  static func take() {
    guard isOn.load(ordering: .sequentiallyConsistent) else { return }
    while unsafe tcsetattr(0, TCSANOW, &raw) != 0, errno == EINTR {}
  }

  /// Restores the terminal; may be called by the handler of a signal.
  static func give() {
    guard isOn.load(ordering: .sequentiallyConsistent) else { return }
    while unsafe tcsetattr(0, TCSANOW, &usual) != 0, errno == EINTR {}
  }
}
