import PaceEngine
import PaceLanguage

/// The notices of one subject under several presets: a row for each, a column for each preset.
struct PresetGrid: Sendable {
  let program: Program
  let presets: [String]
  let style: Style

  func table(of run: SubjectRun, _ entries: [SubjectRun.Entry]) -> TextTable {
    var table = TextTable([.left, .left, .left] + presets.map { _ in .left }, spare: [(1, "kind")])
    guard !entries.isEmpty else { return table }
    let time = TimeText(run.zone)
    table.append(["", "", ""] + presets.map(style.bold))
    var marks: [String] = []
    var head: [String] = []
    var place: (Instant, Int, Int)?
    func endRow() {
      if !head.isEmpty { table.append(head + marks) }
    }
    for entry in entries {
      if place.map({ $0 != entry.place }) ?? true {
        endRow()
        place = entry.place
        marks = presets.map { _ in style.dim("·") }
        head = row(entry, time, run)
      }
      marks[entry.column] = mark(entry)
    }
    endRow()
    return table
  }

  private func row(_ entry: SubjectRun.Entry, _ time: TimeText, _ run: SubjectRun) -> [String] {
    let clock = time.clock(entry.at, besides: run.start ?? entry.at)
    switch entry.content {
    case .firing(let firing):
      return [clock, program.kindName(of: firing.rule) ?? "", program[firing.rule].name.text]
    case .level(let change):
      return [clock, "level", program.scales[change.scale.index].name.text]
    }
  }

  private func mark(_ entry: SubjectRun.Entry) -> String {
    switch entry.content {
    case .firing(let firing): program.levelName(of: firing.rule) ?? "●"
    case .level(let change): program.scales[change.scale.index].levels[change.level].name
    }
  }
}
