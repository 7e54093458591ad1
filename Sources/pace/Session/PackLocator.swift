import PaceLanguage

/// Finds the files that a PACK argument stands for.
enum PackLocator {
  static let folder = "rules"

  /// The path of a `.pace` file, or of the pack with a bare name.
  static func file(_ argument: String) throws(Failure) -> String {
    if argument.hasSuffix(".pace") {
      if FileSystem.entry(at: argument) == .file { return argument }
      if let problem = FileSystem.brokenLink(at: argument) { throw .usage(.brokenPack(argument, problem)) }
      throw .usage(.unknownPack(argument, looked: argument, suggestion: neighbour(of: argument)))
    }
    let path = "\(folder)/\(argument).pace"
    if FileSystem.entry(at: path) == .file { return path }
    if let problem = FileSystem.brokenLink(at: path) { throw .usage(.brokenPack(path, problem)) }
    if let entry = FileSystem.entry(at: argument) {
      throw .usage(
        entry == .folder ? .folderForPack(argument, packs: packs(below: argument)) : .logForPack(argument))
    }
    if [".db", ".sqlite", ".sqlite3", ".store"].contains(where: argument.hasSuffix) {
      throw .usage(.logForPack(argument))
    }
    let isFile = FileSystem.entry(at: argument + ".pace") == .file
    throw .usage(
      .unknownPack(argument, looked: path, suggestion: isFile ? argument + ".pace" : pack(near: argument)))
  }

  private static func packs(below folder: String) -> [String] {
    FileSystem.ruleFiles(below: folder).filter { !$0.hasSuffix(".test.pace") }
  }

  /// Whether the argument means a folder of packs.
  static func isFolder(_ argument: String) -> Bool {
    FileSystem.entry(at: argument) == .folder && FileSystem.entry(at: "\(folder)/\(argument).pace") == nil
  }

  /// The scenarios beside a pack: `NAME.test.pace` for `NAME.pace`.
  static func scenarios(beside path: String) -> String? {
    guard path.hasSuffix(".pace"), !path.hasSuffix(".test.pace") else { return nil }
    let beside = String(path.dropLast(".pace".count)) + ".test.pace"
    return FileSystem.entry(at: beside) == .file ? beside : nil
  }

  /// The pack beside its scenarios: `NAME.pace` for `NAME.test.pace`.
  static func pack(beside path: String) -> String? {
    guard path.hasSuffix(".test.pace") else { return nil }
    let beside = String(path.dropLast(".test.pace".count)) + ".pace"
    return FileSystem.entry(at: beside) == .file ? beside : nil
  }

  private static func pack(near name: String) -> String? {
    let packs = (FileSystem.names(in: folder) ?? [])
      .filter { $0.hasSuffix(".pace") && !$0.hasSuffix(".test.pace") }
      .map { String($0.dropLast(".pace".count)) }
    return Spelling.nearest(to: name, among: packs)
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
}
