import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let log = Command(
    "log", arguments: "PACK EVENT|KIND [FIELD=VALUE…] --db FILE",
    summary: "writes one row into a log, and gives what is due",
    options: Option.keeping(at: "when it happened") + [.rowID, .logForce],
    examples: [
      "pace log activities entry value=1 --db year.db",
      "pace log activities entry value=2 --at 21:40 --subject reading --db year.db",
    ],
    instead: [
      "set": "a field is given by itself, as in `FIELD=3`",
      "": "a field is given without dashes, as in `NAME=3`",
    ],
    run: LogCommand.run)
}

extension Option {
  static let logForce = Option.flag(
    "force", "also a row that a rule refuses, or one more than 5 min after the clock")
  static let rowID = Option.value("id", "ID", "the row's id: a second try with it changes nothing")
}

/// Writes a row.
enum LogCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    var session = try KeepingSession(arguments, console)
    guard let word = session.words.first else { throw .usage(.missingArgument("EVENT or KIND")) }
    let program = session.program
    var (event, kind) = try program.place(of: word)
    let type = program.events[event.index]
    var words = Array(session.words.dropFirst())
    if let index = words.firstIndex(where: { $0.hasPrefix("kind=") }), !type.kinds.isEmpty {
      let name = try ValueWord(words.remove(at: index)).value
      let names = type.kinds.map(\.name.text)
      let named = KindID(try UsageError.place(of: name, among: names, "kind", of: type.name.text))
      if let kind, kind != named {
        throw .usage(.conflict(word, "kind=\(type.kinds[named.index].name.text)"))
      }
      kind = named
    }
    let fields = try ValueWord.list(words, of: type.fields, what: "field", of: type.name.text, program)
    var row = NewRow(event: event, kind: kind, fields: fields)
    row.id = arguments[.rowID]
    row.subject = session.subject
    row.at = session.at
    row.isForced = session.isForced
    let outcome = try session.run { (keeper) throws(KeepingError) in try keeper.log(row) }
    let status = try tell(outcome, session, &console)
    try session.finish(&console, isDone: status == .fine)
    return status
  }

  private static func tell(
    _ outcome: LogOutcome, _ session: KeepingSession, _ console: inout Console
  ) throws(Failure) -> ExitStatus {
    switch outcome {
    case .written(let written):
      try tell(written, session, &console)
      return .fine
    case .refused(let refusals):
      if session.isJSON {
        try console.out.write(session.json.refused(refusals))
      } else {
        for firing in refusals {
          let rule = session.program[firing.rule].name.text
          try console.out.line(
            "not logged: \((firing.message ?? Words.messageWithheld).printable)   (\(rule))")
        }
        try console.out.line("with --force it is logged all the same")
      }
    case .debounced(let until):
      if session.isJSON {
        try console.out.write(session.json.debounced(until: until))
      } else {
        let clock = session.text(session.keeper.zone, console).clock(until)
        try console.out.line(
          "not logged: it follows one of its kind too soon; the next counts from \(clock) on")
      }
    case .disabled(let kind, let enabled):
      if session.isJSON {
        try console.out.write(session.json.disabled(enabled: enabled))
      } else {
        let others = enabled.isEmpty ? "none is enabled" : "there is " + enabled.joined(separator: ", ")
        try console.out.line("not logged: \(kind) is disabled; \(others)")
        try console.out.line(
          "`pace kinds \(session.packWord) \(kind) enable --db \(session.pathWord)` enables it")
      }
    case .conflict(let id, let table):
      let answer = session.isJSON ? session.json.conflict(id: id) : nil
      if let table {
        throw .refused(
          "`\(id)` is the id of a row of `\(table)`", help: "choose another --id", answer: answer)
      }
      throw .refused(
        "there is a row `\(id)` that says something else",
        help: "`pace edit` changes it; or choose another --id", answer: answer)
    case .gone(let id):
      throw .refused(
        "row `\(id)` was taken back", help: "what is gone stays gone: choose another --id",
        answer: session.isJSON ? session.json.gone(id: id) : nil)
    }
    return .findings
  }

  private static func tell(
    _ written: LogOutcome.Written, _ session: KeepingSession, _ console: inout Console
  ) throws(Failure) {
    let notices = written.told?.notices ?? []
    let spokenFor = written.told?.spokenFor
    let ids = session.shortIDs(of: [written.row])
    if session.isJSON {
      try console.out.write(
        session.json.written(
          written.row, isKnown: written.isKnown, hasStarted: written.hasStarted, notices,
          written.told?.status, spokenFor: spokenFor))
    } else {
      let text = session.text(session.keeper.zone, console)
      let noun = session.program.noun
      let subject = written.row.subject
      let remark =
        if written.isKnown {
          "   is there already"
        } else if written.hasStarted {
          "   \(noun) \(subject.prefix(4).description.printable) started"
        } else {
          written.open.count < 2 ? "" : "   \(noun) \(ShortIDs(written.open)[subject])"
        }
      try console.out.line(text.row(written.row, in: written.zone, ids) + remark)
      let below = session.text(written.zone, console, today: written.row.at)
      try console.out.lines(below.lines(of: notices, open: written.open))
      if let spokenFor {
        try console.out.line(
          "\(below.clock(written.row.at)) was spoken for already (up to \(below.clock(spokenFor))); "
            + "levels and what comes later do count the row")
      }
      if let status = written.told?.status { try console.out.lines(below.lines(of: status)) }
    }
    console.tell(withheld: written.told?.withheld ?? [], session.program)
    for other in written.openLater {
      let noun = session.program.noun
      let (row, id) = (ShellWord.quoted(ids[written.row.id]), ShellWord.quoted(other.short))
      let move =
        "and `pace edit \(session.packWord) \(row) \(noun)=\(id) --db \(session.pathWord)` moves this row"
      console.remark(
        "\(noun) \(other.short) started after this row and is open too: `--subject \(id)` logs into it"
          + (session.isDryRun ? "" : ", \(move)"))
    }
  }
}
