import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let edit = Command(
    "edit", arguments: "PACK ID FIELD=VALUE… --db FILE",
    summary: "changes a row or a subject of a log",
    options: [.kept, .now, .device, .keptZone, .keptFormat, .dryRun, .keptForce],
    examples: [
      "pace edit take-care 5f0c units=1.5 --db friday.db", "pace edit take-care 5f0c at=21:40 --db friday.db",
    ],
    run: EditCommand.run)
}

/// Changes a row or a subject.
enum EditCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    var session = try KeepingSession(arguments, console)
    guard let id = session.words.first, !id.contains("=") else { throw .usage(.missingArgument("ID")) }
    let words = session.words.dropFirst()
    if words.isEmpty { throw .usage(.missingArgument("FIELD=VALUE")) }
    let target = try session.run { (keeper) throws(KeepingError) in try keeper.target(id) }
    var edits: [Edit] = []
    let zone =
      switch target {
      case .subject(let id): session.keeper.zone(ofSubject: id)
      case .row(let row): session.keeper.zone(ofSubject: row.subject)
      }
    for word in words {
      let word = try ValueWord(word)
      if edits.contains(where: { $0.column == word.name }) { throw word.repeated }
      edits.append(try edit(word, of: target, &session, zone))
    }
    let isForced = session.isForced
    let changed = try session.run { [edits] (keeper) throws(KeepingError) in
      try keeper.edit(target, edits, isForced: isForced)
    }
    if session.isJSON {
      try console.out.write(
        session.json.changed(
          "changed", subject: changed.subject, changed.rows, withdrawn: changed.withdrawn, changed.status))
    } else {
      let text = session.text(session.keeper.zone, console)
      let ids = session.shortIDs(of: changed.rows)
      for row in changed.rows { try console.out.line(text.row(row, in: changed.zone, ids)) }
      if let subject = changed.subject {
        try console.out.line("\(session.program.noun) \(subject.short) changed")
      }
      let below = session.text(changed.zone, console, today: changed.rows.first?.at)
      // A subject's rows may be of any day, and its zone may be what has changed.
      if let list = below.list(of: changed.withdrawn, isDated: changed.subject != nil) {
        try console.out.line("taken back with it: \(list)")
      }
      if let status = changed.status { try console.out.lines(below.lines(of: status)) }
    }
    try session.finish(&console)
    return .fine
  }

  private static func edit(
    _ word: ValueWord, of target: Keeper.Target, _ session: inout KeepingSession, _ zone: Zone
  ) throws(Failure) -> Edit {
    let program = session.program
    switch target {
    case .subject:
      // A day starts and ends by itself.
      let instants = program.subject.isPerDay ? [] : ["started_at", "ended_at"]
      if instants.contains(word.name) { return try instant(word, of: nil, &session, zone) }
      let fields = program.subject.attributes
      let names = fields.map(\.name.text) + instants
      let index = try UsageError.place(of: word.name, among: names, "attribute")
      return try value(word, fields[index], program)
    case .row(let row):
      let type = program.events[row.event.index]
      switch word.name {
      case "at": return try instant(word, of: row, &session, zone)
      case "kind": return Edit(column: word.name, text: word.value.isEmpty ? nil : word.value)
      case program.noun where !program.subject.isPerDay:
        if word.value.isEmpty {
          throw word.bad("expected the id of \(Noun.one(word.name))")
        }
        return Edit(column: word.name, text: word.value)
      default:
        let subject = program.subject.isPerDay ? [] : [program.noun]
        let names = type.fields.map(\.name.text) + ["at", "kind"] + subject
        let index = try UsageError.place(of: word.name, among: names, "field")
        return try value(word, type.fields[index], program)
      }
    }
  }

  private static func value(_ word: ValueWord, _ field: Field, _ program: Program) throws(Failure) -> Edit {
    Edit(column: field.name.text, value: try word.constant(for: field, in: program), field.type, program)
  }

  /// - Parameter row: the row whose time it is; nil for a subject, whose start and end may be cleared.
  private static func instant(
    _ word: ValueWord, of row: KeptRow?, _ session: inout KeepingSession, _ zone: Zone
  ) throws(Failure) -> Edit {
    if word.value.isEmpty, row == nil { return Edit(column: word.name, instant: nil) }
    let (calendar, now) = (LocalCalendar(zone: zone), session.clock)
    guard let argument = InstantArgument(word.value, now: now),
      let instant = row.map({ argument.resolved(in: calendar, correcting: $0.at) })
        ?? argument.resolved(in: calendar, latestBy: now)
    else {
      throw word.bad(
        "expected \(InstantArgument.expected(insteadOf: word.value, in: zone, near: row?.at ?? now))")
    }
    if argument.isRepeated(at: instant, in: calendar, correcting: row?.at) {
      session.note(repeatedTime: "\(word.name)=\(word.value)")
    }
    return Edit(column: word.name, instant: instant)
  }
}
