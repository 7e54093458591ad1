import PaceLab
import PaceLanguage
import PaceReport

/// What an editor asks about a name.
extension EditorServer {
  /// Why a request can't be met.
  struct RequestFailure: Error {
    var reason: String
    /// Whether its parameters are wrong.
    var hasInvalidParams = false
  }

  /// Something named in the programs that a file belongs to.
  private struct NamedThing {
    struct Place: Hashable {
      var identity: String
      var span: Range<Int>
    }

    /// The place asked about.
    var span: SourceSpan
    var places: Set<Place> = []
    var declarations: Set<Place> = []
    var files: [String: SourceFile] = [:]
    var compilations: [Compilation] = []
  }

  /// What is named at a place, with all its places; nil if nothing is.
  private mutating func thing(_ uri: String, _ position: JSONValue) -> NamedThing? {
    guard let open = workspace[uri] else { return nil }
    let offset = open.document.offset(of: position, encoding)
    return thing(at: offset, in: FileSystem.identity(of: open.path), of: workspace.compilations(with: uri))
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
    var found = thing(at: place, in: identity, of: compilations)
    if let span = found?.span {
      let (start, end) = (Int(span.start) + offset - place, Int(span.end) + offset - place)
      found?.span = SourceSpan(file: span.file, start: start, end: end)
    }
    return found
  }

  private func thing(at offset: Int, in identity: String, of compilations: [Compilation]) -> NamedThing? {
    var thing: NamedThing?
    for compilation in compilations {
      let here = compilation.occurrences.first {
        compilation.files[Int($0.span.file.index)].identity == identity && $0.span.start <= offset
          && offset <= $0.span.end
      }
      guard let here else { continue }
      var found = thing ?? NamedThing(span: here.span)
      found.compilations.append(compilation)
      for occurrence in compilation.occurrences where occurrence.symbol == here.symbol {
        let file = compilation.files[Int(occurrence.span.file.index)]
        let place = NamedThing.Place(
          identity: file.identity, span: Int(occurrence.span.start)..<Int(occurrence.span.end))
        found.files[file.identity] = file
        found.places.insert(place)
        if occurrence.isDeclaration { found.declarations.insert(place) }
      }
      thing = found
    }
    return thing
  }

  // MARK: Going to places

  mutating func definitions(_ uri: String, _ position: JSONValue) -> [JSONValue] {
    guard let thing = thing(uri, position) else { return [] }
    return locations(of: thing.declarations, in: thing)
  }

  /// All places of what is named, with or without those where it is declared.
  mutating func references(_ uri: String, _ position: JSONValue, _ withDeclarations: Bool) -> [JSONValue] {
    guard let thing = thing(uri, position) else { return [] }
    return locations(
      of: withDeclarations ? thing.places : thing.places.subtracting(thing.declarations), in: thing)
  }

  /// The places in the text itself: 3 where the name is declared, 2 where it is read.
  mutating func highlights(_ uri: String, _ position: JSONValue) -> [JSONValue] {
    guard let thing = thing(uri, position), let open = workspace[uri] else { return [] }
    let identity = FileSystem.identity(of: open.path)
    return Self.sorted(thing.places).filter { $0.identity == identity }.map { place in
      [
        "range": open.document.range(place.span, encoding),
        "kind": .integer(thing.declarations.contains(place) ? 3 : 2),
      ]
    }
  }

  private func locations(of places: Set<NamedThing.Place>, in thing: NamedThing) -> [JSONValue] {
    var texts = TextIndex(encoding)
    let uris = thing.files.mapValues { JSONValue.string(workspace.uri(of: $0)) }
    return Self.sorted(places).compactMap { place in
      guard let file = thing.files[place.identity], let uri = uris[place.identity] else { return nil }
      return ["uri": uri, "range": texts.range(place.span, in: file)]
    }
  }

  private static func sorted(_ places: Set<NamedThing.Place>) -> [NamedThing.Place] {
    places.sorted { ($0.identity, $0.span.lowerBound) < ($1.identity, $1.span.lowerBound) }
  }

  // MARK: Renaming

  /// The name that a rename would change; refused where every other name would be.
  mutating func renamed(_ uri: String, _ position: JSONValue) throws(RequestFailure) -> JSONValue {
    guard let thing = thing(uri, position), let document = workspace[uri]?.document else { return .null }
    let names = Set(thing.compilations.flatMap { $0.declaredNames.map { $0.name } })
    var other = "other_name"
    while names.contains(other) { other += "_x" }
    try check(thing, renamedTo: other)
    let name = document.bytes[Int(thing.span.start)..<Int(thing.span.end)]
    return [
      "range": document.range(of: thing.span, encoding),
      "placeholder": .string(String(decoding: name, as: UTF8.self)),
    ]
  }

  /// The edits that give something another name, in every program that knows it.
  ///
  /// The edits are tried first, and refused if a program then has an error, or a name stands for something else.
  mutating func renaming(
    _ uri: String, _ position: JSONValue, to name: String
  ) throws(RequestFailure) -> JSONValue {
    guard let thing = thing(uri, position) else {
      throw RequestFailure(reason: "there is no name to change here")
    }
    if !isName(name) {
      throw RequestFailure(reason: "`\(name)` is no name: small letters, digits and `_` are, a letter first")
    }
    do throws(RequestFailure) {
      try check(thing, renamedTo: name)
    } catch {
      if !isKeyword(name) { throw error }
      throw RequestFailure(reason: "`\(name)` is a word of the language; take another name")
    }
    var changes: [String: JSONValue] = [:]
    let places = Dictionary(grouping: Self.sorted(thing.places)) { $0.identity }
    for (identity, file) in thing.files {
      let document = TextDocument(file.bytes)
      let edits = (places[identity] ?? []).map { place -> JSONValue in
        ["range": document.range(place.span, encoding), "newText": .string(name)]
      }
      changes[workspace.uri(of: file)] = .array(edits)
    }
    return ["changes": .object(changes)]
  }

  /// Tries another name in every program that knows a thing.
  private func check(_ thing: NamedThing, renamedTo name: String) throws(RequestFailure) {
    for compilation in thing.compilations {
      guard let error = Self.error(of: compilation) else { continue }
      throw RequestFailure(reason: "\(error); mend that first, or places of the name may be missed")
    }
    var texts: [String: [UInt8]] = [:]
    for (identity, places) in Dictionary(grouping: Self.sorted(thing.places), by: { $0.identity }) {
      guard let bytes = thing.files[identity]?.bytes else { continue }
      var (text, end) = ([UInt8](), 0)
      for place in places {
        text += bytes[end..<place.span.lowerBound]
        text += name.utf8
        end = place.span.upperBound
      }
      texts[identity] = text + bytes[end...]
    }
    for compilation in thing.compilations { try check(compilation, with: texts) }
  }

  /// Checks a program with other texts in place of its own: names have to stand for the same things as before.
  private func check(_ before: Compilation, with texts: [String: [UInt8]]) throws(RequestFailure) {
    let after = Compilation(
      workspace.sources(before.roots.map { before.files[Int($0.index)].path }, instead: texts))
    if let error = Self.error(of: after) { throw RequestFailure(reason: "\(error); take another name") }
    let (old, new) = (before.occurrences, after.occurrences)
    let same = zip(old, new).prefix { $0.symbol == $1.symbol }.count
    if same < max(old.count, new.count), let other = same < old.count ? old[same] : old.last {
      let place = before.files.place(of: other.span)
      throw RequestFailure(reason: "\(place): a name would stand for something else; take another name")
    }
    for (old, new) in zip(Self.meaningful(in: before), Self.meaningful(in: after))
    where old.index != new.index {
      throw RequestFailure(
        reason: "`\(old.name)` means \(old.meaning), so no rename gives that name or takes it away")
    }
  }

  /// The names that mean something by themselves, and which attribute or kind of notice has each.
  private static func meaningful(
    in compilation: Compilation
  ) -> [(name: String, meaning: String, index: Int?)] {
    let program = compilation.program
    return [
      ("zone", "a subject's time zone", program?.subject.zoneAttribute?.index),
      ("refusal", "a row not to be logged", program?.noticeKinds.firstIndex { $0.name == "refusal" }),
    ]
  }

  /// The first error of a program, with its place.
  private static func error(of compilation: Compilation) -> String? {
    compilation.diagnostics.first { $0.severity == .error }
      .map { "\(compilation.files.place(of: $0.span)): \($0.message)" }
  }

  // MARK: What a name is

  /// What hovering shows: the page of a finding, else the name's declaration, else what the word's clause does.
  mutating func hover(_ uri: String, _ position: JSONValue) -> JSONValue {
    guard let document = workspace[uri]?.document else { return .null }
    let offset = document.offset(of: position, encoding)
    let here = (findings[uri] ?? []).first { finding in
      let span = finding.diagnostic.span
      return finding.file.bytes == document.bytes && span.start <= offset && offset < span.end
    }
    if let finding = here, let page = page(of: finding.diagnostic.code) {
      return contents(page, document.range(of: finding.diagnostic.span, encoding))
    }
    guard let thing = lastThing(uri, position) else { return clauseHover(uri, offset) }
    let texts = thing.compilations.prefix(1).flatMap { compilation in
      compilation.declaredNames.filter { thing.declarations.contains(Self.place(of: $0, in: compilation)) }
        .map { text(of: $0, in: compilation) }
    }
    return texts.isEmpty
      ? .null : contents(texts.joined(separator: "\n\n"), document.range(of: thing.span, encoding))
  }

  private func clauseHover(_ uri: String, _ offset: Int) -> JSONValue {
    guard let (document, file, syntax) = parsed(uri) else { return .null }
    for declaration in syntax.declarations {
      guard let (text, word) = declaration.clauseWords(at: offset, in: file) else { continue }
      return contents(text, document.range(of: word, encoding))
    }
    return .null
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
    let page = ErrorDoc.find(code)?.page ?? LintRule.named(code)?.explanation
    return page.map { "```\n\($0)\n```" }
  }

  private static func place(of name: DeclaredName, in compilation: Compilation) -> NamedThing.Place {
    NamedThing.Place(
      identity: compilation.files[Int(name.place.file.index)].identity,
      span: Int(name.place.start)..<Int(name.place.end))
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
