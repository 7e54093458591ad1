import PaceLanguage
import PaceStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The few questions that the command line asks of the file system.
enum FileSystem {
  enum Entry {
    case file, folder
  }

  static func entry(at path: String) -> Entry? {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    return isFolder ? .folder : .file
  }

  /// The absolute path without links, which is the same however a file is named.
  static func identity(of path: String) -> String {
    URL(filePath: path).absoluteURL.resolvingSymlinksInPath().path
  }

  /// Reads and parses files, each once, whatever paths lead to it.
  static func sources(_ roots: [String]) -> SourceSet {
    SourceSet(roots: roots, read: read, identity: identity)
  }

  /// The bytes of a file, or why they cannot be had.
  static func read(_ path: String) -> ReadResult {
    if let problem = absence(of: path) {
      return .failure(problem, meant: PackLocator.packCalled(as: path))
    }
    guard FileDescriptor.isRegular(path) else {
      return .failure("it is a pipe or a device; write what it gives to a file first")
    }
    guard let file = FileDescriptor(reading: path) else { return .failure(FileDescriptor.readingProblem) }
    defer { file.close() }
    return all(of: file)
  }

  /// All that comes on standard input, or why it cannot be had.
  static func readStandardInput() -> ReadResult { all(of: .standardInput) }

  /// Stops at the size that a text may have: what writes to a stream may never end.
  private static func all(of stream: FileDescriptor) -> ReadResult {
    var bytes: [UInt8] = []
    while let isMore = stream.read(into: &bytes) {
      if !isMore { return .bytes(bytes) }
      if bytes.count > ReadResult.mostBytes { return .tooLarge }
    }
    return .failure(FileDescriptor.readingProblem)
  }

  /// Why there is no file to read at a path; nil if there is one, whether it may be read or not.
  static func absence(of path: String) -> String? {
    switch entry(at: path) {
    case nil: barrier(at: path) ?? "no such file"
    case .folder: "it is a folder"
    case .file: nil
    }
  }

  /// Whether there is a link, even one that leads to nothing.
  static func isLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
  }

  /// What bars the way to a path: a folder that may not be entered, or a link that leads nowhere; nil if nothing does.
  static func barrier(at path: String) -> String? {
    if Connection.isBarred(path) { return "a folder on the way to it may not be entered" }
    guard let end = Connection.linkEnd(of: path) else { return "it is a link that leads round in a circle" }
    return end == path ? nil : "it is a link to `\(end)`, which is not there"
  }

  /// How to call this program from any folder: the word it was called by, made absolute if it is a path.
  static var program: String {
    let word = CommandLine.arguments.first ?? "pace"
    if word.hasPrefix("/") || !word.contains("/") { return word }
    return "\(FileManager.default.currentDirectoryPath)/\(word)"
  }

  /// The path of another program in the folder of this one.
  static func besides(_ name: String) -> String {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: own ?? identity(of: program)).deletingLastPathComponent().appending(path: name).path
  }

  /// The attributes that differ between two states of a file.
  struct Stamp: Equatable {
    var written: Date?
    var size: UInt64?
    /// The file's number on the disk: another one if the file was replaced.
    var number: UInt64?
  }

  /// When the file that a path leads to was last written, how large it is, and its number; empty if there is none.
  static func stamp(of path: String) -> Stamp {
    // The attributes of a link's path would be the link's own.
    let target = identity(of: path)
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: target) else { return Stamp() }
    return Stamp(
      written: attributes[.modificationDate] as? Date, size: attributes[.size] as? UInt64,
      number: attributes[.systemFileNumber] as? UInt64)
  }

  /// The names in a folder, sorted by bytes; nil if it can't be looked into.
  static func names(in folder: String) -> [String]? {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    return names?.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Every `.pace` file below a folder, sorted; hidden ones, and folders that are links, are left out.
  ///
  /// Links that lead nowhere are included if they may have led to such a file or folder, and so are folders
  /// that can't be looked into; `obstacle` says what is wrong with either.
  ///
  /// - Parameter depth: how many folders may lie between.
  static func ruleFiles(below folder: String, depth: Int = .max) -> [String] {
    guard let names = names(in: folder) else { return [folder] }
    var files: [String] = []
    for name in names where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      switch entry(at: path) {
      case .folder: if depth > 0, !isLink(path) { files += ruleFiles(below: path, depth: depth - 1) }
      case .file: if name.hasSuffix(".pace") { files.append(path) }
      case nil: if name.hasSuffix(".pace") || !name.contains(".") { files.append(path) }
      }
    }
    return files
  }

  /// Why one of the `ruleFiles` can't be read; nil if it is a file.
  static func obstacle(at path: String) -> String? {
    if entry(at: path) == .file { return nil }
    if let problem = barrier(at: path) { return problem }
    // A listing shows this sign in place of bytes that are no text.
    return path.contains("\u{FFFD}") ? "its name is not UTF-8; give it another" : "permission denied"
  }
}
