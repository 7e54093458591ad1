import PaceLanguage
import PaceStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FileSystem {
  /// Replaces a file's content, or makes it; a failure says why, and what became of the file.
  ///
  /// A file that is there is written in place, so that it keeps its owner and mode, and links still lead to it.
  /// Until that is done a copy stands beside it, so that a full disk loses nothing. Nobody can read the copy
  /// who can't read the file. Devices, pipes and streams that are open already take the bytes as they come.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    var state: String?
    do throws(OutputError) {
      if let stream = FileDescriptor(openAs: path) { return try stream.write(bytes, upTo: bytes.count) }
      // Ctrl-C is not held back: nobody may ever read from a pipe.
      if entry(at: path) != nil, !FileDescriptor.isRegular(path) {
        return try FileDescriptor(writingTo: path).take(bytes)
      }
      Interruption.hold()
      defer { Interruption.release() }
      try writeFile(bytes, to: Connection.linkEnd(of: path) ?? path, state: &state)
    } catch {
      throw failure(error, path, state: state)
    }
  }

  /// Refuses a file that is no longer as it was read: an editor may have saved in between.
  ///
  /// - Parameter bytes: what the file held; nil if there was none.
  static func check(_ path: String, stillHolds bytes: [UInt8]?) throws(Failure) {
    guard let bytes else {
      if entry(at: path) == nil { return }
      throw .data("\(path) has appeared meanwhile; try again")
    }
    if case .bytes(let present) = read(path), present == bytes { return }
    throw .data("\(path) has changed meanwhile; try again")
  }

  /// - Parameter state: set to what a failure leaves.
  private static func writeFile(_ bytes: [UInt8], to path: String, state: inout String?) throws(OutputError) {
    state = "nothing was changed"
    let isNew = entry(at: path) == nil
    let before = isNew ? nil : FileManager.default.contents(atPath: path)
    let beside = spare(beside: path)
    let file = try FileDescriptor(making: beside, mode: isNew ? 0o666 : 0o600)
    var isTouched = false
    do throws(OutputError) {
      try file.take(bytes)
      if isNew { return try FileDescriptor.rename(beside, to: path) }
      isTouched = true
      try FileDescriptor(writingTo: path).take(bytes)
    } catch {
      if isTouched, !isRestored(path, to: before) {
        state = "what it should hold is in `\(beside)`"
      } else {
        remove(beside)
      }
      throw error
    }
    remove(beside)
  }

  /// Whether a file holds again what it did.
  private static func isRestored(_ path: String, to before: Data?) -> Bool {
    guard let before else { return false }
    return FileManager.default.contents(atPath: path) == before
      || (try? FileDescriptor(writingTo: path).take(Array(before))) != nil
  }

  private static func failure(_ error: OutputError, _ path: String, state: String?) -> Failure {
    if case .closed = error { return .output(error) }
    let help = [error.remedy, state].compactMap(\.self).joined(separator: "; ")
    return .data("`\(path)` cannot be written: \(error.reason)", help: help.isEmpty ? nil : help)
  }

  /// Moves a file to a path that nothing has yet.
  static func move(_ path: String, to other: String) throws(Failure) {
    do throws(OutputError) {
      try FileDescriptor.move(path, to: other)
    } catch {
      throw failure(error, other, state: nil)
    }
  }

  /// Makes a folder, and those that it lies in, unless they are there.
  static func makeFolder(_ path: String) throws(Failure) {
    var made: [String] = []
    try makeFolder(path, made: &made)
  }

  /// - Parameter made: the folders that were not there are added to it, the outermost first.
  static func makeFolder(_ path: String, made: inout [String]) throws(Failure) {
    if entry(at: path) == .folder { return }
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try makeFolder(String(path[..<slash]), made: &made)
    }
    do throws(OutputError) {
      try FileDescriptor.makeFolder(path)
      made.append(path)
    } catch {
      throw .data("the folder `\(path)` cannot be made: \(error.reason)", help: error.remedy)
    }
  }

  /// An unused path beside `path`: a file that an interrupted run has left may be the only copy.
  static func spare(beside path: String) -> String {
    var spare = path + ".partial"
    while entry(at: spare) != nil || isLink(spare) { spare += "~" }
    return spare
  }

  /// Removes a file, if it is there.
  static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// Removes a database with what SQLite keeps beside one that is being written.
  static func removeDatabase(_ path: String) {
    for ending in ["", "-journal", "-wal", "-shm"] { remove(path + ending) }
  }
}
