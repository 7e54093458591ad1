import PaceLanguage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Connection {
  /// Opens a database for reading, at one consistent state; a writer may go on meanwhile.
  ///
  /// - Parameter busyTimeout: for how many milliseconds to wait for a locked file.
  public static func reading(_ path: String, busyTimeout: Int = 5_000) throws(StoreError) -> Connection {
    try checkReadable(path)
    try refuseCSV(path)
    do throws(StoreError) {
      return try snapshot(name(of: path), [.readOnly], path: path, busyTimeout: busyTimeout)
    } catch {
      guard standsStill(path, error) else { throw error }
      return try snapshot(
        uri(path, "immutable=1"), [.readOnly, .uri], path: path, isImmutable: true, busyTimeout: busyTimeout)
    }
  }

  /// Opens the in-memory database of CSV files for reading; errors name `path`.
  static func reading(csv uri: String, path: String) throws(StoreError) -> Connection {
    try snapshot(uri, [.readWrite, .uri], path: path, isCSV: true, busyTimeout: 0)
  }

  /// Whether a file counts as CSV: by its name, unless its content is a database.
  public static func isCSV(_ path: String) -> Bool {
    let name = path.lowercased()
    guard name.hasSuffix(".csv") || name.hasSuffix(".tsv") else { return false }
    guard (try? checkKind(path)) != nil, size(of: path) ?? 0 > 0,
      let data = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
    else { return true }
    return !data.starts(with: Array("SQLite format 3\0".utf8))
  }

  /// Refuses a CSV file if a database is needed.
  public static func refuseCSV(_ path: String) throws(StoreError) {
    guard isCSV(path) else { return }
    throw StoreError(
      .notADatabase, "`\(path)` is a CSV file, and a log is kept in a database",
      help: """
        take its rows into one: `pace init PACK --db LOG`, then
        `pace export PACK --db \(ShellWord.quoted(path)) | pace import PACK --db LOG -`
        """)
  }

  /// Whether a database that can't be opened may be read as one that doesn't change.
  ///
  /// In WAL mode it needs files beside it, which can't be made in a read-only folder, on a file system mounted
  /// read-only or on a full disk; but without a write-ahead log, or with an empty one, it doesn't change.
  private static func standsStill(_ path: String, _ error: StoreError) -> Bool {
    let path = linkEnd(of: path) ?? path
    guard size(of: path + "-wal") ?? 0 == 0 else { return false }
    // Nobody else has it open: the files would be there.
    if error.code == .full { return true }
    guard error.code == .noPermission || error.code == .readOnly else { return false }
    return FileManager.default.isReadableFile(atPath: path)
      && !FileManager.default.isWritableFile(atPath: folder(of: path))
  }

  /// The folder in which a file is, or would be made.
  static func folder(of path: String) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return folder.isEmpty ? "/" : folder
  }

  private static func uri(_ path: String, _ option: String) -> String {
    // What follows two slashes would be a host, so a path that begins with a slash gets an empty one.
    (path.hasPrefix("/") ? "file://" : "file:") + percentEncoded(name(of: path)) + "?" + option
  }

  /// A path under a name that SQLite takes for a file: it has names of its own, such as `:memory:`, and URIs.
  private static func name(of path: String) -> String {
    path.hasPrefix(":") || path.hasPrefix("file:") ? "./" + path : path
  }

  /// Attaches another database read-only, under a name.
  func attach(_ path: String, as name: String) throws(StoreError) {
    // Errors name this connection's file, and don't tell why, so the other one is opened by itself first.
    let isImmutable = try Self.reading(path).isImmutable
    let uri = Self.uri(path, isImmutable ? "immutable=1" : "mode=ro")
    try run("ATTACH ?1 AS \(SQLText.name(name))", [.text(uri)])
    // Errors in the file have to show now.
    _ = try number("SELECT count(*) FROM \(SQLText.name(name)).sqlite_schema")
  }

  func detach(_ name: String) throws(StoreError) { try execute("DETACH \(SQLText.name(name))") }

  /// Opens a database for reading and writing, and creates the file if there is none.
  public static func writing(_ path: String, busyTimeout: Int = 5_000) throws(StoreError) -> Connection {
    try checkKind(path)
    try refuseCSV(path)
    mendBeside(path)
    // URIs are enabled to attach other files.
    let connection = try Connection(
      opening: name(of: path), flags: [.readWrite, .create, .uri], path: path, busyTimeout: busyTimeout)
    try connection.readHeader()
    // With SQLite's own 2 MB, ids in no order would bring the pages of large indexes in again and again.
    try connection.execute("PRAGMA cache_size = -16000")
    connection.giveUp(after: nil)
    return connection
  }

  /// Whether two paths lead to the same file, by links of either sort.
  static func areSame(_ path: String, _ other: String) -> Bool {
    let places = [path, other].map { URL(filePath: $0).absoluteURL.resolvingSymlinksInPath().path }
    if places[0] == places[1] { return true }
    let numbers = places.map { path in
      (try? FileManager.default.attributesOfItem(atPath: path)).map {
        [$0[.systemNumber] as? UInt64, $0[.systemFileNumber] as? UInt64]
      }
    }
    return numbers[0] != nil && numbers[0] == numbers[1]
  }

  /// Whether there is anything at a path.
  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  private static func snapshot(
    _ name: String, _ flags: OpenFlags, path: String, isCSV: Bool = false, isImmutable: Bool = false,
    busyTimeout: Int
  ) throws(StoreError) -> Connection {
    let connection = try Connection(
      opening: name, flags: flags, path: path, isCSV: isCSV, isImmutable: isImmutable,
      busyTimeout: busyTimeout)
    try connection.execute("PRAGMA query_only = 1")
    try connection.renewSnapshot()
    return connection
  }

  /// Goes on to the state of a database opened for reading as it is now.
  func renewSnapshot() throws(StoreError) {
    try? execute("ROLLBACK")
    try execute("BEGIN")
    try readHeader()
  }

  /// Makes the files beside a writable database writable for their owner too.
  ///
  /// They are read-only if a reader made them while the database was read-only.
  private static func mendBeside(_ path: String) {
    let path = linkEnd(of: path) ?? path
    let files = FileManager.default
    guard files.isWritableFile(atPath: path) else { return }
    for ending in ["-wal", "-shm"] where !files.isWritableFile(atPath: path + ending) {
      guard let mode = mode(of: path + ending) else { continue }
      try? files.setAttributes([.posixPermissions: mode | 0o200], ofItemAtPath: path + ending)
    }
  }

  private static func mode(of path: String) -> Int? {
    let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    return (mode as? UInt).map { Int(clamping: $0) } ?? mode as? Int
  }

  /// Reads the first page, so that errors in a file show when it is opened.
  private func readHeader() throws(StoreError) { _ = try number("SELECT count(*) FROM sqlite_schema") }

  /// Refuses a path that is no readable file, or an empty one.
  public static func checkReadable(_ path: String) throws(StoreError) {
    try checkKind(path)
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreError(.missing, "no file `\(path)`", help: "check the path")
    }
    if size(of: path) == 0 {
      let remedy =
        isCSV(path)
        ? "the first line has to name the columns"
        : "`pace init PACK --db \(ShellWord.quoted(path))` makes it a log to keep, and `pace sample` writes one to try "
          + "things with"
      throw StoreError(
        .empty, "`\(path)` is empty, 0 bytes long", help: "a copy or download may have failed; \(remedy)")
    }
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw StoreError(.noPermission, "no permission to read `\(path)`", help: "check the file's permissions")
    }
  }

  /// Whether a path leads through a folder that may not be entered, so that nobody can tell what is there.
  public static func isBarred(_ path: String) -> Bool {
    do {
      _ = try FileManager.default.attributesOfItem(atPath: path)
      return false
    } catch {
      return (error as? CocoaError)?.code == .fileReadNoPermission
    }
  }

  /// The path that links lead to in the end, whether or not anything is there; nil for links in a circle.
  ///
  /// A path that is no link leads to itself.
  public static func linkEnd(of path: String) -> String? {
    var place = path
    // As many links in a row as systems follow.
    for _ in 0..<40 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: place) else { return place }
      let folder = place.lastIndex(of: "/").map { place[...$0] } ?? ""
      place = next.hasPrefix("/") ? next : folder + next
    }
    return nil
  }

  /// Refuses a path that holds a NUL byte, leads through a folder that may not be entered, or is a link to nowhere.
  static func checkPath(_ path: String) throws(StoreError) {
    if path.isEmpty { throw StoreError(.missing, "the path of the file is empty", help: "give one") }
    if path.utf8.contains(0) {
      throw StoreError(
        .missing, "`\(path.replacing("\0", with: "\\0"))` is no file's path: it has a NUL byte in it",
        help: "give a path without one")
    }
    if isBarred(path) {
      throw StoreError(
        .noPermission, "no permission to enter the folder of `\(path)`",
        help: "check the permissions of its folders")
    }
    let end = linkEnd(of: path)
    if end == path || exists(path) || end.map({ isBarred($0) }) ?? false { return }
    throw StoreError(
      .linkToNowhere,
      "`\(path)` is a link "
        + (end.map { "to `\($0)`, which is not there" } ?? "that leads round in a circle"),
      help: "name the file itself, or remove the link")
  }

  /// Refuses a path to anything but a regular file; a file that isn't there may still be made.
  private static func checkKind(_ path: String) throws(StoreError) {
    try checkPath(path)
    let attributes = try? FileManager.default.attributesOfItem(atPath: resolved(path))
    switch attributes?[.type] as? FileAttributeType {
    case nil, .some(.typeRegular): return
    case .some(.typeDirectory):
      throw StoreError(.directory, "`\(path)` is a folder, not a database", help: "name the file in it")
    case .some:
      throw StoreError(
        .notADatabase, "`\(path)` is not a regular file",
        help: "a database is read at many places, so no pipe or device will do; write it to a file first")
    }
  }

  /// How many bytes a file has; nil if there is none, and for pipes and devices.
  static func size(of path: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: resolved(path))
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
    // The value's type depends on whether the process has loaded all of Foundation.
    return (attributes?[.size] as? UInt).map { Int(clamping: $0) } ?? attributes?[.size] as? Int
  }

  private static func resolved(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().path
  }

  private static func percentEncoded(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      if byte.isWordByte || [UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-")].contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return text
  }
}
