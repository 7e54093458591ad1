/// Turns the syntax of a program's files into a checked program and diagnostics.
///
/// Each area of the language has a file of its own. Names come first, then the declarations that only
/// hold constants, then expressions (definitions before what uses them), and last the order of rules.
/// Each fault is reported once; a fault that only follows from another is not reported.
struct Checker {
  let files: [SourceFile]
  /// Whether some of the text has errors or could not be read, which may be why a name is unknown.
  let isPartial: Bool
  private let unreadNames: UnreadNames
  var declarations = DeclarationLists()
  var diagnostics: [Diagnostic] = []
  var names = Names()

  /// The program as far as it has been checked.
  var content: ProgramContent

  var declared = DeclaredValues()
  /// What is known of each definition once it is checked; nil if it is not valid.
  var definitions: [Definition?] = []
  /// What other declarations need to know of each rule before it is checked.
  var traits: [RuleTraits] = []
  /// For each notice kind, whether a rule with `on` emits it.
  var triggeredKinds: [Bool] = []
  var reads = Reads()
  /// The events that each stream's instants come from; none for firings.
  var streamEvents: [[EventID]] = []
  /// The streams that `stream` declares, in order.
  var derivedStreams: [StreamID] = []
  /// What clauses ask of the values of each name.
  var demands: [String: [Demand]] = [:]
  /// The values that defaults, presets and scenarios give to names.
  var givenValues: [GivenValue] = []
  var scope = Scope(place: .condition)
  var suggestionsLeft = 40

  init(_ sources: SourceSet, declarations: DeclarationLists, subject: SubjectSyntax) {
    files = sources.files
    isPartial = sources.hasErrors
    unreadNames = sources.unreadNames
    self.declarations = declarations
    content = ProgramContent(
      subject: Subject(
        name: subject.name, isPerDay: subject.isPerDay, attributes: [], presetAttribute: nil,
        zoneAttribute: nil, ends: nil, span: subject.span))
  }

  /// Whether an unknown name may be declared where the text has a fault.
  func isExcused(_ name: String) -> Bool { name.isEmpty || isPartial && unreadNames.mayHold(name) }

  /// Checks everything; the program is to be used only if no diagnostic is an error.
  mutating func run() {
    guard checkLimits() else { return }
    declareNames()
    checkCalendar()
    checkSubject()
    checkEvents()
    checkParams()
    checkPresets()
    checkColumnNames()
    checkStreamMembers()
    checkDefines()
    checkStreamConditions()
    checkEnding()
    for index in declarations.rules.indices { checkRule(index) }
    checkPolicies()
    orderRules()
    checkGuard()
    checkOrders()
    checkSources()
    checkScenarios()
    checkDemands()
  }

  /// - Parameters:
  ///   - syntax: the syntax of each file.
  ///   - identities: the identity of the file behind each path.
  func program(_ syntax: [FileSyntax], identities: [String: String]) -> Program {
    var content = self.content
    (content.files, content.syntax, content.identities) = (files, syntax, identities)
    return Program(content).judgingMessages()
  }

  mutating func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }
}

/// What the values of a declared name have to be, known before anything uses the name.
struct DeclaredValue {
  var name: String
  /// Nil if the declaration is not valid.
  var type: ValueType?
  var range: ClosedRange<Int64>?
  /// The range as written.
  var bounds: RangeSyntax?
}

struct DeclaredValues {
  var params: [DeclaredValue] = []
  var attributes: [DeclaredValue] = []
  /// The fields of each event.
  var fields: [[DeclaredValue]] = []
}

/// What rules and policies read of rules and of scales.
struct Reads {
  var rules: [[Read]] = []
  /// One for each notice kind.
  var policies: [[Read]] = []
}

/// Declares every name first, so that a name is found wherever in the text it is declared.
extension Checker {
  /// How many declarations of one sort a program may hold.
  static let declarationLimit = 65_536
  /// Smaller limits: each event keeps a slot for each field name, and each preset a value for each parameter.
  static let eventLimit = 1_024
  static let fieldNameLimit = 4_096
  static let presetLimit = 256
  static let paramLimit = 16_384

  mutating func checkLimits() -> Bool {
    let limit = Self.declarationLimit
    let sorts: [(String, Int, Int, SourceSpan?)] = [
      ("events", declarations.events.count, Self.eventLimit, declarations.events.last?.span),
      ("streams", declarations.streams.count, limit, declarations.streams.last?.span),
      ("scales", declarations.scales.count, limit, declarations.scales.last?.span),
      ("params", declarations.params.count, Self.paramLimit, declarations.params.last?.span),
      ("defines", declarations.defines.count, limit, declarations.defines.last?.span),
      ("rules", declarations.rules.count, limit, declarations.rules.last?.span),
      ("presets", declarations.presets.count, Self.presetLimit, declarations.presets.last?.span),
      ("scenarios", declarations.scenarios.count, limit, declarations.scenarios.last?.span),
    ]
    var isFine = true
    for (sort, count, limit, span) in sorts where count > limit {
      guard let span else { continue }
      report(.tooMany(sort, limit: limit, at: span))
      isFine = false
    }
    return isFine
  }

  mutating func declareNames() {
    names.note(.subject, at: content.subject.name.span, isDeclaration: true)
    checkTargetName(content.subject.name)
    reserveRoom()
    declareEvents()
    for stream in declarations.streams {
      derivedStreams.append(declareStream(stream.name, .derived(members: [], condition: nil)))
    }
    declareRules()
    declareNoticeKinds()
    declareValues()
    declarePresets()
  }

  private mutating func reserveRoom() {
    names.streams.reserveCapacity(
      declarations.rules.count * 2 + declarations.events.count + declarations.streams.count)
    names.values.reserveCapacity(
      declarations.params.count + declarations.defines.count + declarations.scales.count)
    names.valueSpans.reserveCapacity(
      declarations.params.count + declarations.defines.count + declarations.scales.count)
    content.rules.reserveCapacity(declarations.rules.count)
    content.params.reserveCapacity(declarations.params.count)
    content.defines.reserveCapacity(declarations.defines.count)
    content.expressions.reserveCapacity(declarations.rules.count * 6 + declarations.defines.count * 4)
  }

  private mutating func declareEvents() {
    for (index, event) in declarations.events.enumerated() {
      let id = EventID(index)
      checkEventName(event.name)
      let stream = declareStream(event.name, .event(id))
      var kinds: [EventKind] = []
      for case .kind(let kind) in event.items {
        let stream = declareStream(kind.name, .kind(id, KindID(kinds.count)))
        kinds.append(
          EventKind(name: kind.name, label: kind.label, values: [], debounce: nil, stream: stream))
      }
      content.events.append(
        EventType(
          name: event.name, fields: [], fieldNames: [], kinds: kinds, debounce: nil, stream: stream))
    }
  }

  /// An event's rows are in a table of its name, so it may not share one with the subject or the given notices.
  private mutating func checkEventName(_ name: Identifier) {
    if name.text == content.subject.name.text {
      report(.collision(name, with: content.subject.name.span, what: "the subject"))
    } else {
      checkTargetName(name)
    }
  }

  /// The words that a `source` uses for other things can't name an event or a subject.
  private mutating func checkTargetName(_ name: Identifier) {
    let meanings = [
      "notice": "the notices given", "settings": "what new subjects start with",
      "kinds": "the catalogue of kinds",
    ]
    guard let meaning = meanings[name.text] else { return }
    report(.reservedName(name, reason: "it stands for \(meaning) in a `source`"))
  }

  private mutating func declareRules() {
    for (index, rule) in declarations.rules.enumerated() {
      let stream = declareStream(rule.name, .firings(RuleID(index)))
      content.rules.append(
        Rule(
          name: rule.name, label: rule.label, trigger: .none, triggerSpan: rule.name.span, condition: nil,
          hold: nil, until: nil, raise: nil, emission: nil, severity: nil, repetition: .never, gates: [],
          firings: stream, span: rule.span))
    }
    traits = declarations.rules.map(RuleTraits.init)
    reads.rules = Array(repeating: [], count: content.rules.count)
  }

  /// Notice kinds are declared by being emitted; the first place counts.
  private mutating func declareNoticeKinds() {
    for (index, rule) in declarations.rules.enumerated() {
      for case .emit(let name, _) in rule.clauses.lazy.map({ $0.kind }) {
        let id = noticeKind(name)
        content.noticeKinds[id.index].rules.append(RuleID(index))
        traits[index].kind = id
        if traits[index].isOnEvent { triggeredKinds[id.index] = true }
        break
      }
    }
    reads.policies = Array(repeating: [], count: content.noticeKinds.count)
  }

  private mutating func noticeKind(_ name: Identifier) -> NoticeKindID {
    if let known = names.streams[name.text], case .notices(let id) = content[known].kind {
      names.note(.stream(known), at: name.span)
      return id
    }
    let id = NoticeKindID(content.noticeKinds.count)
    let stream = declareStream(name, .notices(id))
    content.noticeKinds.append(NoticeKind(name: name.text, policy: [], rules: [], firings: stream))
    triggeredKinds.append(false)
    return id
  }

  private mutating func declareValues() {
    for (index, scale) in declarations.scales.enumerated() {
      declareValue(scale.name, .scale(ScaleID(index)))
      declareScale(scale)
    }
    for (index, param) in declarations.params.enumerated() {
      declareValue(param.name, .param(ParamID(index)))
    }
    for (index, define) in declarations.defines.enumerated() {
      declareValue(define.name, .define(DefineID(index)))
    }
    guard let first = declarations.subjects.first else { return }
    var index = 0
    for case .attribute(let attribute) in first.items {
      declareValue(attribute.name, .attribute(AttributeID(index)))
      index += 1
    }
  }

  private mutating func declareScale(_ scale: ScaleSyntax) {
    var levels: [String: Int] = [:]
    var seen: [String: SourceSpan] = [:]
    for (index, level) in scale.levels.enumerated() {
      if !isTwice(level.name, &seen, { .duplicate($0, of: "level", first: $1) }) {
        levels[level.name.text] = index
        names.note(.level(ScaleID(names.levels.count), index), at: level.name.span, isDeclaration: true)
      }
      if let colour = level.colour, !Colour.isValid(colour.text) {
        report(.invalidColour(colour))
      }
    }
    names.levels.append(levels)
    content.scales.append(
      Scale(
        name: scale.name,
        levels: scale.levels.map { .init(name: $0.name.text, colour: $0.colour?.text, span: $0.name.span) },
        rules: [], span: scale.span))
  }

  private mutating func declarePresets() {
    for (index, preset) in declarations.presets.enumerated() {
      if let first = names.presets[preset.name.text] {
        report(
          .collision(
            preset.name, with: declarations.presets[first.index].name.span, what: "a preset", isSameSort: true
          ))
      } else {
        names.presets[preset.name.text] = PresetID(index)
        names.note(.preset(PresetID(index)), at: preset.name.span, isDeclaration: true)
      }
    }
  }

  /// Adds a stream; a name that is taken keeps its first meaning.
  private mutating func declareStream(_ name: Identifier, _ kind: Stream.Kind) -> StreamID {
    let id = StreamID(content.streams.count)
    if let first = names.streams[name.text] {
      report(
        .collision(
          name, with: content[first].span, what: content[first].kind.sort,
          isSameSort: content[first].kind.sort == kind.sort))
    } else {
      names.streams[name.text] = id
      names.note(.stream(id), at: name.span, isDeclaration: true)
    }
    content.streams.append(Stream(name: name.text, kind: kind, span: name.span))
    streamEvents.append([])
    return id
  }

  private mutating func declareValue(_ name: Identifier, _ value: Names.ValueName) {
    if Names.reservedValues.contains(name.text) {
      report(.reservedName(name, reason: "expressions give it a meaning of their own"))
      return
    }
    if let first = names.valueSpans[name.text] {
      let what = describe(names.values[name.text])
      report(.collision(name, with: first, what: what, isSameSort: what == describe(value)))
      return
    }
    names.values[name.text] = value
    names.note(value.symbol, at: name.span, isDeclaration: true)
    names.valueSpans[name.text] = name.span
  }

  /// A field may not share a name with a value, nor with a column that every event has.
  ///
  /// An attribute may not share one with a column that every subject has.
  mutating func checkColumnNames() {
    let subject = content.subject.name.text
    let row = SourceMapping.Target.event(EventID(0))
    for event in content.events {
      for field in event.fields {
        if row.slot(field.name.text, subject: subject) != nil {
          report(.reservedName(field.name, reason: "every event has a column of that name"))
        } else if Names.reservedValues.contains(field.name.text) {
          report(.reservedName(field.name, reason: "expressions give it a meaning of their own"))
        } else if let value = names.valueSpans[field.name.text] {
          report(.fieldSharesName(field.name, with: value, what: describe(names.values[field.name.text])))
        }
      }
    }
    if !content.subject.isPerDay, row.slot(subject, subject: subject) != .subject {
      let reason = "every event has a column of that name, besides the one named as its subject"
      report(.reservedName(content.subject.name, reason: reason))
    }
    for attribute in content.subject.attributes
    where SourceMapping.Target.subject.slot(attribute.name.text, subject: subject) != nil {
      report(.reservedName(attribute.name, reason: "every subject has a column of that name"))
    }
  }

  func describe(_ value: Names.ValueName?) -> String { value?.symbol.valueSort ?? "a value" }

  /// The type of a param or an attribute; nil for any other value.
  func operandType(of name: String) -> ValueType? {
    switch names.values[name] {
    case .param(let id): declared.params[id.index].type
    case .attribute(let id): declared.attributes[id.index].type
    case .define, .scale, nil: nil
    }
  }
}
