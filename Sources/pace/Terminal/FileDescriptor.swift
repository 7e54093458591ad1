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

  /// The error of the last system call that failed.
  fileprivate static var last: OutputError {
    switch errno {
    case EPIPE: .closed
    case ENOSPC, EDQUOT, EFBIG: .full
    default: .failed(errno: errno)
    }
  }

  var message: String { "cannot write the output: \(reason)" }

  var reason: String {
    switch self {
    case .closed: "the reader has closed it"
    case .full: "no space is left on the device"
    case .failed(EBADF): "it is closed"
    case .failed(EACCES), .failed(EPERM): "permission denied"
    case .failed(EROFS): "the disk can only be read"
    case .failed(EISDIR): "it is a folder"
    case .failed(ENOENT): "its folder is not there"
    case .failed(EEXIST): "a file is in its place"
    case .failed(ENOTDIR): "what should be its folder is a file"
    case .failed(ELOOP): "it is a link that leads round in a circle"
    case .failed(ENAMETOOLONG): "its name is too long"
    case .failed(EMFILE), .failed(ENFILE): "too many files are open"
    case .failed(let errno): "error \(errno)"
    }
  }

  /// What to do about it; nil if the reason suggests it.
  var remedy: String? {
    switch self {
    case .full: "free some space on its disk, and try again"
    case .failed(EACCES), .failed(EPERM), .failed(EROFS): "see that you may write to it and in its folder"
    case .failed(ENOENT): "make its folder first"
    case .failed(EMFILE), .failed(ENFILE): "raise the limit that `ulimit -n` shows"
    case .closed, .failed: nil
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

  /// Opens a file, a pipe or a device; nil if it may not be read.
  init?(reading path: String) {
    number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if number < 0 { return nil }
  }

  /// Opens what is at a path to write over it: a file, a pipe once somebody reads it, or a device.
  init(writingTo path: String) throws(OutputError) {
    try self.init(unsafe open(path, O_WRONLY | O_CLOEXEC))
  }

  /// Makes a file at a path that nothing has yet.
  init(making path: String, mode: mode_t) throws(OutputError) {
    try self.init(unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode))
  }

  private init(_ opened: Int32) throws(OutputError) {
    if opened < 0 { throw .last }
    number = opened
  }

  /// The stream of this process that a path such as `/dev/stdout` names; nil if it names none.
  init?(openAs path: String) {
    switch path {
    case "/dev/stdin": number = 0
    case "/dev/stdout": number = 1
    case "/dev/stderr": number = 2
    default:
      let folders = ["/dev/fd/", "/proc/self/fd/"]
      guard let folder = folders.first(where: path.hasPrefix),
        let opened = Int32(path.dropFirst(folder.utf8.count)), fcntl(opened, F_GETFD) >= 0
      else { return nil }
      number = opened
    }
  }

  /// Opens a file to write behind its last byte; nil if it may not be written, or isn't there.
  ///
  /// - Parameter isMade: whether a file that isn't there is made.
  init?(appendingTo path: String, isMade: Bool) {
    number = unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC | (isMade ? O_CREAT : 0), 0o666)
    if number < 0 { return nil }
  }

  /// Closes what was opened.
  func close() { systemClose(number) }

  var isTerminal: Bool { isatty(number) == 1 }

  /// How many columns a terminal has; nil if this is none, or it does not say.
  var columns: Int? {
    var size = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// How many bytes a file has; nil if this is no regular file.
  var size: Int? {
    var status = stat()
    guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Cuts a file to its first `size` bytes.
  func cut(to size: Int) throws(OutputError) {
    if ftruncate(number, off_t(size)) != 0 { throw .last }
  }

  /// Writes bytes to what was just opened, cuts a file behind them, and closes it.
  func take(_ bytes: [UInt8]) throws(OutputError) {
    defer { close() }
    try write(bytes, upTo: bytes.count)
    if size != nil { try cut(to: bytes.count) }
  }

  /// Gives a file another path; what has that path already is gone.
  static func rename(_ path: String, to other: String) throws(OutputError) {
    if systemRename(path, other) != 0 { throw .last }
  }

  /// Gives a file a path that nothing has; fails if something has it by now.
  static func move(_ path: String, to other: String) throws(OutputError) {
    if unsafe link(path, other) == 0 {
      _ = unsafe unlink(path)
    } else if [EPERM, ENOTSUP, ENOSYS].contains(errno) {
      // Some disks know no second name for a file.
      try rename(path, to: other)
    } else {
      throw .last
    }
  }

  /// Makes a folder in one that is there.
  static func makeFolder(_ path: String) throws(OutputError) {
    if unsafe mkdir(path, 0o777) != 0 { throw .last }
  }

  /// Whether a path leads to a regular file: no device, pipe or the like.
  static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The user whose process this is.
  static var user: UInt32 { getuid() }

  /// Removes a folder if nothing is in it.
  static func removeFolder(_ path: String) { _ = unsafe rmdir(path) }

  /// Waits until a file is on the disk.
  func sync() throws(OutputError) {
    if fsync(number) != 0 { throw .last }
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
      if errno == EAGAIN {
        // A descriptor that never blocks takes bytes again some time, or has an error to tell.
        _ = wait(for: POLLOUT, milliseconds: -1)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Waits for an event of the system's `poll`, and returns what that does.
  private func wait(for event: Int32, milliseconds: Int32) -> Int32 {
    var question = pollfd(fd: number, events: Int16(event), revents: 0)
    return unsafe poll(&question, 1, milliseconds)
  }

  /// Whether there is something to read, or an end, before so many milliseconds have passed.
  func isReadable(within milliseconds: Int32) -> Bool {
    wait(for: POLLIN, milliseconds: milliseconds) > 0
  }

  /// Waits for bytes and appends them; false at the end, and nil if reading fails or at Ctrl-C.
  func read(into bytes: inout [UInt8]) -> Bool? {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while !Interrupt.isRequested {
      let count = unsafe block.withUnsafeMutableBytes { raw in
        unsafe systemRead(number, raw.baseAddress, raw.count)
      }
      if count > 0 { bytes += block[..<count] }
      if count >= 0 { return count > 0 }
      if errno == EAGAIN {
        // A descriptor that never blocks has bytes some time, or an end.
        _ = wait(for: POLLIN, milliseconds: -1)
      } else if errno != EINTR {
        return nil
      }
    }
    return nil
  }

  /// The next bytes, few at a time; empty at the end, and nil if none came in so many milliseconds.
  func next(within milliseconds: Int32) -> [UInt8]? {
    let found = wait(for: POLLIN, milliseconds: milliseconds)
    guard found > 0 else { return found == 0 || errno == EINTR ? nil : [] }
    var block = [UInt8](repeating: 0, count: 64)
    let count = unsafe block.withUnsafeMutableBytes { raw in
      unsafe systemRead(number, raw.baseAddress, raw.count)
    }
    if count < 0, errno == EINTR || errno == EAGAIN { return nil }
    return Array(block.prefix(max(0, count)))
  }

  /// A source of the bytes of the file at a path, which was opened for reading; closes it at its end.
  func source(of path: String) -> ByteSource {
    { (bytes: inout [UInt8]) throws(StoreError) -> Bool in
      let isMore = read(into: &bytes)
      if isMore != true { close() }
      if let isMore { return isMore }
      throw StoreError(.inputOutput, "`\(path)` cannot be read")
    }
  }

  /// Appends the next piece of standard input; false at its end.
  static func readStandardInput(into bytes: inout [UInt8]) throws(StoreError) -> Bool {
    if let isMore = standardInput.read(into: &bytes) { return isMore }
    throw StoreError(
      .inputOutput, "standard input cannot be read: \(readingProblem)",
      help: "pipe what is to be read into it")
  }

  /// Why the last `read` failed.
  static var readingProblem: String {
    switch errno {
    case EBADF: "it is closed"
    case EISDIR: "it is a folder"
    case EACCES, EPERM: "permission denied"
    case EMFILE, ENFILE: "too many files are open"
    default: "reading it failed"
    }
  }

  /// Opens closed standard streams so that using them still fails, and no file that is opened takes their place.
  ///
  /// As in `stdopen.c` of Gnulib.
  static func fillStandard() {
    for number in standardInput.number...standardError.number where fcntl(number, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", number == standardInput.number ? O_WRONLY : O_RDONLY)
    }
  }

  /// Makes writing to a closed pipe, or beyond the size that files may have, an error of the call instead of the
  /// end of the process.
  static func ignoreBrokenPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }
}

// The system's functions of the names that methods of `FileDescriptor` have.

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}

private func systemRename(_ path: String, _ other: String) -> Int32 {
  unsafe rename(path, other)
}

private func systemClose(_ descriptor: Int32) {
  _ = close(descriptor)
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, bytes, count)
}
