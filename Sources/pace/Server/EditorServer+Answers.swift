import PaceLab
import PaceLanguage

/// What an editor asks about one text.
extension EditorServer {
  /// Why a request can't be met.
  struct RequestFailure: Error {
    var reason: String
    /// Whether its parameters are wrong.
    var hasInvalidParams = false
  }

  /// Nil if there is no such request.
  mutating func answer(to method: String, _ params: JSONValue) throws(RequestFailure) -> JSONValue? {
    func uri() throws(RequestFailure) -> String {
      if let uri = params["textDocument"]["uri"].text { return uri }
      throw RequestFailure(reason: "`\(method)` names no text", hasInvalidParams: true)
    }
    func position() throws(RequestFailure) -> JSONValue {
      let position = params["position"]
      if min(position["line"].whole ?? -1, position["character"].whole ?? -1) >= 0 { return position }
      throw RequestFailure(reason: "`\(method)` names no position", hasInvalidParams: true)
    }
    switch method {
    case "textDocument/codeAction":
      return .array(actions(try uri(), params["range"], params["context"]["only"]))
    case "textDocument/codeLens": return .array(lenses(try uri()))
    case "textDocument/completion": return completion(try uri(), try position(), params["context"])
    case "completionItem/resolve": return resolved(params)
    case "textDocument/hover": return hover(try uri(), try position())
    case "textDocument/definition": return .array(definitions(try uri(), try position()))
    case "textDocument/references":
      return .array(references(try uri(), try position(), params["context"]["includeDeclaration"] != false))
    case "textDocument/documentHighlight": return .array(highlights(try uri(), try position()))
    case "textDocument/semanticTokens/full": return tokens(try uri())
    case "textDocument/inlayHint": return .array(hints(try uri(), params["range"]))
    case "textDocument/prepareRename": return try renamed(uri(), position())
    case "textDocument/rename":
      return try renaming(uri(), position(), to: params["newName"].text ?? "")
    case "textDocument/formatting": return formatted(try uri())
    case "textDocument/documentSymbol": return .array(symbols(try uri()))
    case "workspace/symbol": return .array(symbols(named: params["query"].text ?? ""))
    case "textDocument/foldingRange": return .array(foldings(try uri()))
    case "textDocument/documentLink": return .array(links(try uri()))
    default: return nil
    }
  }

  /// An open text with its syntax, whatever is wrong with it.
  func parsed(_ uri: String) -> (document: TextDocument, file: SourceFile, syntax: FileSyntax)? {
    guard let open = workspace[uri] else { return nil }
    let file = SourceFile(path: open.path, bytes: open.document.bytes)
    var diagnostics: [Diagnostic] = []
    return (open.document, file, parse(file, id: FileID(0), diagnostics: &diagnostics))
  }

  // MARK: Mending

  /// The edits of the findings in a range, a comment that allows each, and all safe edits at once.
  ///
  /// - Parameter kinds: the kinds wanted, of which each stands for those below it too; all if none are named.
  private func actions(_ uri: String, _ range: JSONValue, _ kinds: JSONValue) -> [JSONValue] {
    guard let document = workspace[uri]?.document else { return [] }
    let start = document.offset(of: range["start"], encoding)
    let end = document.offset(of: range["end"], encoding)
    // Findings of another version of the text have other places.
    let all = (findings[uri] ?? []).filter { $0.file.bytes == document.bytes }
    let near = all.filter { Int($0.diagnostic.span.start) <= end && start <= Int($0.diagnostic.span.end) }
    var texts = TextIndex(encoding)
    var actions = near.flatMap { finding -> [JSONValue] in
      let found = diagnostic(of: finding, &texts)
      return [mend(finding, found, uri, document), allowance(of: finding, found, uri, document)].compactMap {
        $0
      }
    }
    let certain = all.map { $0.diagnostic }.filter { !$0.isGuess }
    let (bytes, made) = applyingFixes(of: certain, to: document.bytes)
    if !made.isEmpty {
      actions.append([
        "title": "Make all safe edits", "kind": "source.fixAll",
        "edit": workspaceEdit([uri: .array(document.edits(to: bytes, encoding))]),
      ])
    }
    let wanted = kinds.elements.compactMap { $0.text }
    return actions.filter { action in
      let kind = action["kind"].text ?? ""
      return wanted.isEmpty || wanted.contains { $0.isEmpty || kind == $0 || kind.hasPrefix($0 + ".") }
    }
  }

  private func mend(
    _ finding: LintFinding, _ told: JSONValue, _ uri: String, _ document: TextDocument
  ) -> JSONValue? {
    let found = finding.diagnostic
    guard !found.fix.isEmpty, found.fix.allSatisfy({ $0.span.file == found.span.file }) else { return nil }
    let edits = found.fix.map { edit -> JSONValue in
      ["range": document.range(of: edit.span, encoding), "newText": .string(edit.replacement)]
    }
    let title = found.isGuess ? found.help ?? "Mend: \(found.message)" : "Mend: \(found.message)"
    return [
      "title": .string(title), "kind": "quickfix", "isPreferred": .bool(!found.isGuess),
      "diagnostics": [told], "edit": workspaceEdit([uri: .array(edits)]),
    ]
  }

  /// Edits by the names of texts, with the versions that they fit if the client heeds these.
  func workspaceEdit(_ changes: [String: JSONValue]) -> JSONValue {
    if !client.heedsVersions { return ["changes": .object(changes)] }
    let texts = changes.sorted { $0.key < $1.key }.map { uri, edits -> JSONValue in
      ["textDocument": ["uri": .string(uri), "version": workspace[uri]?.version ?? .null], "edits": edits]
    }
    return ["documentChanges": .array(texts)]
  }

  /// A comment above the line; errors can't be allowed, nor what is found about such comments.
  private func allowance(
    of finding: LintFinding, _ told: JSONValue, _ uri: String, _ document: TextDocument
  ) -> JSONValue? {
    let found = finding.diagnostic
    guard found.severity != .error, LintRule.isAllowable(found.code) else { return nil }
    let line = finding.file.location(of: found.span.start).line
    let indent = finding.file.text(ofLine: line).prefix { $0 == " " || $0 == "\t" }
    let place: JSONValue = ["line": .integer(line - 1), "character": 0]
    return [
      "title": .string("Allow \(found.code) here"), "kind": "quickfix",
      "diagnostics": [told],
      "edit": workspaceEdit([
        uri: [
          [
            "range": ["start": place, "end": place],
            "newText": .string("\(indent)# allow \(found.code): \(document.lineEnd)"),
          ]
        ]
      ]),
    ]
  }

  private func formatted(_ uri: String) -> JSONValue {
    guard let (document, file, syntax) = parsed(uri), let bytes = format(syntax, of: file) else {
      return .null
    }
    return .array(document.edits(to: bytes, encoding))
  }

  // MARK: The shape of a text

  private func symbols(_ uri: String) -> [JSONValue] {
    guard let (document, _, syntax) = parsed(uri) else { return [] }
    let names = syntax.declarations.compactMap { $0.declaredName }
    if client.nestsSymbols { return names.map { symbol(of: $0, document) } }
    var walk = TextWalk(document, encoding)
    return names.flatMap { declared in
      ([declared] + declared.members).map { name in
        Self.symbol(of: name, in: declared, uri, walk.range(Int(name.span.start)..<Int(name.span.end)))
      }
    }
  }

  /// A symbol of a flat list; the name of the declaration itself has no container.
  private static func symbol(
    of name: DeclaredName, in declared: DeclaredName, _ uri: String, _ range: JSONValue
  ) -> JSONValue {
    [
      "name": .string(name.name), "kind": .integer(name.sort.symbolKind),
      "containerName": .string(name.place == declared.place ? "" : declared.name),
      "location": ["uri": .string(uri), "range": range],
    ]
  }

  private func symbol(of name: DeclaredName, _ document: TextDocument) -> JSONValue {
    [
      "name": .string(name.name), "detail": .string(name.sort.rawValue),
      "kind": .integer(name.sort.symbolKind),
      "range": document.range(of: name.span, encoding),
      "selectionRange": document.range(of: name.place, encoding),
      "children": .array(name.members.map { symbol(of: $0, document) }),
    ]
  }

  /// The most symbols that one query gives.
  private static let mostSymbols = 500

  /// The declarations of all packs whose names have the letters of a query in its order, the nearest first.
  private mutating func symbols(named query: String) -> [JSONValue] {
    let wanted = query.lowercased()
    var found: [(distance: Int, name: DeclaredName, declared: DeclaredName, file: SourceFile)] = []
    var seen: Set<String> = []
    for compilation in workspace.allCompilations() {
      let files = compilation.files.map { seen.insert($0.identity).inserted ? $0 : nil }
      for declared in compilation.sources.declarations.compactMap({ $0.declaredName }) {
        guard let file = files[Int(declared.place.file.index)] else { continue }
        for name in [declared] + declared.members {
          guard let distance = Self.distance(from: wanted, to: name.name.lowercased()) else { continue }
          found.append((distance, name, declared, file))
        }
      }
    }
    var texts = TextIndex(encoding)
    let nearest = found.sorted { ($0.distance, $0.name.name) < ($1.distance, $1.name.name) }
    return nearest.prefix(Self.mostSymbols).map { found in
      Self.symbol(
        of: found.name, in: found.declared, workspace.uri(of: found.file),
        texts.range(of: found.name.place, in: found.file))
    }
  }

  /// 0 where a name begins with a query, 1 where it has it inside, 2 where it has its letters in order; else nil.
  private static func distance(from query: String, to name: String) -> Int? {
    if name.hasPrefix(query) { return 0 }
    if name.contains(query) { return 1 }
    var rest = query[...]
    for letter in name where letter == rest.first { rest.removeFirst() }
    return rest.isEmpty ? 2 : nil
  }

  /// Declarations of several lines, and comments on consecutive lines.
  private func foldings(_ uri: String) -> [JSONValue] {
    guard let (document, file, syntax) = parsed(uri) else { return [] }
    var ranges: [JSONValue] = []
    for declaration in syntax.declarations {
      let span = declaration.span
      let (first, last) = (
        document.line(of: Int(span.start)), document.line(of: Int(max(span.start, span.end - 1)))
      )
      if last > first { ranges.append(["startLine": .integer(first), "endLine": .integer(last)]) }
    }
    var first: Int?
    var last = -2
    func close() {
      guard let start = first, last > start else { return }
      ranges.append(["startLine": .integer(start), "endLine": .integer(last), "kind": "comment"])
    }
    for comment in syntax.comments {
      let line = document.line(of: Int(comment.span.start))
      let isAlone =
        file.location(of: comment.span.start).column
        == file.text(ofLine: file.location(of: comment.span.start).line).prefix { $0 == " " }.count + 1
      if !isAlone { continue }
      if line != last + 1 {
        close()
        first = line
      }
      last = line
    }
    close()
    return ranges
  }

  private func links(_ uri: String) -> [JSONValue] {
    guard let open = workspace[uri], let (document, _, syntax) = parsed(uri) else { return [] }
    return syntax.declarations.compactMap { declaration in
      guard case .include(let include) = declaration else { return nil }
      let target = Workspace.place(of: include.path.text, from: open.path)
      guard FileSystem.entry(at: target) == .file else { return nil }
      return [
        "range": document.range(of: include.path.span, encoding),
        "target": .string(Workspace.uri(of: FileSystem.identity(of: target))),
      ]
    }
  }
}

extension DeclaredName.Sort {
  /// The protocol's number for the sort that comes nearest.
  fileprivate var symbolKind: Int {
    switch self {
    case .subject: 5
    case .attribute, .field: 8
    case .event, .stream: 24
    case .kind, .level: 22
    case .scale: 10
    case .parameter: 13
    case .definition: 12
    case .rule: 6
    case .preset: 14
    case .source, .scenario: 2
    }
  }
}
