import PaceLanguage

/// Other names for what programs declare.
extension EditorServer {
  /// The name that a rename would change; refused where no other name can be given.
  mutating func renamed(_ uri: String, _ position: JSONValue) throws(RequestFailure) -> JSONValue {
    guard let thing = thingEverywhere(uri, position), let document = workspace[uri]?.document else {
      return .null
    }
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
    guard let thing = thingEverywhere(uri, position) else {
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
    let places = Dictionary(grouping: thing.places.sorted) { $0.identity }
    for (identity, file) in thing.files {
      var walk = TextWalk(TextDocument(file.bytes), encoding)
      let edits = (places[identity] ?? []).map { place -> JSONValue in
        ["range": walk.range(place.span), "newText": .string(name)]
      }
      changes[workspace.uri(of: file)] = .array(edits)
    }
    return workspaceEdit(changes)
  }

  /// Tries another name in every program that has a file with a place of it.
  private func check(_ thing: NamedThing, renamedTo name: String) throws(RequestFailure) {
    for compilation in thing.compilations {
      guard let error = Self.error(of: compilation) else { continue }
      throw RequestFailure(reason: "\(error); mend that first, or places of the name may be missed")
    }
    for compilation in thing.compilations {
      guard
        let owner = thing.symbols(in: compilation).lazy
          .compactMap({ compilation.owner(of: name, beside: $0) }).first
      else { continue }
      let place = compilation.files.place(of: owner.span)
      throw RequestFailure(
        reason: "\(place): the name `\(name)` is taken by \(owner.sort); take another name")
    }
    let texts = thing.texts(renamedTo: name)
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

  /// The first error of a program, with its place; that a name is reserved comes before what follows from it.
  private static func error(of compilation: Compilation) -> String? {
    let errors = compilation.diagnostics.filter { $0.severity == .error }
    return (errors.first { $0.code == "E0309" } ?? errors.first)
      .map { "\(compilation.files.place(of: $0.span)): \($0.message)" }
  }
}
