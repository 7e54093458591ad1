#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Blocks of bytes in a temporary file, which this user alone may read and which has no name once it is open.
final class SpillFile {
  private let connection: Connection
  /// How many blocks were written.
  private(set) var count = 0

  init() throws(StoreError) {
    // A temporary file of SQLite's own may lie in another folder.
    let folder = FileManager.default.temporaryDirectory.path
    let path = "\(folder)/pace-\(String(UInt64.random(in: 0 ... .max), radix: 16))"
    do throws(StoreError) {
      guard try Connection.makeFile(path) else {
        throw StoreError(.other, "`\(path)` is there already")
      }
      defer { try? FileManager.default.removeItem(atPath: path) }
      // A block with a row of the most bytes is larger than that.
      connection = try Connection(
        opening: path, flags: .readWrite, path: folder, busyTimeout: 0, mostBytes: .max)
      try connection.execute(
        """
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -256;
        CREATE TABLE block(bytes BLOB); BEGIN
        """)
    } catch {
      throw Self.failure(error.code, "no temporary file can be made in `\(folder)`")
    }
  }

  func append(_ block: [UInt8]) throws(StoreError) {
    do throws(StoreError) {
      try connection.run("INSERT INTO block VALUES (?)", [.blob(block)])
    } catch {
      let cause = error.code == .full ? "no space is left" : "it takes no more"
      throw Self.failure(
        error.code, "rows could not be sorted in a temporary file in `\(connection.path)`: \(cause)")
    }
    count += 1
  }

  /// Lends the block with a number, from 0.
  func read<R>(_ block: Int, _ body: (Span<UInt8>) -> R) throws(StoreError) -> R {
    let select = try connection.prepare(
      "SELECT bytes FROM block WHERE rowid = ?", [.integer(Int64(block + 1))])
    _ = try select.step()
    return select.cell(0).withBlob { body($0) }
  }

  private static func failure(_ code: StoreError.Code, _ message: String) -> StoreError {
    StoreError(code, message, help: "name another folder in TMPDIR, or allow more with --memory")
  }
}
