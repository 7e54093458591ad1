import PaceLanguage

/// What an editor offers while one types.
extension EditorServer {
  /// The characters that ask for completions within a text, and for none elsewhere.
  static let textTriggers = ["\"", "/"]

  mutating func completion(_ uri: String, _ position: JSONValue, _ context: JSONValue) -> JSONValue {
    guard let open = workspace[uri] else { return .null }
    let (names, areOld) = workspace.lastNames(with: uri)
    let offset = open.document.offset(of: position, encoding)
    let found = Completion(open.document.bytes, at: offset, among: names) { sort, typed in
      switch sort {
      case .path: workspace.includePaths(from: open.path, typed: typed)
      case .zone: zoneNames
      }
    }
    let isOfText = Self.textTriggers.contains { context["triggerCharacter"] == .string($0) }
    guard let found, found.text != nil || !isOfText else { return ["isIncomplete": false, "items": []] }
    let range = open.document.range(found.span, encoding)
    let items = found.items.enumerated().map { place, item -> JSONValue in
      [
        "label": .string(item.text), "kind": .integer(item.itemKind), "detail": .string(item.detail),
        // Clients put items in the order of this text.
        "sortText": .string("\(100 + place)"), "textEdit": ["range": range, "newText": .string(item.text)],
        "data": ["uri": .string(uri), "sort": .string(item.sort.declared?.rawValue ?? "")],
      ]
    }
    // A name that was typed since the last compilation is offered once it is known.
    return ["isIncomplete": .bool(found.isCut || areOld), "items": .array(items)]
  }

  /// An item with what hovering over its name would show.
  mutating func resolved(_ item: JSONValue) -> JSONValue {
    guard case .object(var members) = item, let uri = item["data"]["uri"].text else { return item }
    let texts = workspace.compilations(with: uri).prefix(1).flatMap { compilation in
      compilation.declaredNames
        .filter { $0.name == item["label"].text && $0.sort.rawValue == item["data"]["sort"].text }
        .map { text(of: $0, in: compilation) }
    }
    if !texts.isEmpty {
      let text = texts.joined(separator: "\n\n")
      members["documentation"] =
        client.readsMarkdown.completion
        ? ["kind": "markdown", "value": .string(text)] : .string(Self.withoutFences(text))
    }
    return .object(members)
  }
}

extension Completion.Sort {
  fileprivate var declared: DeclaredName.Sort? { if case .name(let sort) = self { sort } else { nil } }
}

extension Completion.Item {
  /// The protocol's number for the sort that comes nearest.
  fileprivate var itemKind: Int {
    switch sort {
    case .keyword: 14
    case .function: 3
    case .unit: 11
    case .mark: 24
    case .value, .text(.zone): 12
    case .noticeKind: 20
    case .text(.path): text.hasSuffix("/") ? 19 : 17
    case .name(.subject): 7
    case .name(.attribute), .name(.field): 5
    case .name(.event), .name(.stream): 23
    case .name(.kind), .name(.level): 20
    case .name(.scale): 13
    case .name(.parameter), .name(.definition): 6
    case .name(.rule): 3
    case .name(.preset): 21
    case .name(.source), .name(.scenario): 9
    }
  }
}

extension Compilation {
  /// All declarations, with those within them.
  var declaredNames: [DeclaredName] {
    sources.declarations.compactMap { $0.declaredName }.flatMap { [$0] + $0.members }
  }
}
