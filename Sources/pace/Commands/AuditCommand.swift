import PaceEngine
import PaceLab
import PaceReport
import PaceStore

extension Command {
  static let audit = Command(
    "audit", arguments: "PACK… --db FILE",
    summary: "the notices that an application really gave, against what the rules say",
    options: [
      .database, .auditFormat, .preset, .set, .subject, .until, .sameWithin, .movedWithin, .limit, .zone,
      .source, .problems, .strict, .timeout,
    ],
    examples: [
      "pace audit take-care --db app.store",
      "pace audit take-care --db app.store --source swiftdata --same-within \"5 s\"",
      "pace audit take-care --db app.store --subject a2e1 --format json",
    ],
    run: AuditCommand.run)
}

extension Option {
  static let auditFormat = Option.choice("format", TextOrJSON.self, "how the differences are written")
  static let sameWithin = Option.value(
    "same-within", "DURATION", "a notice no further than this from the rules' is the same (1 s)")
}

/// Audits a log's own notices; exits 1 if they are not those of the rules.
enum AuditCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let pack = try Pack.named(by: arguments, console)
    let choices = try Choices(arguments, pack)
    try choices.checkOnePreset(arguments, pack.program, for: "an audit")
    var options = Audit.Options()
    options.sameWithin = try arguments.duration(.sameWithin) ?? options.sameWithin
    options.movedWithin = try arguments.duration(.movedWithin) ?? options.movedWithin
    let limit = try arguments.number(.limit) ?? 20
    var feed = try LogFeed.open(arguments, pack, choices, readsGiven: true, keepsIDs: false)
    let plan = Plan(pack.program)
    var evaluation = choices.options(column: 0)
    evaluation.messages = .none
    var audit = Audit(plan, evaluation: evaluation, options: options)
    var reader = SubjectReader(plan, choices)
    while let log = try reader.next(&feed) {
      let time = TimeText(log.record.zone)
      try refusingRunaways(pack.program) { () throws(RunawaySubject) in
        try audit.add(log) { time.clock($0) }
      }
      console.report("\(audit.subjects) audited, now \(log.id)", feed.progress())
    }
    switch arguments.choice(.auditFormat, TextOrJSON.self) {
    case .json: try console.out.write(AuditJSON.bytes(of: audit))
    case .text:
      let words = pack.words.joined(separator: " ")
      try console.out.lines(AuditText(audit, words, limit: limit, console.style).lines)
    }
    try console.finish()
    console.tell(audit.notes, pack.program)
    try console.tell(try feed.problems(), choices)
    return audit.differing > 0 ? .findings : .fine
  }
}
