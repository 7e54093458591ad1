import PaceEngine
public import PaceLanguage

/// `eval --format csv`: a row for each firing and, if asked for, each change of level.
public struct EvalCSV: EvalFormat {
  let program: Program
  let hasLevels: Bool
  private var csv: CSVWriter

  /// - Parameter isShown: whether it is written to a terminal, so that control characters are escaped.
  public init(_ program: Program, hasLevels: Bool, isShown: Bool) {
    csv = CSVWriter(isShown: isShown)
    self.program = program
    self.hasLevels = hasLevels
  }

  public mutating func start(_ out: inout ByteBuffer) {
    let names = ["subject", "at", "at_ms", "rule", "kind", "level", "severity", "preset", "message"]
    csv.move(names + (hasLevels ? ["scale"] : []), to: &out)
  }

  public mutating func add(_ run: SubjectRun, to part: inout ByteBuffer) {
    for entry in run.entries where run.shown.contains(entry.at) {
      csv.field(run.id)
      csv.field(entry.at)
      csv.field(entry.at.milliseconds)
      let preset = run.columns[entry.column].preset.map { program.presets[$0.index].name.text } ?? ""
      switch entry.content {
      case .firing(let firing):
        let rule = program[firing.rule]
        let fields = [
          rule.name.text, program.kindName(of: firing.rule) ?? "", program.levelName(of: firing.rule) ?? "",
          rule.severity.map(String.init) ?? "", preset, firing.message ?? "",
        ]
        csv.move(fields + (hasLevels ? [""] : []), to: &part)
      case .level(let change):
        let scale = program.scales[change.scale.index]
        let level = scale.levels[change.level].name
        csv.move(["", "", level, "", preset, "", scale.name.text], to: &part)
      }
    }
  }
}
