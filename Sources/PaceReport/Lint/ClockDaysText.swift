public import PaceEngine
import PaceLab
public import PaceLanguage

/// What `lint` says with `--zone` after its findings: what each clock rule does when clocks change next.
public struct ClockDaysText {
  private let zone: Zone
  private let changes: [ClockChange]
  private let today: String
  private let style: Style

  /// The next two changes of the clocks after `now`.
  public init(_ zone: Zone, after now: Instant, _ style: Style) {
    self.zone = zone
    changes = ClockChange.next(2, in: zone, after: now)
    today = ValueText.date(LocalCalendar(zone: zone).wallDate(at: now.milliseconds))
    self.style = style
  }

  /// For each program that compiles, a block for each change of the clocks.
  public func lines(for programs: [(name: String, program: Program?)]) -> [String] {
    if changes.isEmpty {
      return ["", "clocks in \(zone.name) do not change after \(today): clock rules do the same every day"]
    }
    var lines: [String] = []
    for (name, program) in programs {
      guard let program else { continue }
      if programs.count > 1 { lines += ["", name.printable] }
      let clauses = ClockClause.all(in: program)
      if clauses.isEmpty { lines.append("  no rule goes by the clock") }
      for change in changes where !clauses.isEmpty {
        lines += [""] + block(ClockDay(change, in: zone, of: program), clauses, program)
      }
    }
    if lines.isEmpty { return [] }
    return ["", "when clocks in \(zone.name) change next, with parameters and attributes at their defaults:"]
      + lines
  }

  private func block(_ day: ClockDay, _ clauses: [ClockClause], _ program: Program) -> [String] {
    let rows = clauses.map { clause in
      [style.bold(program[clause.rule].name.text), clause.text, day.effect(of: clause)]
    }
    return [day.title] + TextTable([.left, .left, .left], indent: "  ", rows: rows).lines
  }
}
