/// What can be wrong with rules, policies and their order.
extension Diagnostic {
  static let neitherWhenNorTrigger = naming(
    "E0603", help: "say when it may speak: `on`, `at` or `every`, or under which condition: `when`"
  ) { "the rule `\($0)` has neither `when` nor a trigger" }

  static func needsEmit(_ span: SourceSpan, what: String, rule: String) -> Diagnostic {
    Diagnostic(
      code: "E0604", span: span,
      message: "\(what) has no meaning in `\(rule)`, which emits nothing and so never fires",
      help: "add an `emit`, or leave this out: levels are not held back by gates")
  }

  static func repeatWithTrigger(_ span: SourceSpan, trigger: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "E0605", span: span, message: "`repeat` and a trigger can't stand in one rule",
      notes: [DiagnosticNote(trigger, "the trigger already says when the rule may speak")],
      help: "`repeat` is for rules that speak once per episode")
  }

  static func notLogged(_ name: Identifier, what: String, use: String) -> Diagnostic {
    Diagnostic(
      code: "E0606", span: name.span, message: "\(use) needs logged events; `\(name.text)` is \(what)",
      help: "expected an event, a kind or a stream of them")
  }

  /// What to write for `on` and a rule.
  ///
  /// - Parameter event: the event that is meant; nil if it isn't known, or if the other rule is on none.
  static func helpWithEvent(of rule: Identifier, event: String?, isItself: Bool) -> String {
    if isItself { return "a rule is on an event: name it here, as in `on \(event ?? "EVENT")`" }
    let reason = "a rule is on an event, not on another rule"
    guard let event else { return "\(reason); \(saidBefore(rule))" }
    return "\(reason): write `on \(event)` and `when fires(\(rule.text))`"
  }

  private static func saidBefore(_ name: Identifier) -> String {
    "what it said before is asked by `count(\(name.text), last 1 h) >= 1`"
  }

  static let firesHasNoPlace = naming(
    "E0607", help: "elsewhere look back: `since(…) <= …` or `count(…, last …) >= 1`"
  ) { "\($0) has a meaning only in a rule with `on` and without `raise`, `for` and `until`" }

  static func firesNeedsTrigger(_ name: Identifier, what: String) -> Diagnostic {
    Diagnostic(
      code: "E0608", span: name.span,
      message:
        "`\(name.text)` never fires for an event: `fires` needs "
        + (what == "a rule" ? "a rule with `on`" : "a notice kind that rules with `on` emit"),
      help: saidBefore(name))
  }

  static func firesNeedsRule(_ name: Identifier, what: String) -> Diagnostic {
    Diagnostic(
      code: "E0608", span: name.span,
      message: "`fires` needs a rule or a notice kind; `\(name.text)` is \(what)")
  }

  /// - Parameter steps: at least one.
  static func ruleCycle(_ steps: [CycleStep]) -> Diagnostic {
    let steps = steps.prefix(16)
    var path = ""
    for step in steps { path += "`\(step.rule.text)` → " }
    let first = steps[0].rule
    return Diagnostic(
      code: "E0609", span: first.span,
      message: "rules wait for each other in a circle: \(path)`\(first.text)`",
      notes: steps.map { $0.note },
      help: "take one of these readings out; a rule may read its own firings and those of its own notice kind"
    )
  }

  /// A rule that reads, perhaps by the policy of its kind, the scale that it raises.
  ///
  /// - Parameter others: rules that raise it and read it by the same policy, of which the first eight are named.
  static func readsOwnScale(_ step: CycleStep, like others: [Identifier]) -> Diagnostic {
    let known = step.kind.map {
      ": hold back by what was said before, as in `unless count(\($0), last 1 h) >= 1` or `limit 1 today`, or read"
    }
    return Diagnostic(
      code: "E0609", span: step.rule.span,
      message: "`\(step.rule.text)` waits for itself: it reads the scale that it raises",
      notes: [step.note]
        + others.prefix(8).map { DiagnosticNote($0.span, "`\($0.text)` raises and reads it too") },
      help:
        "a level is known after the rules that raise it\(known ?? ": read") a second scale, which others raise"
    )
  }

  static let secondPolicy = again("E0611", help: "put all gates into one") { "a second policy for `\($0)`" }

  static func forbiddenPhrase(_ span: SourceSpan, phrase: String, guardedAt: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "E0612", span: span, message: "this message says `\(phrase)`, which a guard forbids",
      notes: [DiagnosticNote(guardedAt, "forbidden here")])
  }

  static let readsSilentRule = again("E0613", note: "declared here", help: "read the scale that it raises") {
    "the rule `\($0)` emits nothing, so it never fires"
  }

  static let orderOfOne = alike("E0614", "an order needs at least two presets: `order a < b`")
}

/// A rule of a circle, with what it reads there.
struct CycleStep {
  var rule: Identifier
  var reads: String
  var span: SourceSpan
  /// The notice kind that the rule emits.
  var kind: String?
  /// Whether it is the policy of that kind that reads.
  var isOfPolicy: Bool

  fileprivate var note: DiagnosticNote {
    let policy = isOfPolicy ? kind.map { " by the policy of `\($0)`" } : nil
    return DiagnosticNote(span, "`\(rule.text)` reads `\(reads)`\(policy ?? "")")
  }
}
