import PaceStore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Why bytes could not be written.
enum OutputError: Error, Sendable {
  /// The reader has gone.
  case closed
  case full
  case failed(errno: Int32)

  var message: String {
    switch self {
    case .closed: "cannot write the output: the reader has closed it"
    case .full: "cannot write the output: no space is left on the device"
    case .failed(let errno): "cannot write the output (error \(errno))"
    }
  }
}

/// One of the process's open streams.
struct FileDescriptor: Sendable {
  let number: Int32

  static let standardInput = FileDescriptor(number: 0)
  static let standardOutput = FileDescriptor(number: 1)
  static let standardError = FileDescriptor(number: 2)

  init(number: Int32) { self.number = number }

  /// Opens a file, a pipe or a device; nil where it may not be read.
  init?(reading path: String) {
    number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if number < 0 { return nil }
  }

  /// Closes what `init(reading:)` has opened.
  func close() { systemClose(number) }

  var isTerminal: Bool { isatty(number) == 1 }

  /// How many columns a terminal has; nil where there is none, or it does not say.
  var columns: Int? {
    var size = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes the first bytes, however many calls that takes.
  func write(_ bytes: [UInt8], upTo end: Int) throws(OutputError) {
    var written = 0
    while written < end {
      let count = unsafe bytes.withUnsafeBytes { raw in
        unsafe systemWrite(number, raw.baseAddress.map { unsafe $0 + written }, end - written)
      }
      if count > 0 {
        written += count
        continue
      }
      switch errno {
      case EINTR, EAGAIN: continue
      case EPIPE: throw .closed
      case ENOSPC, EDQUOT: throw .full
      default: throw .failed(errno: errno)
      }
    }
  }

  /// Whether there is something to read, or an end, before so many milliseconds have passed.
  func isReadable(within milliseconds: Int32) -> Bool {
    var question = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&question, 1, milliseconds) > 0
  }

  /// Waits for bytes and appends them. False at the end; nil where reading fails, or at Ctrl-C.
  func read(into bytes: inout [UInt8]) -> Bool? {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while !Interrupt.isRequested {
      let count = unsafe block.withUnsafeMutableBytes { raw in
        unsafe systemRead(number, raw.baseAddress, raw.count)
      }
      if count > 0 { bytes += block[..<count] }
      if count >= 0 { return count > 0 }
      if errno != EINTR { return nil }
    }
    return nil
  }

  /// Makes writing to a closed pipe, or beyond the size that files may have, an error of the call instead of the
  /// end of the process.
  static func ignoreBrokenPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
    unsafe Darwin.write(descriptor, bytes, count)
  #else
    unsafe Glibc.write(descriptor, bytes, count)
  #endif
}

private func systemClose(_ descriptor: Int32) {
  #if canImport(Darwin)
    _ = Darwin.close(descriptor)
  #else
    _ = Glibc.close(descriptor)
  #endif
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
    unsafe Darwin.read(descriptor, bytes, count)
  #else
    unsafe Glibc.read(descriptor, bytes, count)
  #endif
}
