import PaceEngine
public import PaceLab
public import PaceLanguage

/// The words of a graph at an instant: whose instant it is, and the values of nodes.
public struct GraphWords: Sendable {
  let program: Program
  let moment: GraphMoment
  private let time: TimeText

  public init(_ program: Program, _ moment: GraphMoment) {
    self.program = program
    self.moment = moment
    time = TimeText(moment.log.record.zone)
  }

  /// `session s1 on Friday 20 November 2026 at 21:09:00, times in Europe/London`
  var title: String {
    let at = moment.account.at
    let subject = Words.subject(moment.log.id, of: program)
    return "\(subject) on \(time.day(at)) at \(time.clock(at)), times in \(time.zone)"
  }

  /// The lines above the graph: its title and, if notices were given, which values it shows.
  var heading: [String] {
    let speaks = moment.account.rules.contains {
      $0.outcome == .fired && program[$0.rule].emission != nil
    }
    return [title] + (speaks ? ["values as the rules saw them, before the notices of this instant"] : [])
  }

  /// The value of a node in words.
  func text(of light: GraphLight) -> String {
    light.countsGiven ? "\(reading(of: light)), with this" : reading(of: light)
  }

  private func reading(of light: GraphLight) -> String {
    switch light.reading {
    case .value(let shown):
      shown.type == .number && !shown.value.isUnknown
        ? Words.rounded(shown.value.bits) : program.text(of: shown)
    case .unasked: "not asked"
    case .newest(let instant):
      instant.map { "newest \(time.clock($0, besides: moment.account.at))" } ?? "no rows"
    case .rows(let count): count.map { Noun.count($0, "row") } ?? "unknown"
    case .outcome(let outcome):
      light.held.map(text) ?? Noun.words(outcome.text)
    case .notice(.fired): "given"
    case .notice(.held): "held back"
    case .notice: "not given"
    }
  }

  /// `held by cooldown 15 min until 21:24:00`
  private func text(of holding: GraphLight.Holding) -> String {
    let policy = holding.gate.isPolicy ? "policy " : ""
    let until = holding.opensAt.map { " until \(time.last(before: $0, besides: moment.account.at))" } ?? ""
    return "held by \(policy)\(holding.text)\(until)"
  }
}
