/// How a sentence names the parts of a program.
extension Program {
  /// What a subject is called: `session`, `long_walk`.
  public var noun: String { subject.name.text }

  /// One event of a stream: `entry`, `long pause`; the label of a kind, else the stream's name.
  public func noun(of stream: StreamID) -> String {
    switch self[stream].kind {
    case .kind(let event, let kind):
      let kind = events[event.index].kinds[kind.index]
      return Noun.bare(kind.label?.text ?? kind.name.text)
    case .firings(let rule): return Noun.bare(self[rule].label?.text ?? self[rule].name.text)
    case .event, .derived, .notices: return Noun.words(self[stream].name)
    }
  }

  /// The name of the kind of notice that a rule gives; nil for a rule that never fires.
  public func kindName(of rule: RuleID) -> String? { noticeKind(of: self[rule])?.name }

  /// The name of the level that a rule raises; nil if it raises none.
  public func levelName(of rule: RuleID) -> String? {
    self[rule].raise.map { scales[$0.scale.index].levels[$0.level].name }
  }

  /// The name of a definition, a parameter, an attribute or a scale in a sentence; nil for anything else.
  ///
  /// A definition goes by its label, if it has one.
  public func name(of id: ExpressionID) -> String? {
    switch self[id].operation {
    case .define(let define):
      let define = defines[define.index]
      return Noun.words(define.label?.text ?? define.name.text)
    case .param(let param): return Noun.words(params[param.index].name.text)
    case .attribute(let attribute): return Noun.words(subject.attributes[attribute.index].name.text)
    case .level(let scale): return Noun.words(scales[scale.index].name.text)
    case .constant, .field, .aggregate, .latest, .since, .gap, .firesRule, .firesKind, .due, .streak,
      .elapsed,
      .clockWithin, .weekday, .date, .negate, .not, .binary, .comparison, .within, .among:
      return nil
    }
  }

  /// A value as a phrase, such as `entries in the last 5 min` or `time since the last pause`; nil if there is none.
  ///
  /// A definition goes by its label, else by its expression. `length` gives an operand's value as text.
  public func phrase(for id: ExpressionID, _ length: (Operand) -> String) -> String? {
    switch self[id].operation {
    case .define(let define):
      // A calculation that has a name goes by it, so that no brackets are lost.
      let value = resolved(defines[define.index].value)
      if defines[define.index].label != nil || !self[value].operation.children.isEmpty { return name(of: id) }
      return phrase(for: value, length) ?? name(of: id)
    case .param, .attribute, .level: return name(of: id)
    case .aggregate(let aggregate, let stream, let field, let window):
      let nouns = Noun.plural(noun(of: stream))
      let what =
        field.map { "\(aggregate.words)\(Noun.words(fieldNames[$0.index].name)) of \(nouns)" } ?? nouns
      return "\(what) \(phrase(for: window, length))"
    case .latest(let stream, let field):
      return "\(Noun.words(fieldNames[field.index].name)) of the last \(noun(of: stream))"
    case .since(let stream): return "time since the last \(noun(of: stream))"
    case .gap(let stream): return "time between the last two \(Noun.plural(noun(of: stream)))"
    case .streak: return "days in a row"
    case .binary(.otherwise, let left, _): return phrase(for: left, length)
    case .binary(let sign, let left, let right):
      let isNested = [left, right].contains { self[$0].operation.joined != nil }
      guard !isNested, let word = sign.word, let left = phrase(for: left, length),
        let right = phrase(for: right, length)
      else { return nil }
      return "\(left) \(word) \(right)"
    case .weekday: return "the weekday"
    case .date: return "the date"
    case .constant, .field, .firesRule, .firesKind, .due, .elapsed, .clockWithin, .negate, .not, .comparison,
      .within, .among:
      return nil
    }
  }

  /// Whether a rule fires or a day is due, as a clause: `it brings an escalation`; nil for any other truth.
  ///
  /// `rule` is the rule that reads it: of its own kind, only other rules' firings are meant.
  public func clause(for id: ExpressionID, in rule: Rule, isTrue: Bool) -> String? {
    switch self[id].operation {
    case .firesRule(let rule):
      let what = self[rule].label?.text ?? Noun.words(self[rule].name.text)
      return isTrue ? "it brings \(what)" : "it does not bring \(what)"
    case .firesKind(let kind):
      let what = Noun.words(noticeKinds[kind.index].name)
      if noticeKind(of: rule)?.name == noticeKinds[kind.index].name {
        let what = Noun.one(what)
        return isTrue ? "another rule gives \(what) for it" : "no rule tried before gives \(what) for it"
      }
      return isTrue ? "it brings \(Noun.one(what))" : "it brings no \(what)"
    case .due: return "it is \(isTrue ? "" : "not ")scheduled for today"
    case .define(let define): return clause(for: defines[define.index].value, in: rule, isTrue: isTrue)
    case .constant, .param, .attribute, .level, .field, .aggregate, .latest, .since, .gap, .streak, .elapsed,
      .clockWithin, .weekday, .date, .negate, .not, .binary, .comparison, .within, .among:
      return nil
    }
  }

  /// `in the last 10 min`, `today`, `since the last pause`
  public func phrase(for window: Window, _ length: (Operand) -> String) -> String {
    switch window {
    case .whole: "so far"
    case .last(let span): "in the last \(length(span))"
    case .newest(let count): "of the last \(count)"
    case .today: "today"
    case .yesterday: "yesterday"
    case .thisWeek: "this week"
    case .thisMonth: "this month"
    case .after(let stream): "since the last \(noun(of: stream))"
    }
  }
}

extension BinaryOperator {
  /// The word between two phrases; nil for operators that make no phrase.
  fileprivate var word: String? {
    switch self {
    case .add: "plus"
    case .subtract: "less"
    case .divide: "divided by"
    case .remainder: "modulo"
    case .multiply, .least, .greatest, .round, .floor, .and, .or, .otherwise: nil
    }
  }
}
