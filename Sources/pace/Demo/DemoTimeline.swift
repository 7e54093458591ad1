import PaceEngine
import PaceLanguage
import PaceReport

/// A subject's events and notices on one line of time, for a person to read.
struct DemoTimeline {
  let program: Program
  let style: Style

  /// What happened, in order: within an instant the event, then what it led to.
  func lines(of log: SubjectLog, _ run: SubjectRun) -> [String] {
    let time = TimeText(run.zone)
    var table = TextTable([.left, .left, .left, .left, .left, .left], indent: "  ")
    var records = run.columns[0].records[...]
    var last: Instant?
    var notices = 0
    func clock(_ at: Instant) -> String {
      defer { last = at }
      return last == at ? "" : time.shortClock(Instant(at.milliseconds - at.milliseconds % 1000))
    }
    func tell(until limit: Instant?) {
      while let record = records.first, limit.map({ record.at < $0 }) ?? true {
        records.removeFirst()
        if case .fired = record { notices += 1 }
        if let cells = cells(of: record, number: notices) { table.append([clock(record.at)] + cells) }
      }
    }
    for event in log.events {
      tell(until: event.at)
      let type = program.events[event.event.index]
      let name = type.name(of: event.kind)
      table.append([clock(event.at), style.bold(name)])
    }
    tell(until: nil)
    return table.lines(within: style.width)
  }

  /// `number` is the one that `eval` has for a notice.
  private func cells(of record: Record, number: Int) -> [String]? {
    switch record {
    case .fired(let firing):
      let level = program.levelName(of: firing.rule) ?? ""
      let kind = program.kindName(of: firing.rule) ?? ""
      let tone = kind == "praise" ? style.green(kind) : kind == "warning" ? style.red(kind) : style.cyan(kind)
      return [style.dim(String(number)), tone, program[firing.rule].name.text, level, firing.message ?? ""]
    case .held(let holding):
      let name = program[holding.rule].name.text
      return ["", style.dim("held"), style.dim(name), "", style.dim("by \(holding.gate.name.text)")]
    case .level(let change):
      let scale = program.scales[change.scale.index]
      return ["", style.dim("level"), style.dim(scale.name.text), scale.levels[change.level].name, ""]
    case .account, .overflow, .runaway: return nil
    }
  }
}
