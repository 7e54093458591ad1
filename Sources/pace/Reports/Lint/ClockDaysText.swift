import PaceEngine
import PaceLab
import PaceLanguage
import PaceStore

/// What `lint` says with `--zone` after its findings: what each clock rule does when clocks change next.
struct ClockDaysText {
  private let zone: Zone
  private let changes: [ClockChange]
  private let today: String
  private let style: Style

  /// Nil without `--zone`.
  init?(_ arguments: Arguments, _ style: Style) throws(Failure) {
    guard let name = arguments[.lintZone] else { return nil }
    if arguments.choice(.lintFormat) != "text" {
      throw .usage(.needs(option: "--zone", other: "--format text"))
    }
    var zones = ZoneDirectory()
    zone = try Choices.zone(name, &zones)
    let now = Clock.now
    changes = ClockChange.next(2, in: zone, after: now)
    today = ValueText.date(LocalCalendar(zone: zone).wallDate(at: now.milliseconds))
    self.style = style
  }

  /// A block a day for each program that compiles.
  func lines(for groups: PackGroups) -> [String] {
    if changes.isEmpty {
      return ["", "clocks in \(zone.name) do not change after \(today): clock rules do the same every day"]
    }
    var lines: [String] = []
    for paths in groups.programs {
      guard let program = Compilation(FileSystem.sources(paths)).program else { continue }
      if groups.programs.count > 1 { lines += ["", paths.joined(separator: " ")] }
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
    var table = TextTable([.left, .left, .left], indent: "  ")
    for clause in clauses {
      table.append([style.bold(program[clause.rule].name.text), clause.text, day.effect(of: clause)])
    }
    return [day.title] + table.lines
  }
}
