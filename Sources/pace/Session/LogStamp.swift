/// The attributes of a log's files by which a change of the log is noticed.
struct LogStamp {
  let file: FileSystem.Stamp
  /// The write-ahead log.
  private let ahead: FileSystem.Stamp

  init(_ path: String) {
    file = FileSystem.stamp(of: path)
    ahead = FileSystem.stamp(of: FileSystem.identity(of: path) + "-wal")
  }

  /// Whether the log was written between an earlier stamp and this one.
  ///
  /// A write-ahead log that has gone was moved into the file, or had been before: the last to close it deletes it.
  func isWritten(since earlier: LogStamp) -> Bool {
    file != earlier.file || ahead.size ?? 0 > 0 && ahead != earlier.ahead
  }
}
