#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Blocks of bytes in a temporary file, which SQLite makes readable by this user only and unlinks once it is open.
final class SpillFile {
  private let connection: Connection
  /// How many blocks were written.
  private(set) var count = 0

  init() throws(StoreError) {
    let folder = FileManager.default.temporaryDirectory.path
    // Otherwise SQLite would look for another folder.
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw Self.failure(.noPermission, "no temporary file can be made in `\(folder)`")
    }
    do throws(StoreError) {
      connection = try Connection(opening: "", flags: [.readWrite, .create], path: folder, busyTimeout: 0)
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
