import PaceLanguage

/// The four formats of `eval`, of which one is written.
enum EvalReport: Sendable {
  case table(EvalTable)
  case lines(EvalJSONLines)
  case csv(EvalCSV)
  case summary(EvalSummary)

  init(_ arguments: Arguments, _ pack: Pack, _ choices: Choices, _ style: Style) {
    let program = pack.program
    switch arguments.choice(.evalFormat) {
    case "jsonl": self = .lines(EvalJSONLines(program))
    case "csv": self = .csv(EvalCSV(program, hasLevels: arguments.has(.levels)))
    case "summary": self = .summary(EvalSummary(program, presets: choices.columns(of: program)))
    default:
      let view = EvalView(
        columns: choices.columns(of: program), zone: choices.zone, isZoneNamed: choices.isZoneNamed,
        explainCommand: SuggestedCommand.explain(arguments))
      self = .table(EvalTable(program, view: view, style: style))
    }
  }

  func start(_ out: inout OutputStream) throws(Failure) {
    if case .csv(var csv) = self { try csv.start(&out) }
  }

  mutating func add(
    _ run: SubjectRun, shown: (SubjectRun.Entry) -> Bool, to out: inout OutputStream
  ) throws(Failure) {
    switch self {
    case .table(var table):
      try table.add(run, run.entries, shown: shown, to: &out)
      self = .table(table)
    case .lines(var lines): try lines.add(run, run.entries.filter(shown), to: &out)
    case .csv(var csv): try csv.add(run, run.entries.filter(shown), to: &out)
    case .summary(var summary):
      summary.add(run, shown: shown)
      self = .summary(summary)
    }
  }

  func finish(skipped: Int, to out: inout OutputStream) throws(Failure) {
    switch self {
    case .table(let table): try table.finish(to: &out)
    case .summary(let summary): try summary.finish(skipped: skipped, to: &out)
    case .lines, .csv: break
    }
  }
}
