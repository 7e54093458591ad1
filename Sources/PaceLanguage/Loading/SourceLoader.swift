/// Reads files depth first, in the order in which a program's declarations stand.
struct SourceLoader {
  /// How many files deep includes may go.
  static let depthLimit = 32

  var set: SourceSet
  private var known: [String: FileID] = [:]
  /// The files being read, outermost first.
  private var open: [FileID] = []

  init(_ set: SourceSet) { self.set = set }

  typealias Read = (String) -> ReadResult
  typealias Identity = (String) -> String

  mutating func loadRoot(_ path: String, _ read: Read, _ identity: Identity) {
    let key = normalizedPath(path)
    if let id = file(at: key, identity) {
      if !set.roots.contains(id) { set.roots.append(id) }
      return
    }
    let bytes: [UInt8]
    var problem: String?
    switch readChecked(key, read) {
    case .bytes(let content): bytes = content
    case .failure(let reason, _):
      bytes = []
      problem = reason
    }
    let id = add(path: path, at: key, bytes: bytes)
    set.roots.append(id)
    if let problem {
      set.diagnostics.append(
        .unreadableRoot(SourceSpan(file: id, start: 0, end: 0), path: path, reason: problem))
    }
    enter(id, read, identity)
  }

  /// The file at a normalised path, if it has been read under this path or another.
  private mutating func file(at key: String, _ identity: Identity) -> FileID? {
    let found = set.identities[key] ?? identity(key)
    set.identities[key] = found
    return known[found]
  }

  private func readChecked(_ path: String, _ read: Read) -> ReadResult {
    switch read(path) {
    case .bytes(let content) where content.count > ReadResult.mostBytes: .tooLarge
    case let result: result
    }
  }

  /// Parses the file and gives it its place in the list.
  private mutating func add(path: String, at key: String, bytes: [UInt8]) -> FileID {
    let id = FileID(set.files.count)
    let file = SourceFile(path: path, identity: set.identities[key], bytes: bytes)
    known[file.identity] = id
    set.files.append(file)
    set.syntax.append(parse(file, id: id, diagnostics: &set.diagnostics))
    return id
  }

  /// Appends the file's declarations, following its includes where they stand.
  private mutating func enter(_ id: FileID, _ read: Read, _ identity: Identity) {
    open.append(id)
    for declaration in set.syntax[Int(id.index)].declarations {
      if case .include(let include) = declaration {
        follow(include, from: id, read, identity)
      } else {
        set.declarations.append(declaration)
      }
    }
    open.removeLast()
  }

  private mutating func follow(
    _ include: IncludeSyntax, from: FileID, _ read: Read, _ identity: Identity
  ) {
    let span = include.path.span
    let path = joinedPath(include.path.text, besides: set.files[Int(from.index)].path)
    let key = normalizedPath(path)
    if let id = file(at: key, identity) {
      if let place = open.firstIndex(of: id) {
        let cycle = open[place...].map { set.files[Int($0.index)].path } + [set.files[Int(id.index)].path]
        set.diagnostics.append(.includeCycle(span, cycle: cycle))
      } else {
        set.included.append(id)
      }
      return
    }
    guard open.count < Self.depthLimit else {
      set.diagnostics.append(.includesTooDeep(span, limit: Self.depthLimit))
      return
    }
    switch readChecked(key, read) {
    case .failure(let reason, let meant):
      var lacksEnding = false
      if case .bytes = read(key + ".pace") { lacksEnding = true }
      set.diagnostics.append(
        .unreadableInclude(span, path: path, reason: reason, meant: meant, lacksEnding: lacksEnding))
    case .bytes(let bytes):
      let id = add(path: key, at: key, bytes: bytes)
      set.included.append(id)
      enter(id, read, identity)
    }
  }
}
