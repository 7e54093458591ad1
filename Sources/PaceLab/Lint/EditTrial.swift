import PaceLanguage

/// Tries the edits of a program's findings: only those that leave no error in their place are safe.
struct EditTrial {
  private let compilation: Compilation
  private let files: [String: SourceFile]

  init(of compilation: Compilation) {
    self.compilation = compilation
    var files: [String: SourceFile] = [:]
    for file in compilation.files where files[file.identity] == nil { files[file.identity] = file }
    self.files = files
  }

  /// The findings; those whose edits aren't safe are marked as guesses.
  ///
  /// An edit isn't safe if it leaves another error on its lines or any in what it writes, or calls two things by one
  /// name.
  func judged(_ found: [Diagnostic]) -> [Diagnostic] {
    guard found.contains(where: { !$0.fix.isEmpty }) else { return found }
    var found = found
    let spellings = spellings
    for index in found.indices where found[index].fix.contains(where: { merges($0, spellings) }) {
      found[index].isGuess = true
    }
    for file in compilation.files.indices.map({ FileID($0) }) { judge(&found, in: file) }
    return found
  }

  private func judge(_ found: inout [Diagnostic], in file: FileID) {
    var untried = found.indices.filter {
      found[$0].span.file == file && !found[$0].isGuess && !found[$0].fix.isEmpty
    }
    let before = source(file)
    let known = compilation.diagnostics.filter { $0.span.file == file && $0.severity == .error }
    while !untried.isEmpty {
      let fixed = applyingFixes(of: untried.map { found[$0] }, to: before.bytes)
      if fixed.made.isEmpty { return }
      let after = SourceFile(path: before.path, bytes: fixed.bytes)
      // An error that has a safe edit of its own is mended next.
      let errors = errors(in: file, with: fixed.bytes).filter { $0.isGuess || $0.fix.isEmpty }
      let spoilt = fixed.made.filter { made in
        let old = before.diagnostics(known, onLinesOf: found[untried[made.index]].fix.map { $0.span })
        return after.diagnostics(errors, onLinesOf: made.spans).contains { error in
          made.spans.contains { $0.holds(error.span) && $0.start < $0.end }
            || !old.contains { $0.code == error.code && $0.message == error.message }
        }
      }
      for made in spoilt { found[untried[made.index]].isGuess = true }
      // The others are tried again without the edits that spoilt the text.
      let done = Set((spoilt.isEmpty ? fixed.made : spoilt).map { untried[$0.index] })
      untried.removeAll { done.contains($0) }
    }
  }

  /// The errors of a file of the program if it had these bytes.
  private func errors(in file: FileID, with bytes: [UInt8]) -> [Diagnostic] {
    let identities = compilation.sources.identities
    let changed = source(file).identity
    let edited = Compilation.compile(
      roots: compilation.roots.map { source($0).path },
      read: { path in
        let identity = identities[path] ?? path
        if identity == changed { return .bytes(bytes) }
        return files[identity].map { .bytes($0.bytes) } ?? .failure("no such file")
      }, identity: { identities[$0] ?? $0 })
    return edited.diagnostics.filter {
      $0.severity == .error && edited.files[Int($0.span.file.index)].identity == changed
    }
  }

  /// How declarations spell each name: two things may have names that differ only in capitals.
  private var spellings: [String: Set<String>] {
    var spellings: [String: Set<String>] = [:]
    for declared in compilation.sources.declarations.compactMap({ $0.declaredName }) {
      for name in [declared] + declared.members where name.sort != .scenario {
        spellings[name.name, default: []].insert(source(name.place.file).text(in: name.place))
      }
    }
    return spellings
  }

  /// Whether an edit respells a declared name as another declaration spells it, so that two things get one name.
  private func merges(_ edit: TextEdit, _ spellings: [String: Set<String>]) -> Bool {
    guard let known = spellings[edit.replacement], known.count > 1 else { return false }
    return known.contains(source(edit.span.file).text(in: edit.span))
  }

  private func source(_ file: FileID) -> SourceFile { compilation.files[Int(file.index)] }
}

extension SourceFile {
  /// The diagnostics that begin on a line that one of the spans touches.
  fileprivate func diagnostics(_ all: [Diagnostic], onLinesOf spans: [SourceSpan]) -> [Diagnostic] {
    let lines = spans.map { location(of: $0.start).line...location(of: $0.end).line }
    return all.filter { diagnostic in
      let line = location(of: diagnostic.span.start).line
      return lines.contains { $0.contains(line) }
    }
  }
}
