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
        let inside = FileSystem.ruleFiles(below: argument)
        if inside.isEmpty { throw .usage(.noPacks(argument)) }
        for path in inside {
          if let problem = FileSystem.obstacle(at: path) { throw .usage(.brokenPack(path, problem)) }
        }
        found += inside
      } else {
        let path = try PackLocator.file(argument)
        named.append(path)
        if addingScenarios, let beside = PackLocator.scenarios(beside: path) { named.append(beside) }
      }
    }
    if !named.isEmpty { programs.append(named) }
    let roots = Self.roots(of: found).map { [$0] }
    programs += addingScenarios ? Self.joiningScenarios(roots) : roots
    files = Self.unique(named + found)
  }

  /// Joins a test file that leads to no subject with the pack beside it, as if the pack were named too.
  private static func joiningScenarios(_ programs: [[String]]) -> [[String]] {
    let joined = programs.map { roots in
      guard let root = roots.first, let pack = PackLocator.pack(beside: root),
        Compilation(FileSystem.sources(roots)).isFragment
      else { return roots }
      return [pack, root]
    }
    let packs = Set(joined.filter { $0.count > 1 }.compactMap(\.first).map(FileSystem.identity))
    return joined.filter { $0.count > 1 || !packs.contains(FileSystem.identity(of: $0.first ?? "")) }
  }

  /// Those of `files` that no other of them includes.
  private static func roots(of files: [String]) -> [String] {
    let files = unique(files)
    var included: Set<String> = []
    for file in files {
      let sources = FileSystem.sources([file])
      for edge in sources.includes { included.insert(sources.files[Int(edge.to.index)].identity) }
    }
    return files.filter { !included.contains(FileSystem.identity(of: $0)) }
  }

  private static func unique(_ paths: [String]) -> [String] {
    var seen: Set<String> = []
    return paths.filter { seen.insert(FileSystem.identity(of: $0)).inserted }
  }
}
