import PaceLab
import PaceLanguage
import PaceReport

/// What an editor asks about a name.
extension EditorServer {
  /// What is named at a place, with its places in the programs that the file belongs to; nil if nothing is.
  private mutating func thing(_ uri: String, _ position: JSONValue) -> NamedThing? {
    guard let open = workspace[uri] else { return nil }
    let offset = open.document.offset(of: position, encoding)
    return NamedThing(
      at: offset, in: FileSystem.identity(of: open.path), of: workspace.compilations(with: uri))
  }

  /// What is named at a place, with its places in every program that they lead to; nil if nothing is.
  mutating func thingEverywhere(_ uri: String, _ position: JSONValue) -> NamedThing? {
    guard let open = workspace[uri] else { return nil }
    let offset = open.document.offset(of: position, encoding)
    let programs = workspace.allPrograms()
    var found = NamedThing(at: offset, in: FileSystem.identity(of: open.path), of: programs)
    found?.spread(over: programs)
    return found
  }

  /// What a name stands for in the programs as last compiled, so that nobody waits for a compilation.
  ///
  /// If the word has changed since, they are compiled anew. Its span is in the present text, its other places in the
  /// compiled one.
  private mutating func lastThing(_ uri: String, _ position: JSONValue) -> NamedThing? {
    guard let open = workspace[uri] else { return nil }
    let identity = FileSystem.identity(of: open.path)
    let offset = open.document.offset(of: position, encoding)
    let compilations = workspace.lastCompilations(with: uri)
    let files = compilations.lazy.flatMap { $0.files }.filter { $0.identity == identity }
    guard let before = files.first, let place = open.document.place(of: offset, in: before.bytes) else {
      return thing(uri, position)
    }
    var found = NamedThing(at: place, in: identity, of: compilations)
    if let span = found?.span {
      let (start, end) = (Int(span.start) + offset - place, Int(span.end) + offset - place)
      found?.span = SourceSpan(file: span.file, start: start, end: end)
    }
    return found
  }

  // MARK: Going to places

  mutating func definitions(_ uri: String, _ position: JSONValue) -> [JSONValue] {
    guard let thing = thing(uri, position) else { return [] }
    return locations(of: thing.declarations, in: thing)
  }

  /// All places of what is named, with or without those where it is declared.
  mutating func references(_ uri: String, _ position: JSONValue, _ withDeclarations: Bool) -> [JSONValue] {
    guard let thing = thingEverywhere(uri, position) else { return [] }
    return locations(
      of: withDeclarations ? thing.places : thing.places.subtracting(thing.declarations), in: thing)
  }

  /// The places in the text itself: 3 where the name is declared, 2 where it is read.
  mutating func highlights(_ uri: String, _ position: JSONValue) -> [JSONValue] {
    guard let thing = thing(uri, position), let open = workspace[uri] else { return [] }
    let identity = FileSystem.identity(of: open.path)
    var walk = TextWalk(open.document, encoding)
    return thing.places.sorted.filter { $0.identity == identity }.map { place in
      [
        "range": walk.range(place.span),
        "kind": .integer(thing.declarations.contains(place) ? 3 : 2),
      ]
    }
  }

  private func locations(of places: Set<NamedThing.Place>, in thing: NamedThing) -> [JSONValue] {
    var texts = TextIndex(encoding)
    let uris = thing.files.mapValues { JSONValue.string(workspace.uri(of: $0)) }
    return places.sorted.compactMap { place in
      guard let file = thing.files[place.identity], let uri = uris[place.identity] else { return nil }
      return ["uri": uri, "range": texts.range(place.span, in: file)]
    }
  }

  // MARK: What a name is

  /// What hovering shows: the name's declaration, then the page of a finding.
  ///
  /// Where there is neither, what the clause of the word or the function does.
  mutating func hover(_ uri: String, _ position: JSONValue) -> JSONValue {
    guard let document = workspace[uri]?.document else { return .null }
    let offset = document.offset(of: position, encoding)
    let here = (findings[uri] ?? []).first { finding in
      let span = finding.diagnostic.span
      return finding.file.bytes == document.bytes && span.start <= offset && offset < span.end
    }
    let page = here.flatMap { self.page(of: $0.diagnostic.code) }
    let thing = lastThing(uri, position)
    if thing == nil, page == nil { return wordHover(uri, offset) }
    let texts = (thing?.compilations ?? []).prefix(1).flatMap { compilation in
      compilation.declaredNames(of: thing?.declarations ?? []).map { text(of: $0, in: compilation) }
    }
    let all = texts + [page].compactMap { $0 }
    guard let span = texts.isEmpty ? here?.diagnostic.span : thing?.span, !all.isEmpty else { return .null }
    return contents(all.joined(separator: "\n\n"), document.range(of: span, encoding))
  }

  private func wordHover(_ uri: String, _ offset: Int) -> JSONValue {
    guard let (document, file, syntax) = parsed(uri) else { return .null }
    for declaration in syntax.declarations {
      guard let (text, word) = declaration.clauseWords(at: offset, in: file) else { continue }
      return contents(text, document.range(of: word, encoding))
    }
    guard let (function, name) = Function.called(in: document.bytes, at: offset) else { return .null }
    let span = SourceSpan(file: FileID(0), start: name.lowerBound, end: name.upperBound)
    return contents(
      "```pace\n\(function.form)\n```\n\(function.meaning)", document.range(of: span, encoding))
  }

  private func contents(_ text: String, _ range: JSONValue) -> JSONValue {
    let shown = client.readsMarkdown.hover ? text : Self.withoutFences(text)
    let kind: JSONValue = client.readsMarkdown.hover ? "markdown" : "plaintext"
    return ["contents": ["kind": kind, "value": .string(shown)], "range": range]
  }

  /// Markdown for a client that reads only plain text.
  static func withoutFences(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("```") }
      .joined(separator: "\n")
  }

  private func page(of code: String) -> String? {
    FindingPage.named(code).map { "```\n\($0.explanation)\n```" }
  }

  /// A name's declaration, and of a parameter its value in each preset.
  func text(of name: DeclaredName, in compilation: Compilation) -> String {
    let declaration = compilation.files[Int(name.span.file.index)].text(in: name.span).prefix(2000)
    return "\(name.sort.rawValue) `\(name.name)`\n```pace\n\(declaration)\n```"
      + (name.sort == .parameter ? Self.values(of: name.name, in: compilation) : "")
  }

  /// The value in each preset, a line each.
  private static func values(of name: String, in compilation: Compilation) -> String {
    guard let program = compilation.program,
      let index = program.params.firstIndex(where: { $0.name.text == name })
    else { return "" }
    let type = program.params[index].type
    return program.presets.map { preset in
      "\n- \(preset.name.text): \(preset.values[index].map { program.text(of: $0, type: type) } ?? "none")"
    }
    .joined()
  }
}

extension Compilation {
  /// The names that are declared at these places.
  ///
  /// A choice or a notice kind has no declaration of its own; in its place come the names whose declarations hold it.
  fileprivate func declaredNames(of places: Set<NamedThing.Place>) -> [DeclaredName] {
    func place(_ span: SourceSpan) -> NamedThing.Place {
      NamedThing.Place(span, in: files[Int(span.file.index)])
    }
    let all = declaredNames
    let own = all.filter { places.contains(place($0.place)) }
    if !own.isEmpty { return own }
    return places.sorted.compactMap { inner in
      all.last {
        let outer = place($0.span)
        return outer.identity == inner.identity && outer.span.contains(inner.span.lowerBound)
      }
    }
  }
}
