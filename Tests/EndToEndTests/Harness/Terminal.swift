import Foundation
import Testing

/// A pseudo-terminal, whose user is the test.
final class Terminal {
  /// The process's end of the terminal.
  let device: FileHandle
  private let master: Int32
  private var bytes: [UInt8] = []

  init(columns: UInt16 = 80) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 25, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(unsafe openpty(&master, &slave, nil, nil, &size) == 0)
    self.master = master
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    device = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
  }

  deinit { close(master) }

  /// Waits until something is written, at most a tenth of a second.
  func wait() {
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&ready, 1, 100)
  }

  /// Presses keys.
  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = unsafe write(master, bytes, bytes.count)
  }

  /// Sets the width; the system tells the processes in the foreground.
  func resize(columns: UInt16) {
    var size = winsize(ws_row: 25, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Whether the process gets keys as they are pressed, without an echo.
  var isRaw: Bool {
    var modes = termios()
    return unsafe tcgetattr(master, &modes) == 0 && modes.c_lflag & tcflag_t(ICANON | ECHO) == 0
  }

  /// All text that was written so far.
  var text: String {
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(master, &block, block.count)
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += block[..<count]
    }
  }
}
