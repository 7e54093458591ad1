import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let demo = Command(
    "demo", arguments: "",
    summary: "one night's log, its notices, and why one of them was given",
    examples: ["pace demo"],
    run: DemoCommand.run)
}

/// Writes a night into a real database, reads it back, and shows what pace makes of it.
enum DemoCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    try arguments.expectNoPositional()
    let files = try DemoFiles()
    let pack = try Pack.load([files.pack], style: console.errorStyle)
    try files.writeLog(pack.program)
    let choices = try Choices(arguments, pack)
    let input = LogInput(Database(files.database), zone: choices.zone)
    var feed = try reading { () throws(StoreError) in
      LogFeed(try input.open(pack.program, zones: choices.zones))
    }
    var session = EvalSession(pack, choices) { options in
      options.tellsHeld = true
      options.tellsLevels = true
      options.accounts = .firings
    }
    var reader = SubjectReader(session.plan, choices, options: choices.options(column: 0), keepsRows: true)
    guard let log = try reader.next(&feed) else { return .fine }
    var run = session.emptyRun
    try session.evaluate(log, into: &run)
    try tell(log, run, session, files, &console)
    return .fine
  }

  private static func tell(
    _ log: SubjectLog, _ run: SubjectRun, _ session: EvalSession, _ files: DemoFiles, _ console: inout Console
  ) throws(Failure) {
    let program = session.pack.program
    let style = console.style
    let time = TimeText(run.zone)
    let day = time.day(run.start ?? Instant(DemoNight.start))
    try console.out.line(style.bold("\(day), one night out") + ", times in \(time.zone)")
    let events = Words.events(run.kept, of: program)
    try console.out.line(style.dim("\(events) in \(files.database.printable)"))
    try console.out.line()
    try console.out.lines(DemoTimeline(program: program, style: style).lines(of: log, run))
    let number = try explain(log, run, session, &console)
    try commands(files, number, &console)
  }

  /// Explains one warning, and returns the number that `eval` has for it.
  private static func explain(
    _ log: SubjectLog, _ run: SubjectRun, _ session: EvalSession, _ console: inout Console
  ) throws(Failure) -> Int {
    let program = session.pack.program
    var number = 0
    var found: (number: Int, rule: RuleID)?
    for record in run.columns[0].records {
      if case .fired(let firing) = record {
        number += 1
        let isNamed = program[firing.rule].name.text == DemoNight.explained
        if found == nil, isNamed { found = (number, firing.rule) }
      }
      guard case .account(let account) = record, let chosen = found else { continue }
      let situation = Situation(
        session.plan, log, at: account.at, options: session.choices.options(column: 0))
      let explanation = Explanation(
        Outlook(situation), account, focus: [chosen.rule], machine: session.machine)
      try console.out.line()
      try console.out.line(
        console.style.bold("Why was notice \(chosen.number), \(program[chosen.rule].name.text), given?"))
      try console.out.line()
      let text = ExplainText(program: program, style: console.style, isFull: false)
      try console.out.lines(text.lines(of: explanation, ofAllRules: false))
      return chosen.number
    }
    return 1
  }

  private static func commands(_ files: DemoFiles, _ number: Int, _ console: inout Console) throws(Failure) {
    let pack = ShellWord.quoted(files.pack).printable
    let database = ShellWord.quoted(files.database).printable
    try console.out.line()
    try console.out.line(console.style.bold("The commands behind this, and some to go on with"))
    let log = "\(pack) --db \(database)"
    let commands = [
      ("pace eval \(log)", "the notices of the night"),
      ("pace explain \(log) --notice \(number)", "why that one"),
      ("pace eval \(log) --preset all", "under each preset"),
      ("pace eval \(log) --set fast_pace_units=3", "with another threshold"),
    ]
    let rows = commands.map { [$0, console.style.dim($1)] }
    try console.out.lines(TextTable([.left, .left], indent: "  ", rows: rows).lines)
    try console.out.line()
    let program = try Pack.load([files.pack], style: console.errorStyle).program
    try console.out.lines(console.style.disclaimers(of: program).map(console.style.dim))
  }
}
