import FoundationEssentials
import PaceLanguage

/// The rule files that an editor has open, over those on the disk, and the programs they belong to.
struct Workspace {
  /// An open text.
  struct Open {
    /// As the client names it.
    var uri: String
    var path: String
    var version: JSONValue
    var document: TextDocument
  }

  /// The open texts, by the identities of their files.
  private(set) var open: [String: Open] = [:]
  private var folders: [String] = []
  /// The files of each program by the path of its root, as they were when it was last looked at.
  private var programs: [String: Set<String>] = [:]
  /// The compilation of each program, by the path of its root, until one of its files changes.
  private var compiled: [String: Compilation] = [:]
  /// The last compilation of each program, which a change may have overtaken.
  private var lastCompiled: [String: Compilation] = [:]
  /// The names of each program as last compiled, gathered then rather than while somebody types.
  private var names: [String: KnownNames] = [:]
  private var isStale = true

  // MARK: Files

  mutating func add(folder: String) {
    folders.append(folder)
    isStale = true
  }

  mutating func put(_ uri: String, _ document: TextDocument, version: JSONValue) {
    let path = Self.path(of: uri)
    open[FileSystem.identity(of: path)] = Open(uri: uri, path: path, version: version, document: document)
    isStale = true
  }

  mutating func change(_ uri: String, version: JSONValue, _ edit: (inout TextDocument) -> Void) {
    let identity = FileSystem.identity(of: Self.path(of: uri))
    guard var entry = open.removeValue(forKey: identity) else { return }
    edit(&entry.document)
    entry.version = version
    open[identity] = entry
    compiled = compiled.filter { !$0.value.files.contains { $0.identity == identity } }
  }

  mutating func close(_ uri: String) {
    open[FileSystem.identity(of: Self.path(of: uri))] = nil
    isStale = true
  }

  /// Makes everything stale, because files on the disk may have changed.
  mutating func forget() { isStale = true }

  subscript(uri: String) -> Open? { open[FileSystem.identity(of: Self.path(of: uri))] }

  /// A file as the editor has it, or else as it is on the disk.
  func read(_ path: String) -> ReadResult {
    if let entry = open[FileSystem.identity(of: path)] { return .bytes(entry.document.bytes) }
    return FileSystem.read(path)
  }

  /// - Parameter instead: texts that take the place of files, by the identities of these.
  func sources(_ roots: [String], instead texts: [String: [UInt8]] = [:]) -> SourceSet {
    SourceSet(
      roots: roots, read: { path in texts[FileSystem.identity(of: path)].map { .bytes($0) } ?? read(path) },
      identity: FileSystem.identity)
  }

  /// The name by which the client knows a file.
  func uri(of file: SourceFile) -> String {
    open[FileSystem.identity(of: file.path)]?.uri ?? Self.uri(of: file.path)
  }

  // MARK: Programs

  /// The roots of the programs that files may affect: those they belong to, and those that share a file with these.
  ///
  /// Programs of the folders are as `pace lint FOLDER` finds them.
  mutating func programs(with uris: Set<String>) -> [String] {
    refresh()
    var files = Set(uris.map { FileSystem.identity(of: Self.path(of: $0)) })
    var found: Set<String> = []
    while true {
      let more = programs.filter { !found.contains($0.key) && !$0.value.isDisjoint(with: files) }
      if more.isEmpty { return found.sorted() }
      for (root, members) in more {
        found.insert(root)
        files.formUnion(members)
      }
    }
  }

  /// Every file in which a program may begin.
  var files: [String] {
    let found = folders.flatMap { FileSystem.ruleFiles(below: $0) }
      .filter { FileSystem.obstacle(at: $0) == nil }
    let known = Set(found.map(FileSystem.identity))
    return found + open.filter { !known.contains($0.key) }.map { $0.value.path }.sorted()
  }

  private mutating func refresh() {
    if isStale { compiled = [:] }
    let roots = isStale ? files : Array(programs.keys)
    if !isStale, roots.allSatisfy({ compiled[$0] != nil }) { return }
    isStale = false
    var members: [String: Set<String>] = [:]
    var included: Set<String> = []
    names = names.filter { compiled[$0.key] != nil }
    for root in roots {
      let compilation = compiled[root] ?? Compilation(self.sources([root]))
      compiled[root] = compilation
      let sources = compilation.sources
      // A file that couldn't be read belongs to the program too, because it may appear.
      members[root] = Set(sources.identities.values)
      for file in sources.included { included.insert(sources.files[Int(file.index)].identity) }
    }
    lastCompiled = compiled
    programs = members.filter { !included.contains(FileSystem.identity(of: $0.key)) }
    for root in programs.keys where names[root] == nil {
      names[root] = compiled[root].map { KnownNames($0.sources) }
    }
  }

  /// The compilation of files named together, made anew unless it is known.
  func compilation(of roots: [String]) -> Compilation {
    (roots.count == 1 ? compiled[roots[0]] : nil) ?? Compilation(sources(roots))
  }

  /// The programs that a file belongs to.
  mutating func compilations(with uri: String) -> [Compilation] {
    let identity = FileSystem.identity(of: Self.path(of: uri))
    return programs(with: [uri]).filter { programs[$0]?.contains(identity) ?? false }
      .compactMap { compiled[$0] }
  }

  /// The programs that a file belongs to as they were before the last changes, so that nobody who types has to wait.
  mutating func lastCompilations(with uri: String) -> [Compilation] {
    lastRoots(with: uri).compactMap { lastCompiled[$0] }
  }

  /// The names of these programs.
  mutating func lastNames(with uri: String) -> [KnownNames] { lastRoots(with: uri).compactMap { names[$0] } }

  private mutating func lastRoots(with uri: String) -> [String] {
    let identity = FileSystem.identity(of: Self.path(of: uri))
    if isStale || !programs.values.contains(where: { $0.contains(identity) }) { refresh() }
    return programs.filter { $0.value.contains(identity) }.keys.sorted()
  }

  /// The program that a file belongs to; of several the first.
  mutating func compilation(with uri: String) -> Compilation? {
    let compilations = compilations(with: uri)
    return compilations.first { !$0.isFragment } ?? compilations.first
  }

  // MARK: Names of files

  static func path(of uri: String) -> String {
    guard let url = URL(string: uri), url.scheme == "file" else { return uri }
    return url.path(percentEncoded: false)
  }

  static func uri(of path: String) -> String { URL(filePath: path).absoluteURL.absoluteString }
}
