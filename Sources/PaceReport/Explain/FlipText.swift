import PaceEngine
import PaceLab
import PaceLanguage

/// What reverses a verdict, in words: `fast_pace_units 3.5 or more`.
struct FlipText: Sendable {
  /// The most rows that are named.
  private static let mostRows = 4

  let page: ExplainPage
  /// The rows that are shown elsewhere: they go by their names alone, all others by their times and kinds too.
  var told: Set<EventOrdinal> = []

  private var program: Program { page.program }

  /// Flips in words; rows to remove share a part, as do events to add that lack the same fields.
  func parts(_ flips: [Flip]) -> [String] {
    var parts: [String] = []
    var rows: [String] = []
    var events: [LoggedKind] = []
    for flip in flips {
      switch flip.alteration {
      case .setting(let param, let value): parts.append(setting(param, value, goesOn: flip.goesOn == true))
      case .removal(let event): rows.append(row(event))
      case .addition(let event, let kind):
        events.append(LoggedKind(event: event, kind: kind))
      case .delay(let event, let later):
        parts.append("\(row(event)) not before \(clock(later))")
      case .waiting(let later): parts.append("waiting until \(clock(later))")
      }
    }
    parts += additions(events)
    if !rows.isEmpty {
      let named = rows.prefix(Self.mostRows).joined(separator: ", ")
      let rest = rows.count - Self.mostRows
      parts.append(
        rest > 0 ? "without any one of \(named) and \(rest) more" : "without \(Noun.either(rows))")
    }
    return parts
  }

  /// `one more morning or evening without value now`, a part for all that lack the same.
  private func additions(_ events: [LoggedKind]) -> [String] {
    events.grouped { $0.missingFields(in: program) }.map { fields, events in
      let missing = fields.isEmpty ? "" : " without \(Noun.either(fields))"
      return "one more \(Noun.either(events.map { $0.noun(in: program) }))\(missing) now"
    }
  }

  /// The fields that the supposed events lack: ` (without ml)`.
  private var missing: String {
    let fields = LoggedKind.without(program.loggedKinds.flatMap { $0.missingFields(in: program) }.unique)
    return fields.isEmpty ? "" : " (\(fields.dropFirst()))"
  }

  /// What would not reverse the verdict, and what was not tried.
  func others(_ report: FlipReport) -> [String] {
    var vain: [String] = []
    var isWaitingVain = false
    var open: [String] = []
    for other in report.others {
      switch other {
      case .setting(let param?, true): vain.append(name(param))
      case .setting(let param?, false):
        let isFound = report.flips.contains { flip in
          if case .setting(param, _) = flip.alteration { true } else { false }
        }
        open.append(isFound ? "other values of \(name(param))" : name(param))
      case .setting(nil, _): vain.append("a parameter")
      case .removal(let looked, let isAll):
        if isAll { vain.append("one row less") } else { open.append("rows before the newest \(looked)") }
      case .addition: vain.append("one more event\(missing)")
      case .waiting(true): isWaitingVain = true
      case .waiting(false): open.append("waiting for days")
      }
    }
    // Only the verdict at this instant is not reversed; the rule may still speak at others.
    var parts = vain.isEmpty ? [] : ["at this instant not by \(Noun.either(vain))"]
    if isWaitingVain { parts.append("\(vain.isEmpty ? "not" : "nor") by waiting") }
    return (parts.isEmpty ? [] : [parts.joined(separator: ", ")])
      + (open.isEmpty ? [] : ["not searched: \(open.joined(separator: ", "))"])
  }

  /// `21:30`, or `21:30 if nothing else is logged till then` where the log has rows up to then.
  private func clock(_ later: Instant) -> String {
    let text = page.time.clock(later, besides: page.at)
    let log = page.explanation.log
    let isLogged = log.count(upTo: later) > log.count(upTo: page.at)
    return isLogged ? "\(text) if nothing else is logged till then" : text
  }

  private func setting(_ param: ParamID, _ value: Value, goesOn: Bool) -> String {
    let text = program.text(of: value, type: program.params[param.index].type)
    let ends = program.params[param.index].range.map { [$0.lowerBound, $0.upperBound] } ?? []
    if !goesOn || ends.contains(value.bits) { return "\(name(param)) \(text)" }
    let present = page.explanation.machine.value(of: param)
    return "\(name(param)) \(text) or \(value.bits > present.bits ? "more" : "less")"
  }

  private func name(_ param: ParamID) -> String { program.params[param.index].name.text }

  /// `21:09 entry (17)`
  private func row(_ event: EventOrdinal) -> String {
    let rows = page.condition.evidence
    return told.contains(event) ? rows.names[event.index] : rows.parts([event], besides: page.at).joined()
  }
}
