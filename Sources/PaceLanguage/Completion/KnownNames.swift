/// A name that a program declares, or that exists because it is used, like a notice kind.
struct KnownName {
  enum Sort: Equatable {
    case declared(DeclaredName.Sort)
    case noticeKind
  }

  var name: String
  var sort: Sort
  var type: NameType?
  /// The event of a field or kind, the scale of a level.
  var owner = ""
  /// One line about it for an editor.
  var detail: String
  /// The values of an attribute or parameter as written, including those in presets.
  var values: [String] = []
  /// How many rules emit a notice kind, and how many policies it has.
  var uses = (emits: 0, policies: 0)
}

/// The names of a program, or of as much of it as can be read, gathered once for all completions.
public struct KnownNames: Sendable {
  /// In the order in which they are declared or first used.
  private(set) var all: [KnownName] = []
  /// The values that follow a word of a clause, as written.
  private(set) var written: [String: [String]] = [:]
  /// The indices in `all` of names that have a type, a value or an owner.
  private var places: [String: [Int]] = [:]
  /// The indices in `all` of the notice kinds.
  private var noticeKinds: [String: Int] = [:]
  private let files: [SourceFile]

  public init(_ program: SourceSet) {
    files = program.files
    for declaration in program.declarations { add(declaration) }
    for case .preset(let preset) in program.declarations { addValues(of: preset) }
    for case .define(let syntax) in program.declarations {
      guard let place = place(of: syntax.name.text, [.definition]) else { continue }
      all[place].type = syntax.value.type { name, sorts in named(name, sorts)?.type }
    }
  }

  // MARK: Looking up

  /// The first known name of one of the sorts, if it has a type, a value or an owner; else nil.
  func named(_ name: String, _ sorts: [DeclaredName.Sort]) -> KnownName? {
    place(of: name, sorts).map { all[$0] }
  }

  /// The values of a name in its declaration and in presets, as written.
  func values(of name: String) -> [String] {
    (places[name] ?? []).lazy.map { all[$0].values }.first { !$0.isEmpty } ?? []
  }

  private func place(of name: String, _ sorts: [DeclaredName.Sort]) -> Int? {
    places[name]?.first { place in sorts.contains { all[place].sort == .declared($0) } }
  }

  // MARK: Gathering

  private mutating func add(
    _ sort: DeclaredName.Sort, _ name: Identifier, type: NameType? = nil, owner: String = "",
    detail: String = "", values: [Literal?] = []
  ) {
    switch sort {
    case .subject, .stream, .level, .rule, .preset, .source, .scenario: break
    case .attribute, .event, .field, .kind, .scale, .parameter, .definition:
      places[name.text, default: []].append(all.count)
    }
    let texts = values.compactMap { $0.map { text($0.span) } }
    all.append(
      KnownName(
        name: name.text, sort: .declared(sort), type: type, owner: owner, detail: detail, values: texts))
  }

  private mutating func add(_ declaration: Declaration) {
    switch declaration {
    case .include, .calendar, .order, .guard, .disclaimer, .scenario: break
    case .source(let it): add(.source, it.name)
    case .policy(let it):
      all[noticeKind(it.name)].uses.policies += 1
      for gate in it.gates { addWritten(gate.parts) }
    case .subject(let it):
      add(.subject, it.name)
      for case .attribute(let attribute) in it.items { add(.attribute, attribute) }
    case .event(let it): add(it)
    case .stream(let it): add(.stream, it.name, detail: rest(of: it.span, after: it.name))
    case .scale(let it):
      add(.scale, it.name, type: .level(it.name.text), detail: rest(of: it.span, after: it.name))
      for level in it.levels { add(.level, level.name, owner: it.name.text, detail: "of \(it.name.text)") }
    case .param(let it): add(.parameter, it)
    case .define(let it): add(.definition, it.name, detail: rest(of: it.span, after: it.name))
    case .rule(let it):
      add(.rule, it.name, detail: it.label?.text ?? "")
      for clause in it.clauses {
        addWritten(clause.parts)
        if case .emit(let kind, _) = clause.kind { all[noticeKind(kind)].uses.emits += 1 }
      }
    case .preset(let it): add(.preset, it.name, detail: it.label?.text ?? "")
    }
  }

  private mutating func addValues(of preset: PresetSyntax) {
    for value in preset.values {
      guard let place = place(of: value.name.text, [.parameter]) else { continue }
      all[place].values.insert(text(value.value.span), at: 0)
    }
  }

  private mutating func add(_ event: EventSyntax) {
    add(.event, event.name, detail: "of \(event.subject.text)")
    for item in event.items {
      switch item {
      case .field(let field): add(.field, field, of: event.name.text)
      case .kind(let kind):
        add(.kind, kind.name, owner: event.name.text, detail: kind.label?.text ?? "of \(event.name.text)")
      case .debounce: break
      }
    }
  }

  private mutating func add(
    _ sort: DeclaredName.Sort, _ value: ValueSyntax, of owner: String = ""
  ) {
    add(
      sort, value.name, type: NameType(value.type.names.map { $0.text }), owner: owner,
      detail: rest(of: value.span, after: value.name),
      values: [value.initial, value.range?.low, value.range?.high])
  }

  private mutating func addWritten(_ parts: [SyntaxPart]) {
    for case .literal(let value, let role) in parts where value.word == nil {
      let text = text(value.span)
      let known = written[role.word, default: []]
      if known.count < 8, !known.contains(text) { written[role.word] = known + [text] }
    }
  }

  /// The place in `all` of a notice kind, which is added unless it is known.
  private mutating func noticeKind(_ name: Identifier) -> Int {
    if let known = noticeKinds[name.text] { return known }
    noticeKinds[name.text] = all.count
    all.append(KnownName(name: name.text, sort: .noticeKind, detail: "kind of notice"))
    return all.count - 1
  }

  // MARK: Texts

  private func text(_ span: SourceSpan) -> String { files[Int(span.file.index)].text(in: span) }

  /// What follows the name, on its line.
  private func rest(of span: SourceSpan, after name: Identifier) -> String {
    let all = files[Int(span.file.index)].bytes[Int(name.span.end)..<Int(max(name.span.end, span.end))]
    let line = all.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    var bytes: [UInt8] = []
    for byte in line where !(byte == UInt8(ascii: " ") && (bytes.isEmpty || bytes.last == byte)) {
      if !bytes.isEmpty || byte != UInt8(ascii: ":") { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self).cut(to: 80)
  }
}

extension [KnownNames] {
  var all: some Sequence<KnownName> { lazy.flatMap { $0.all } }

  func named(_ name: String, _ sorts: [DeclaredName.Sort]) -> KnownName? {
    lazy.compactMap { $0.named(name, sorts) }.first
  }
}

extension String {
  fileprivate func cut(to length: Int) -> String {
    count > length ? String(prefix(length - 1)) + "…" : self
  }
}
