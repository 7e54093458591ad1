import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

/// Exactly what the command `eval`, `explain` or `lint` prints.
struct CommandText {
  let bytes: [UInt8]

  init(_ studio: Studio, _ request: Request) throws(RequestFailure) {
    let isJSON = request["format"] == "json"
    switch request["command"] {
    case "eval": bytes = try Self.eval(studio, request)
    case "explain":
      let answer = try ExplainAnswer(studio.moment(request), studio.content)
      bytes = isJSON ? answer.jsonLine : Array(answer.text.utf8)
    case "lint":
      let report = RuleText.lint(studio.rules.files, studio.content)
      bytes = isJSON ? LintJSON.bytes(of: report) : Array(LintText(.plain).text(of: report).utf8)
    default: throw RequestFailure("there is no command `\((request["command"] ?? "").printable)`")
    }
  }

  /// Evaluates one subject, or all if none is chosen.
  private static func eval(_ studio: Studio, _ request: Request) throws(RequestFailure) -> [UInt8] {
    let setting = studio.setting(request)
    let logs = request["subject"] == nil ? studio.rules.logs : [try studio.supposed(request).log]
    let program = studio.rules.program
    let content = studio.content
    let presets = [program.presetName(setting.preset) ?? ""]
    switch request["format"] ?? "table" {
    case "jsonl": return run(EvalJSONLines(program), logs, setting, request)
    case "csv":
      let csv = EvalCSV(program, hasLevels: request["levels"] == "1", isShown: false)
      return run(csv, logs, setting, request)
    case "summary":
      return run(EvalSummary(program, presets: presets, hasLevels: false), logs, setting, request)
    case "table":
      let command = CommandWords(content).words(
        "explain", preset: program.presetName(setting.preset),
        subject: request["subject"] == nil ? nil : logs[0].id,
        set: setting.words)
      let table = EvalTable(
        program, presets: presets, zone: LogZone(content.zones[content.zone], isNamed: content.isZoneNamed),
        explainCommand: command, style: .plain)
      return run(table, logs, setting, request)
    default: throw RequestFailure("there is no format `\((request["format"] ?? "").printable)`")
    }
  }

  private static func run(
    _ format: some EvalFormat, _ logs: [SubjectLog], _ setting: Setting, _ request: Request
  ) -> [UInt8] {
    let program = setting.rules.program
    var options = setting.options
    options.tellsLevels = request["levels"] == "1"
    options.countsHeld = .all
    var machines = [Machine(setting.rules.plan, options: options)]
    let mayFireWithoutEvent = program.rules.contains { $0.mayFireWithoutEvent }
    var format = format
    var out = ByteBuffer()
    format.start(&out)
    var part = format.emptyPart
    for log in logs {
      var run = SubjectRun(program, columns: 1)
      run.begin(log.id, log.record)
      run.start = log.start
      log.begin(in: &machines[0])
      for event in log.events { run.append(event, to: &machines) }
      run.finish(&machines, mayFireWithoutEvent: mayFireWithoutEvent)
      format.add(run, to: &part)
    }
    format.write(&part, to: &out)
    format.finish(skipped: 0, later: nil, to: &out)
    return out.bytes
  }
}
