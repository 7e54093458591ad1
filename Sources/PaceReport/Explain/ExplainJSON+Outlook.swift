import PaceEngine
import PaceLab
import PaceLanguage

/// Flips and next steps as JSON.
extension ExplainJSON {
  static func write(
    _ flip: Flip, _ explanation: Explanation, _ program: Program, _ object: inout JSONWriter
  ) {
    switch flip.alteration {
    case .setting(let param, let value):
      object.field("sort", "param")
      object.field("name", program.params[param.index].name.text)
      object.field("to", program.text(of: value, type: program.params[param.index].type))
      object.field("all_beyond", flip.goesOn)
    case .removal(let event):
      object.field("sort", "row")
      object.field("id", row(event, explanation.log))
    case .addition(let event, let kind):
      object.field("sort", "event")
      object.field("kind", LoggedKind(event: event, kind: kind).name(in: program))
    case .delay(let event, let later):
      object.field("sort", "wait")
      object.field("at_ms", later.milliseconds)
      object.field("id", row(event, explanation.log))
    case .waiting(let later):
      object.field("sort", "wait")
      object.field("at_ms", later.milliseconds)
      object.field("id", nil as String?)
    }
    object.field("rule", program[flip.rule].name.text)
    object.field("outcome", flip.outcome.text)
    object.field("gate", flip.gate.map { $0.fullName })
  }

  /// Writes what reverses no verdict; `searched` is false if the search was not complete.
  static func write(_ other: NoFlip, of rule: RuleID, _ program: Program, _ object: inout JSONWriter) {
    let (sort, param, isSearched): (String, ParamID?, Bool) =
      switch other {
      case .setting(let param, let isSearched): ("param", param, isSearched)
      case .removal(_, let isAll): ("row", nil, isAll)
      case .addition: ("event", nil, true)
      case .waiting(let isSearched): ("wait", nil, isSearched)
      }
    object.field("sort", sort)
    if let param { object.field("name", program.params[param.index].name.text) }
    object.field("rule", program[rule].name.text)
    object.field("searched", isSearched)
  }

  static func write(_ step: NextStep, _ program: Program, _ object: inout JSONWriter) {
    switch step {
    case .clears(let rule, _):
      object.field("what", "clears")
      object.field("rule", program[rule].name.text)
    case .opens(let rule, let gate, _):
      object.field("what", "opens")
      object.field("rule", program[rule].name.text)
      object.field("gate", gate.fullName)
    case .level(let scale, let level, _):
      write("level", scale, level, program, &object)
    case .raises(let scale, let level, let count, let events):
      write("level", scale, level, program, &object)
      object.field("count", count)
      object.field("kinds", strings: events.map { $0.name(in: program) })
    case .free(let logged, _, let end):
      object.field("what", "free")
      object.field("kind", logged.name(in: program))
      object.field("past_end_ms", end?.milliseconds)
    }
    if let at = step.at { object.field("at_ms", at.milliseconds) }
  }

  private static func write(
    _ what: String, _ scale: ScaleID, _ level: Int, _ program: Program, _ object: inout JSONWriter
  ) {
    object.field("what", what)
    object.field("scale", program.scales[scale.index].name.text)
    object.field("level", program.scales[scale.index].levels[level].name)
  }
}
