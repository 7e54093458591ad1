/// Reads files depth first, in the order in which a program's declarations stand.
struct SourceLoader {
  /// How deep includes may go, and how large a file may be.
  static let depthLimit = 32
  static let sizeLimit = 16 << 20

  var files: [SourceFile] = []
  var syntax: [FileSyntax] = []
  var declarations: [Declaration] = []
  var roots: [FileID] = []
  var includes: [IncludeEdge] = []
  var diagnostics: [Diagnostic] = []
  private var known: [String: FileID] = [:]
  /// The files being read, outermost first.
  private var open: [FileID] = []

  mutating func loadRoot(_ path: String, read: (String) -> ReadResult) {
    let key = normalizedPath(path)
    if let id = known[key] {
      if !roots.contains(id) { roots.append(id) }
      return
    }
    let bytes: [UInt8]
    var problem: String?
    switch readChecked(key, read: read) {
    case .bytes(let content): bytes = content
    case .failure(let reason):
      bytes = []
      problem = reason
    }
    let id = add(path: path, key: key, bytes: bytes)
    roots.append(id)
    if let problem {
      diagnostics.append(.unreadableRoot(SourceSpan(file: id, start: 0, end: 0), path: path, reason: problem))
    }
    enter(id, read: read)
  }

  private func readChecked(_ path: String, read: (String) -> ReadResult) -> ReadResult {
    switch read(path) {
    case .bytes(let content) where content.count > Self.sizeLimit:
      .failure("it is larger than \(Self.sizeLimit >> 20) MB")
    case let result: result
    }
  }

  /// Parses the file and gives it its place in the list.
  private mutating func add(path: String, key: String, bytes: [UInt8]) -> FileID {
    let id = FileID(files.count)
    let file = SourceFile(path: path, bytes: bytes)
    known[key] = id
    files.append(file)
    syntax.append(parse(file, id: id, diagnostics: &diagnostics))
    return id
  }

  /// Appends the file's declarations, following its includes where they stand.
  private mutating func enter(_ id: FileID, read: (String) -> ReadResult) {
    open.append(id)
    for declaration in syntax[Int(id.index)].declarations {
      if case .include(let include) = declaration {
        follow(include, from: id, read: read)
      } else {
        declarations.append(declaration)
      }
    }
    open.removeLast()
  }

  private mutating func follow(_ include: IncludeSyntax, from: FileID, read: (String) -> ReadResult) {
    let span = include.path.span
    let path = joinedPath(include.path.text, besides: files[Int(from.index)].path)
    let key = normalizedPath(path)
    if let id = known[key] {
      if let place = open.firstIndex(of: id) {
        let cycle = open[place...].map { files[Int($0.index)].path } + [files[Int(id.index)].path]
        diagnostics.append(.includeCycle(span, cycle: cycle))
      } else {
        includes.append(IncludeEdge(from: from, to: id, span: span))
      }
      return
    }
    guard open.count < Self.depthLimit else {
      diagnostics.append(.includesTooDeep(span, limit: Self.depthLimit))
      return
    }
    switch readChecked(key, read: read) {
    case .failure(let reason):
      diagnostics.append(.unreadableInclude(span, path: path, reason: reason))
    case .bytes(let bytes):
      let id = add(path: key, key: key, bytes: bytes)
      includes.append(IncludeEdge(from: from, to: id, span: span))
      enter(id, read: read)
    }
  }
}
