/// Finds the words for what the grammar expects at a place.
struct CandidateFinder {
  private let site: CompletionSite
  private let names: [KnownNames]
  /// The type that a value at the place should have, as `WantedType` finds it; nil if any will do.
  private let type: NameType?
  private(set) var list: Shortlist

  init(_ site: CompletionSite, _ names: [KnownNames], _ list: Shortlist) {
    self.site = site
    self.names = names
    self.list = list
    type = WantedType(site, names).type
    for expected in site.expectations.all {
      if !site.isBeforeUnit { add(expected) } else if case .unit = expected { add(expected) }
    }
  }

  // MARK: What is expected

  private mutating func add(_ expected: Expected) {
    switch expected {
    case .token(let kind): add(kind)
    case .keyword(let keyword): add(keyword)
    case .oneOf(let keywords): for keyword in keywords { add(keyword) }
    case .name(let role): add(role)
    case .expression: addExpression()
    case .literal, .operand:
      addValues()
      addWritten()
      if case .operand = expected { addNames([.parameter, .attribute]) }
    case .duration, .time, .date, .number, .wholeNumber: addWritten()
    case .type:
      for keyword in Parser.typeKeywords { add(keyword) }
    case .point:
      add(.day)
      add(.plus)
    case .test:
      for kind: Token.Kind in [.equal, .notEqual] { add(kind) }
      add(.in)
    case .relation:
      for kind: Token.Kind in [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual] {
        add(kind)
      }
    case .arithmetic: for kind: Token.Kind in [.plus, .minus, .star, .slash, .percent] { add(kind) }
    case .unit where WantedType(site, names, back: 1).type == .number: break
    case .unit: for unit in Unit.allCases { list.add(unit.text, .unit, .typed) }
    case .window:
      // A limit never counts over a window that is past.
      let isInLimit = site.token(before: 2)?.keyword == .limit
      for keyword in Keyword.windows where keyword != .yesterday || !isInLimit { add(keyword) }
    case .declaration: for keyword in Parser.declarationKeywords { add(keyword) }
    case .field: addNames([.event, .kind, .stream])
    case .table, .column, .member, .string, .endOfLine, .endOfExpression: break
    }
  }

  private mutating func add(_ kind: Token.Kind) {
    if let text = kind.mark { list.add(text, .mark, .mark) }
  }

  private mutating func add(_ keyword: Keyword) {
    let owner = site.expectations.owner
    let form = owner.map { $0.form(of: keyword) } ?? BlockOwner.declarationForm(keyword)
    let begins = site.tokens[site.place].startsLine && (owner?.keywords.contains(keyword) ?? false)
    list.add(keyword.text, .keyword, begins ? .begun : .word, form ?? "")
  }

  // MARK: Names

  private mutating func add(_ role: Expected.NameRole) {
    if isNew(role) { return }
    switch role {
    case .subject: addNames([.subject])
    case .attribute: addNames([.attribute])
    case .event: addNames([.kind, .event])
    case .kind, .value: break
    case .stream:
      addNames([.stream, .kind, .event])
      // `on` takes only logged streams.
      if site.token(before: 1)?.keyword == .on { return }
      addNames([.rule])
      addNoticeKinds()
    case .scale: addNames([.scale])
    case .level: addNames([.level], of: site.token(before: 2).map { site.text($0) })
    case .param: addNames([.parameter])
    case .define: addNames([.definition])
    case .rule:
      addNames([.rule])
      if site.token(before: 1)?.kind == .leftParen { addNoticeKinds() }
    case .policy, .noticeKind: addNoticeKinds(isDeclaring: true)
    case .preset: addNames([.preset])
    case .source: addNames([.source])
    case .field: addFields()
    case .gate: for gate in GateName.allCases { list.add(gate.text, .value, .typed) }
    case .outcome: for outcome in Outcome.allCases { list.add(outcome.text, .value, .typed) }
    case .encoding:
      for encoding in encodings { list.add(encoding.name, .value, .typed) }
    case .weekday: for day in ValueText.weekdays { list.add(day, .value, .typed) }
    case .column: break
    case .target:
      addNames([.subject, .event])
      for word in SourceMapping.Target.words { list.add(word.text, .value, .named) }
    case .expectation:
      addNames([.rule, .scale])
      addNoticeKinds()
    }
  }

  /// Whether the name is one that is declared here.
  private func isNew(_ role: Expected.NameRole) -> Bool {
    if role == .kind || role == .value { return true }
    guard site.expectations.owner == nil else { return false }
    switch site.token(before: 1)?.keyword {
    case .subject, .event, .stream, .scale, .param, .define, .rule, .preset, .source: return true
    default: return role == .level
    }
  }

  /// Whether a name that isn't known may stand here. A setting that is no attribute may have any name.
  func mayBeNew(_ role: Expected.NameRole) -> Bool {
    isNew(role) || role == .field && site.expectations.owner == .table && target == "settings"
  }

  /// What the block `TARGET from …` around the place fills.
  private var target: String? {
    guard let open = site.openBrace,
      let from = site.tokens[..<open].lastIndex(where: { $0.keyword == .from }), from > 0
    else { return nil }
    return site.text(site.tokens[from - 1])
  }

  /// - Parameter isFirst: whether to rank the names first whatever their type.
  private mutating func addNames(
    _ sorts: [DeclaredName.Sort], of owner: String? = nil, isFirst: Bool = false
  ) {
    for known in names.all {
      guard case .declared(let sort) = known.sort, sorts.contains(sort) else { continue }
      if let owner, known.owner != owner { continue }
      let isTyped = isFirst || type == nil || known.type == nil || known.type == type
      list.add(known.name, .name(sort), isTyped ? .typed : .named, known.detail)
    }
  }

  /// - Parameter isDeclaring: whether the place is one that makes a kind known, so that the word typed there counts
  ///   as a use of it. Elsewhere, only kinds that a rule emits are known.
  private mutating func addNoticeKinds(isDeclaring: Bool = false) {
    for known in names.all where known.sort == .noticeKind {
      let (emits, policies) = known.uses
      let isTyped = isDeclaring && emits + policies == 1 && Array(known.name.utf8) == site.prefix
      if !isTyped, isDeclaring || emits > 0 { list.add(known.name, .noticeKind, .typed, known.detail) }
    }
  }

  private mutating func addFields() {
    if site.token(before: 1)?.kind == .dot {
      return addFields(of: site.token(before: 2).map { site.text($0) } ?? "")
    }
    switch site.expectations.owner {
    case .scenarioEvent: addFields(of: site.openBrace.map { site.text(site.tokens[$0 - 1]) } ?? "")
    case .kind: addFields(of: site.tokens.count > 1 ? site.text(site.tokens[1]) : "")
    case .table: addSlots(of: target ?? "")
    default: addNames([.field])
    }
  }

  /// - Parameter stream: an event or a kind; all fields are added if it is neither.
  private mutating func addFields(of stream: String) {
    let event = names.named(stream, [.kind])?.owner ?? stream
    addNames([.field], of: names.named(event, [.event]) == nil ? nil : event)
  }

  /// What a block of a source with this target fills.
  private func filled(by target: String) -> SourceMapping.Target {
    if target == subject { return .subject }
    return SourceMapping.Target.words.first { $0.text == target }?.target ?? .event(EventID(0))
  }

  private var subject: String { names.all.first { $0.sort == .declared(.subject) }?.name ?? "" }

  /// The encodings that fit what `NAME = COLUMN as` fills; all of them if its type isn't known.
  private var encodings: [SourceMapping.Encoding.Named] {
    let all = SourceMapping.Encoding.instants + SourceMapping.Encoding.durations
    guard let assign = site.tokens[..<site.place].lastIndex(where: { $0.kind == .assign }), assign > 0
    else { return all }
    // Only times can be subtracted.
    if site.tokens[assign..<site.place].contains(where: { $0.kind == .minus }) {
      return SourceMapping.Encoding.instants
    }
    let name = site.text(site.tokens[assign - 1])
    let filled = filled(by: target ?? "")
    if let slot = filled.slot(name, subject: subject) {
      return SourceMapping.Encoding.fitting(slot, isDuration: false)
    }
    let known = names.named(name, filled == .settings ? [.attribute] : [.attribute, .field])
    if known == nil, filled == .settings {
      return SourceMapping.Encoding.fitting(.setting(name), isDuration: false)
    }
    guard let type = known?.type else { return all }
    return SourceMapping.Encoding.fitting(nil, isDuration: type == .duration)
  }

  /// Adds what a block of a source can fill.
  private mutating func addSlots(of target: String) {
    let filled = filled(by: target)
    let words = filled.slots(subject: subject).map { $0.name }
    for word in words where word != subject { list.add(word, .value, .typed) }
    if words.contains(subject) { addNames([.subject]) }
    switch filled {
    case .subject, .settings: addNames([.attribute])
    case .event: addFields(of: target)
    case .kinds: addNames([.field])
    case .notice: break
    }
  }

  // MARK: Values

  private mutating func addExpression() {
    if site.tokens.first?.keyword == .stream { addNames([.field], isFirst: true) }
    // Of equal words the first found stays first: values come before names, except after a name or a keyword.
    if site.token(before: 1)?.kind != .name { addValues() }
    addNames([.parameter, .attribute, .definition, .scale])
    for function in Function.all { list.add(function.text, .function, .typed, function.form) }
    for word in ["clock", "weekday", "date"] { list.add(word, .value, .named) }
    addValues()
    addWritten()
    add(Keyword.not)
    add(.leftParen)
    add(.minus)
  }

  /// Adds the named values of the wanted type, or of all types if it isn't known.
  private mutating func addValues() {
    switch type {
    case .bool: for word in ["yes", "no"] { list.add(word, .value, .typed) }
    case .weekday: for day in ValueText.weekdays { list.add(day, .value, .typed) }
    case .preset: addNames([.preset])
    case .cases(let cases): for name in cases { list.add(name, .value, .typed) }
    case .level(let scale):
      for known in names.all where known.owner == scale && known.sort == .declared(.level) {
        list.add(known.name, .name(.level), .typed, known.detail)
      }
    case .number, .duration, .time, .text, .schedule, .date: break
    case nil:
      if site.expectations.owner == .map { addNames([.rule, .kind]) }
      for word in ["yes", "no"] { list.add(word, .value, .named) }
      for known in names.all {
        guard case .cases(let cases) = known.type else { continue }
        for name in cases { list.add(name, .value, .named, known.name) }
      }
    }
  }

  /// Adds the values that the name has elsewhere, or that follow the same word in other rules.
  private mutating func addWritten() {
    guard let last = site.token(before: 1) else { return }
    var texts = names.flatMap { $0.written[site.text(last)] ?? [] }
    if last.kind == .assign, let name = site.token(before: 2).map({ site.text($0) }) {
      texts = names.flatMap { $0.values(of: name) }
    }
    for text in texts where text.utf8.first != UInt8(ascii: "\"") { list.add(text, .value, .typed) }
  }
}

extension Token.Kind {
  /// The mark as it is written; nil for tokens without a fixed text.
  fileprivate var mark: String? {
    let text = self.text
    guard text.utf8.first == UInt8(ascii: "`") else { return nil }
    return String(text.dropFirst().dropLast())
  }
}
