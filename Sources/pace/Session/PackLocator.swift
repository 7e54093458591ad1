import PaceLanguage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds the files that a PACK argument stands for.
enum PackLocator {
  static let folder = "rules"
  /// The environment variable that names further folders of packs, with colons between them.
  static let variable = "PACE_PATH"

  /// Where packs with bare names lie, the first place first: `rules`, then each folder of `PACE_PATH` and the
  /// `rules` in it.
  private static let folders: [String] = {
    let more = (ProcessInfo.processInfo.environment[variable] ?? "").split(separator: ":").map { path in
      path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : String(path)
    }
    return [folder] + more.flatMap { [$0, "\($0)/\(folder)"] }
  }()

  /// The path of a `.pace` file, or of the pack with a bare name.
  static func file(_ argument: String) throws(Failure) -> String {
    if argument.hasSuffix(".pace") {
      if FileSystem.entry(at: argument) == .file { return argument }
      if let problem = FileSystem.barrier(at: argument) { throw .usage(.brokenPack(argument, problem)) }
      throw .usage(.unknownPack(argument, looked: [argument], suggestion: neighbour(of: argument)))
    }
    let paths = paths(of: argument)
    for path in paths {
      if FileSystem.entry(at: path) == .file { return path }
      if let problem = FileSystem.barrier(at: path) { throw .usage(.brokenPack(path, problem)) }
    }
    if [".json", ".jsonl", ".ndjson"].contains(where: argument.hasSuffix) {
      throw .usage(.jsonForPack(argument))
    }
    if let entry = FileSystem.entry(at: argument) {
      if entry == .file { throw .usage(.logForPack(argument)) }
      // There may be very many folders below its own.
      let packs = FileSystem.ruleFiles(below: argument, depth: 1).filter(isPack)
      throw .usage(.folderForPack(argument, packs: packs))
    }
    if [".db", ".sqlite", ".sqlite3", ".store"].contains(where: argument.hasSuffix) {
      throw .usage(.logForPack(argument))
    }
    let isFile = FileSystem.entry(at: argument + ".pace") == .file
    let suggestion = isFile ? argument + ".pace" : Spelling.nearest(to: argument, among: names)
    let isFolder = argument == folder || argument.hasSuffix("/")
    var more: [String] = []
    if isFolder {
      more.append("there is no folder `\(argument)` here")
    } else if paths.count == 1, !argument.hasPrefix("/"), suggestion == nil {
      more.append("\(variable) can name more folders")
    }
    if names.isEmpty, suggestion == nil { more.append("`pace new NAME` writes a pack") }
    let looked = argument.hasSuffix("/") ? [argument] : paths
    throw .usage(.unknownPack(argument, looked: looked, more: more, suggestion: suggestion))
  }

  /// The pack that the last part of a path names, with its ending or without, where packs with bare names lie.
  static func packCalled(as path: String) -> String? {
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    let name = isPack(last) ? String(last.dropLast(".pace".count)) : last
    return paths(of: name).first { FileSystem.entry(at: $0) == .file }
  }

  /// Whether the argument means a folder of packs.
  static func isFolder(_ argument: String) -> Bool {
    FileSystem.entry(at: argument) == .folder
      && !paths(of: argument).contains { FileSystem.entry(at: $0) != nil }
  }

  /// The scenarios beside a pack: `NAME.test.pace` for `NAME.pace`.
  static func scenarios(beside path: String) -> String? {
    isPack(path) ? file(beside: path, ".pace", ".test.pace") : nil
  }

  /// The pack beside its scenarios: `NAME.pace` for `NAME.test.pace`.
  static func pack(beside path: String) -> String? {
    file(beside: path, ".test.pace", ".pace")
  }

  /// The file whose name has `other` in place of `ending`, if it is there.
  private static func file(beside path: String, _ ending: String, _ other: String) -> String? {
    guard path.hasSuffix(ending) else { return nil }
    let beside = path.dropLast(ending.count) + other
    return FileSystem.entry(at: String(beside)) == .file ? String(beside) : nil
  }

  /// Whether a name is a pack's, and not that of scenarios.
  private static func isPack(_ name: String) -> Bool {
    name.hasSuffix(".pace") && !name.hasSuffix(".test.pace")
  }

  /// The bare names that stand for packs, those of the first place first.
  static var names: [String] {
    var names: [String] = []
    for folder in folders {
      for file in FileSystem.names(in: folder) ?? [] {
        guard isPack(file) else { continue }
        let name = String(file.dropLast(".pace".count))
        if !names.contains(name) { names.append(name) }
      }
    }
    return names
  }

  /// Where the pack with a bare name may lie.
  private static func paths(of name: String) -> [String] {
    name.hasPrefix("/") ? ["\(name).pace"] : folders.map { "\($0)/\(name).pace" }
  }

  /// The file with the nearest name in the same folder.
  private static func neighbour(of path: String) -> String? {
    if FileSystem.entry(at: "\(folder)/\(path)") == .file { return "\(folder)/\(path)" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let parent = parts.dropLast().joined(separator: "/")
    let names = (FileSystem.names(in: parent.isEmpty ? "." : parent) ?? []).filter { $0.hasSuffix(".pace") }
    guard let name = Spelling.nearest(to: String(parts.last ?? ""), among: names) else { return nil }
    return parent.isEmpty ? name : "\(parent)/\(name)"
  }

  /// The packs that were named; there must be at least one.
  static func named(by arguments: Arguments) throws(Failure) -> [String] {
    if arguments.positional.isEmpty { throw .usage(.missingPack(names)) }
    return arguments.positional
  }
}
