import PaceLanguage

/// The programs that the arguments of `lint`, `fmt` and `test` stand for.
///
/// Files named together make one program; of a folder, each root file (not included by another) is its own.
struct PackGroups {
  /// The root files of each program.
  private(set) var programs: [[String]] = []
  /// Every file that was named or found.
  private(set) var files: [String] = []
  /// The text on standard input, and the path that it stands for.
  private(set) var input: (path: String, text: ReadResult)?

  /// - Parameters:
  ///   - addingScenarios: whether to add the scenarios beside each pack that is named, and to join those in folders.
  ///   - joiningScenarios: whether to join scenarios that are found in folders with the packs beside them.
  ///   - inputName: the path that standard input stands for; nil for `-`.
  init(
    _ arguments: [String], addingScenarios: Bool, joiningScenarios: Bool = false, inputName: String? = nil
  ) throws(Failure) {
    var named: [String] = []
    var found: [String] = []
    for argument in arguments {
      if argument == "-", !addingScenarios {
        let path = inputName ?? argument
        input = (path, FileSystem.readStandardInput())
        named.append(path)
      } else if PackLocator.isFolder(argument) {
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
    programs += addingScenarios || joiningScenarios ? Self.joiningScenarios(roots) : roots
    files = Self.unique(named + found)
  }

  /// The bytes of a file, those on standard input for the path that it stands for.
  func read(_ path: String) -> ReadResult {
    if let input, FileSystem.identity(of: path) == FileSystem.identity(of: input.path) { return input.text }
    return FileSystem.read(path)
  }

  /// Reads and parses files, each once, whatever paths lead to it.
  func sources(_ roots: [String]) -> SourceSet {
    SourceSet(roots: roots, read: read, identity: FileSystem.identity)
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

  /// The roots of each program; a test file is joined with the file beside it if neither has a subject.
  static func joiningFragments(_ roots: [String], _ compile: ([String]) -> Compilation) -> [[String]] {
    roots.map { root in
      guard let pack = PackLocator.pack(beside: root), compile([root]).isFragment else { return [root] }
      return compile([pack, root]).isFragment ? [pack, root] : [root]
    }
  }

  /// Those of `files` in which programs begin.
  private static func roots(of files: [String]) -> [String] {
    let files = unique(files)
    let members = files.map { FolderFile(FileSystem.identity(of: $0), FileSystem.sources([$0])) }
    return FolderFile.roots(of: members).map { files[$0] }
  }

  private static func unique(_ paths: [String]) -> [String] {
    var seen: Set<String> = []
    return paths.filter { seen.insert(FileSystem.identity(of: $0)).inserted }
  }
}

extension Option {
  static let inputName = Option.value(
    "stdin-filename", "FILE", "the file that `-`, standard input, stands for")
}

extension PackGroups {
  /// The programs that a command's arguments name, standard input being one.
  init(naming arguments: Arguments, joiningScenarios: Bool = false) throws(Failure) {
    let named = try PackLocator.named(by: arguments)
    if arguments[.inputName] != nil, !named.contains("-") {
      throw .usage(.needs(option: "--stdin-filename", others: ["-"]))
    }
    try self.init(
      named, addingScenarios: false, joiningScenarios: joiningScenarios, inputName: arguments[.inputName])
  }
}
