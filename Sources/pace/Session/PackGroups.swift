import PaceLanguage

/// The programs that the arguments of `lint`, `fmt` and `test` stand for.
///
/// Files named together make one program; of a folder, each root file (not included by another) is its own.
struct PackGroups {
  /// The root files of each program.
  private(set) var programs: [[String]] = []
  /// Every file that was named or found.
  private(set) var files: [String] = []

  init(_ arguments: [String], addingScenarios: Bool) throws(Failure) {
    var named: [String] = []
    var found: [String] = []
    for argument in arguments {
      if PackLocator.isFolder(argument) {
        found += FileSystem.ruleFiles(below: argument)
      } else {
        let path = try PackLocator.file(argument)
        named.append(path)
        if addingScenarios, let beside = PackLocator.scenarios(beside: path) { named.append(beside) }
      }
    }
    if !named.isEmpty { programs.append(named) }
    programs += Self.roots(of: found).map { [$0] }
    files = Self.unique(named + found)
  }

  /// Those of `files` that no other of them includes.
  private static func roots(of files: [String]) -> [String] {
    let files = unique(files)
    var included: Set<String> = []
    for file in files {
      let sources = SourceSet(roots: [file], read: FileSystem.read)
      for edge in sources.includes { included.insert(normalizedPath(sources.files[Int(edge.to.index)].path)) }
    }
    return files.filter { !included.contains(normalizedPath($0)) }
  }

  private static func unique(_ paths: [String]) -> [String] {
    var seen: Set<String> = []
    return paths.filter { seen.insert(normalizedPath($0)).inserted }
  }
}
