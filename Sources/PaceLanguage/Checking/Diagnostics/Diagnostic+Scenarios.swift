/// What can be wrong with scenarios.
extension Diagnostic {
  static let scenarioWithoutStart = alike(
    "E0901", "this scenario has no `start`", help: "say when it begins: `start 2026-11-20 21:00`")

  static func notAnEvent(_ name: Identifier, what: String) -> Diagnostic {
    Diagnostic(
      code: "E0902", span: name.span,
      message: "only events and kinds happen in a scenario; `\(name.text)` is \(what)",
      help: "a notice that was really given is written `given \(name.text) at …`")
  }

  /// `expect RULE == fired`, in which a rule stands in place of a scale.
  static func levelOfStream(
    _ name: Identifier, _ relation: Relation, _ level: Identifier, what: String
  ) -> Diagnostic {
    let isFiring = relation == .equal && ["fired", "fires", "true", "yes"].contains(level.text)
    let rest = name.span.after.joined(level.span)
    return Diagnostic(
      code: "E0304", span: name.span, message: "`\(name.text)` is \(what), and only a scale has a level",
      help: "that it fires is written `expect \(name.text)`",
      fix: isFiring ? [TextEdit(rest, "")] : [])
  }

  /// `expect SCALE is LEVEL`
  static func levelAsOutcome(_ scale: Identifier, _ level: Identifier) -> Diagnostic {
    let between = scale.span.after.joined(level.span.before)
    return Diagnostic(
      code: "E0305", span: scale.span, message: "`\(scale.text)` is a scale: its level is compared with `==`",
      fix: [TextEdit(between, " == ")])
  }

  static func unknownGate(_ name: Identifier, expected: [String], suggestion: String?) -> Diagnostic {
    unknown(
      "E0905", name.span, "no gate is called `\(name.text)`", meant: suggestion,
      help: Self.expected(oneOf: expected))
  }

  static func gateNotThere(
    _ name: Identifier, rule: Identifier, kind: String, isPolicy: Bool, isOther: Bool
  ) -> Diagnostic {
    let owner = isPolicy ? "the policy of `\(kind)`" : "the rule `\(rule.text)`"
    let other =
      isPolicy
      ? "the rule itself has one: `held by \(name.text)`"
      : "the policy of `\(kind)` has one: `held by policy \(name.text)`"
    return Diagnostic(
      code: "E0905", span: name.span, message: "\(owner) has no gate `\(name.text)`",
      notes: [DiagnosticNote(rule.span, "the rule")], help: isOther ? other : nil)
  }

  static func unknownOutcome(_ name: Identifier, expected: [String], suggestion: String?) -> Diagnostic {
    unknown(
      "E0906", name.span, "no outcome is called `\(name.text)`", meant: suggestion,
      help: Self.expected(oneOf: expected))
  }

  static let presetNotRun = naming("E0907", help: "name it after `presets` in this scenario") {
    "the scenario doesn't run under `\($0)`"
  }

  static let pointBeforeStart = alike("E0908", "this lies before the scenario's start")

  static let noSuchDay = alike("E0908", "days are counted from 1, the day of the start")

  static func scenarioNeedsPreset(_ name: StringSyntax, param: String) -> Diagnostic {
    Diagnostic(
      code: "E0909", span: name.span, message: "no preset is in force here, so `\(param)` has no value",
      help: "name one with `preset`, or give the value with `set`")
  }

  static let scenarioWithoutName = alike(
    "E0910", "this scenario's name is empty", help: "say what it shows, such as `scenario \"two in a row\"`")

  static let scenarioTwice = again("E0910", help: "say what sets them apart") { "a second scenario `\($0)`" }

  static let sayingWithoutFiring = alike("E0911", "`saying` needs a notice that fires")

  static let timesWithoutCount = alike(
    "E0911", "`exactly … times` counts firings, `held` and `is`, and nothing else")
}
