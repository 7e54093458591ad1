import PaceEngine
import PaceLanguage

/// `eval --format jsonl`: a line for each firing and, if asked for, each change of level.
struct EvalJSONLines: EvalFormat {
  let program: Program
  private var json = JSONWriter()

  init(_ program: Program) { self.program = program }

  mutating func add(_ run: SubjectRun, shown: ShownSpan, to out: inout OutputStream) throws(Failure) {
    for entry in run.entries where shown.contains(entry.at) {
      json.clear()
      json.object { [program] line in Self.write(entry, of: run, in: program, to: &line) }
      json.endLine()
      try out.write(json.bytes)
    }
  }

  private static func write(
    _ entry: SubjectRun.Entry, of run: SubjectRun, in program: Program, to line: inout JSONWriter
  ) {
    let preset = run.columns[entry.column].preset.map { program.presets[$0.index].name.text }
    line.field("subject", run.id)
    line.field("at", TimeText.iso(entry.at))
    line.field("at_ms", entry.at.milliseconds)
    switch entry.content {
    case .firing(let firing):
      let rule = program[firing.rule]
      line.field("rule", rule.name.text)
      line.field("kind", program.kindName(of: firing.rule))
      line.field("level", program.levelName(of: firing.rule))
      line.field("severity", rule.severity)
      line.field("preset", preset)
      line.field("message", firing.message)
    case .level(let change):
      let scale = program.scales[change.scale.index]
      line.field("scale", scale.name.text)
      line.field("level", scale.levels[change.level].name)
      if run.columns.count > 1 { line.field("preset", preset) }
    }
  }
}
