import PaceLanguage

/// What an editor shows in a text that isn't written there: the sorts of names, and values.
extension EditorServer {
  /// The sorts of names by the protocol's words, as tokens number them.
  static let tokenTypes = [
    "class", "property", "event", "function", "enum", "enumMember", "parameter", "variable", "namespace",
  ]

  /// A text with a program that it belongs to, and its names there.
  private mutating func names(
    in uri: String
  ) -> (document: TextDocument, compilation: Compilation, occurrences: [Occurrence])? {
    guard let open = workspace[uri] else { return nil }
    let identity = FileSystem.identity(of: open.path)
    guard let compilation = workspace.compilation(with: uri) else { return nil }
    let occurrences = compilation.occurrences.filter {
      compilation.files[Int($0.span.file.index)].identity == identity
    }
    return (open.document, compilation, occurrences)
  }

  // MARK: Tokens

  /// The names of a text as the protocol packs them: five numbers each, places relative to the one before.
  mutating func tokens(_ uri: String) -> JSONValue {
    guard let (document, compilation, occurrences) = names(in: uri) else { return .null }
    var data: [JSONValue] = []
    var walk = TextWalk(document, encoding)
    var last = TextDocument.Position()
    for occurrence in occurrences {
      let start = walk.position(of: Int(occurrence.span.start))
      // What is wrong in a name may be longer in bytes.
      let length = walk.position(of: Int(occurrence.span.end)).character - start.character
      let type = Self.tokenType(of: occurrence.symbol, in: compilation)
      let numbers = [
        start.line - last.line, start.character - (start.line == last.line ? last.character : 0), length,
        type,
        occurrence.isDeclaration ? 1 : 0,
      ]
      data += numbers.map { .integer($0) }
      last = start
    }
    return ["data": .array(data)]
  }

  private static func tokenType(of symbol: Symbol, in compilation: Compilation) -> Int {
    switch symbol {
    case .subject: 0
    case .attribute, .field: 1
    case .stream(let id): compilation.isRule(id) ? 3 : 2
    case .scale: 4
    case .level, .choice: 5
    case .param: 6
    case .define: 7
    case .preset: 8
    }
  }

  // MARK: Values

  /// Behind each parameter that a rule, a definition or a policy reads, its value in each preset.
  mutating func hints(_ uri: String, _ range: JSONValue) -> [JSONValue] {
    guard let (document, compilation, occurrences) = names(in: uri), let program = compilation.program else {
      return []
    }
    let start = document.offset(of: range["start"], encoding)
    let end = document.offset(of: range["end"], encoding)
    var walk = TextWalk(document, encoding)
    let readers = compilation.sources.declarations.filter { $0.readsParams }.map { $0.span }
    return occurrences.compactMap { occurrence in
      let span = occurrence.span
      guard case .param(let id) = occurrence.symbol, start <= span.start, span.end <= end,
        readers.contains(where: { $0.file == span.file && $0.start <= span.start && span.end <= $0.end })
      else { return nil }
      let param = program.params[id.index]
      let values = program.presets.map { preset in
        (preset.name.text, preset.values[id.index].map { program.text(of: $0, type: param.type) } ?? "none")
      }
      let initial = param.initial.map { program.text(of: $0, type: param.type) }
      let texts = values.isEmpty ? [initial].compactMap { $0 } : values.map { $0.1 }
      guard let first = texts.first else { return nil }
      let isOne = texts.allSatisfy { $0 == first }
      return [
        "position": walk.position(of: Int(span.end)).json,
        "label": .string("= " + (isOne ? first : texts.joined(separator: " | "))), "paddingLeft": true,
        "tooltip": .string(values.map { "\($0.0): \($0.1)" }.joined(separator: "\n")),
      ]
    }
  }
}

extension Compilation {
  /// Whether a stream is a rule's firings; false if the program has errors.
  fileprivate func isRule(_ id: StreamID) -> Bool {
    if case .firings? = program?[id].kind { true } else { false }
  }
}

extension Declaration {
  /// Whether it can read parameters, rather than give them values.
  fileprivate var readsParams: Bool {
    switch self {
    case .rule, .define, .policy, .stream, .subject: true
    case .include, .calendar, .event, .scale, .param, .preset, .order, .guard, .disclaimer, .source,
      .scenario:
      false
    }
  }
}
