import PaceLanguage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

  /// A program as its texts stand.
  private struct Compiled {
    var compilation: Compilation
    var file: FolderFile
    /// Its files by their identities and paths; a file that couldn't be read is among them, because it may appear.
    var members: Set<String>

    init(_ compilation: Compilation, root: String) {
      self.compilation = compilation
      let sources = compilation.sources
      file = FolderFile(sources.identities[root] ?? FileSystem.identity(of: root), sources)
      members = Set(sources.identities.values).union(sources.identities.keys)
    }
  }

  /// The rule files below the folders.
  private struct Listing {
    var paths: [String] = []
    var identities: Set<String> = []
  }

  /// The size of a program, in bytes, up to which its names are gathered anew for each key that is typed.
  private static let mostGathered = 128 << 10

  /// Whether the client reports files that other programs write.
  var isWatched = false
  /// The open texts, by the identities of their files.
  private(set) var open: [String: Open] = [:]
  private var folders: [String] = []
  /// Nil if files may have come or gone.
  private var listing: Listing?
  /// The files of each program by the path of its root, as they were when it was last looked at.
  private var programs: [String: Set<String>] = [:]
  /// The files of each program that has gone, or had other files, since `forgetPast`.
  private var past: [Set<String>] = []
  /// The files whose texts have changed from one compilation to the next, since `forgetPast`.
  private var rewritten: Set<String> = []
  /// The compilation of each program, by the path of its root, until one of its files changes.
  private var compiled: [String: Compiled] = [:]
  /// The last compilation of each program, which a change may have overtaken.
  private var lastCompiled: [String: Compiled] = [:]
  /// The names of each program as last compiled, gathered then rather than while somebody types.
  private var names: [String: KnownNames] = [:]
  /// Whether there may be other programs than `programs`.
  private var isStale = true

  // MARK: Files

  mutating func add(folder: String) {
    folders.append(folder)
    (listing, isStale) = (nil, true)
  }

  /// Opens a text; false if it is what stands in the file as far as that is known.
  @discardableResult
  mutating func put(_ uri: String, _ document: TextDocument, version: JSONValue) -> Bool {
    let path = Self.path(of: uri)
    let identity = FileSystem.identity(of: path)
    let known = compiled.values.lazy.flatMap { $0.compilation.files }.filter { $0.identity == identity }
    let isKnown = known.first?.bytes == document.bytes
    open[identity] = Open(uri: uri, path: path, version: version, document: document)
    if !isKnown { forget([identity]) }
    lookAgain()
    return !isKnown
  }

  mutating func change(_ uri: String, version: JSONValue, _ edit: (inout TextDocument) -> Void) {
    let identity = Self.identity(of: uri)
    guard var entry = open.removeValue(forKey: identity) else { return }
    edit(&entry.document)
    entry.version = version
    open[identity] = entry
    forget([identity])
  }

  mutating func close(_ uri: String) {
    let identity = Self.identity(of: uri)
    open[identity] = nil
    forget([identity])
    lookAgain()
  }

  /// Notes that other programs have written, made or removed files, or the folders that these lie in.
  mutating func reread(_ uris: [String], areMembersSame: Bool) {
    var files: Set<String> = []
    for uri in uris {
      let path = Self.path(of: uri)
      files.formUnion([path, FileSystem.identity(of: path)])
    }
    let folders = files.filter { !$0.hasSuffix(".pace") }
    for folder in folders {
      files.formUnion(compiled.values.flatMap { $0.members.filter { $0.hasPrefix(folder + "/") } })
    }
    forget(files)
    isStale = true
    if !areMembersSame { listing = nil }
  }

  /// Forgets what may have changed on the disk, as by saving a text, unless the client reports changes there.
  mutating func lookAgain() {
    isStale = true
    if !isWatched { (listing, compiled) = (nil, [:]) }
  }

  /// Forgets the compilations of programs with any of these files.
  private mutating func forget(_ files: Set<String>) {
    compiled = compiled.filter { $0.value.members.isDisjoint(with: files) }
  }

  subscript(uri: String) -> Open? { open[Self.identity(of: uri)] }

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
    open[file.identity]?.uri ?? Self.uri(of: file.path)
  }

  // MARK: Programs

  /// The roots of the programs that a change of files may affect, and all files of these.
  ///
  /// A program is affected if it has one of the files, if it had one since `forgetPast`, or if it shares a file with
  /// an affected program. The folders' programs are those of `pace lint FOLDER`. Files that other applications are
  /// seen to have written count as changed too.
  mutating func affected(by uris: Set<String>) -> (programs: [String], files: Set<String>) {
    refresh()
    var files = rewritten.union(uris.map(Self.identity))
    let folders = files.filter { !$0.hasSuffix(".pace") }
    var rest: [(root: String?, files: Set<String>)] = programs.map { ($0.key, $0.value) }
    rest += past.map { (nil, $0) }
    for folder in folders {
      for group in rest { files.formUnion(group.files.filter { $0.hasPrefix(folder + "/") }) }
    }
    var found: [String] = []
    while true {
      let near = rest.filter { !$0.files.isDisjoint(with: files) }
      if near.isEmpty { return (found.sorted(), files) }
      rest.removeAll { !$0.files.isDisjoint(with: files) }
      for group in near {
        found += group.root.map { [$0] } ?? []
        files.formUnion(group.files)
      }
    }
  }

  /// Forgets which programs there were before the last changes.
  mutating func forgetPast() { (past, rewritten) = ([], []) }

  /// Every file in which a program may begin.
  mutating func files() -> [String] {
    let known = listing ?? list()
    listing = known
    return known.paths + open.filter { !known.identities.contains($0.key) }.map { $0.value.path }.sorted()
  }

  private func list() -> Listing {
    let found = folders.flatMap { FileSystem.ruleFiles(below: $0) }
      .filter { FileSystem.obstacle(at: $0) == nil }
    return Listing(paths: found, identities: Set(found.map(FileSystem.identity)))
  }

  private mutating func refresh() {
    if !isStale, compiled.count == lastCompiled.count { return }
    isStale = false
    names = names.filter { compiled[$0.key] != nil }
    let files = files()
    let found = files.map { compiled[$0] ?? Compiled(Compilation(sources([$0])), root: $0) }
    let all = Dictionary(zip(files, found)) { $1 }
    if !lastCompiled.isEmpty { noteRewritten(all) }
    (compiled, lastCompiled) = (all, all)
    let roots = Set(FolderFile.roots(of: found.map { $0.file }).map { files[$0] })
    let now = all.filter { roots.contains($0.key) }.mapValues { $0.members }
    past += programs.filter { now[$0.key] != $0.value }.values
    programs = now
    for root in programs.keys where names[root] == nil {
      names[root] = all[root].map { KnownNames($0.compilation.sources) }
    }
  }

  /// Notes the files that have another text than in the last compilations, or that have come or gone.
  private mutating func noteRewritten(_ all: [String: Compiled]) {
    func texts(_ known: Compiled?) -> [String: [UInt8]] {
      Dictionary((known?.compilation.files ?? []).map { ($0.identity, $0.bytes) }) { $1 }
    }
    for root in Set(all.keys).union(lastCompiled.keys) where compiled[root] == nil || all[root] == nil {
      let (before, now) = (texts(lastCompiled[root]), texts(all[root]))
      rewritten.formUnion(before.keys.filter { before[$0] != now[$0] })
      rewritten.formUnion(now.keys.filter { before[$0] == nil })
    }
  }

  /// The compilation of files named together, made anew unless it is known.
  func compilation(of roots: [String]) -> Compilation {
    (roots.count == 1 ? compiled[roots[0]]?.compilation : nil) ?? Compilation(sources(roots))
  }

  /// The compilation of each file in which a program may begin, in the order of their paths.
  mutating func allCompilations() -> [Compilation] {
    refresh()
    return compiled.sorted { $0.key < $1.key }.map { $0.value.compilation }
  }

  /// Every program, in the order of the paths of their roots; scenarios beside a pack belong to that pack.
  mutating func allPrograms() -> [Compilation] {
    refresh()
    return programs.keys.sorted().compactMap { root in
      let found = compiled[root]?.compilation
      guard found?.isFragment == true, let pack = PackLocator.pack(beside: root) else { return found }
      return compilation(of: [pack, root])
    }
    .filter { !$0.isSoundFragment }
  }

  /// The programs that a file belongs to.
  mutating func compilations(with uri: String) -> [Compilation] {
    refresh()
    return roots(with: uri).compactMap { compiled[$0]?.compilation }
  }

  /// The programs that a file belongs to as they were before the last changes, so that nobody who types has to wait.
  mutating func lastCompilations(with uri: String) -> [Compilation] {
    lastRoots(with: uri).compactMap { lastCompiled[$0]?.compilation }
  }

  /// The names of these programs, and whether some are those of a text before the last change.
  ///
  /// The names of a program that isn't long are gathered anew.
  mutating func lastNames(with uri: String) -> (names: [KnownNames], areOld: Bool) {
    var areOld = false
    let found = lastRoots(with: uri).compactMap { root -> KnownNames? in
      guard compiled[root] == nil, let last = lastCompiled[root] else { return names[root] }
      let length = last.compilation.files.reduce(0) { $0 + $1.bytes.count }
      if length <= Self.mostGathered { return KnownNames(sources([root])) }
      areOld = true
      return names[root]
    }
    return (found, areOld)
  }

  private mutating func lastRoots(with uri: String) -> [String] {
    if isStale || roots(with: uri).isEmpty { refresh() }
    return roots(with: uri)
  }

  private func roots(with uri: String) -> [String] {
    let identity = Self.identity(of: uri)
    return programs.filter { $0.value.contains(identity) }.keys.sorted()
  }

  /// The program that a file belongs to; of several the first that checks.
  ///
  /// If none checks, it is the smallest program that has the file and checks, even if it begins in an included file.
  mutating func compilation(with uri: String) -> Compilation? {
    let compilations = compilations(with: uri)
    if let sound = compilations.first(where: { !$0.hasErrors }) { return sound }
    let identity = Self.identity(of: uri)
    let parts = compiled.filter { $0.value.members.contains(identity) && !$0.value.compilation.hasErrors }
    let smallest = parts.min { ($0.value.members.count, $0.key) < ($1.value.members.count, $1.key) }
    return smallest?.value.compilation ?? compilations.first { !$0.isFragment } ?? compilations.first
  }

  // MARK: Names of files

  static func identity(of uri: String) -> String { FileSystem.identity(of: path(of: uri)) }

  static func path(of uri: String) -> String {
    guard let url = URL(string: uri), url.scheme == "file" else { return uri }
    return url.path(percentEncoded: false)
  }

  static func uri(of path: String) -> String { URL(filePath: path).absoluteURL.absoluteString }
}
