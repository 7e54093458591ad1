import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let settings = Command(
    "settings", arguments: "PACK [ATTR=VALUE…] --db FILE",
    summary: "what new subjects of a log start with: shows or changes it",
    options: [.kept, .keptAt, .now, .device, .keptZone, .keptFormat, .dryRun, .later, .history, .keptForce],
    examples: ["pace settings take-care sensitivity=strict --db friday.db"],
    run: SettingsCommand.run)

  static let kinds = Command(
    "kinds", arguments: "PACK [KIND FIELD=VALUE…|label=…|order=N|enable|disable] --db FILE",
    summary: "the catalogue of a log: how kinds are shown and what fills their rows",
    options: [.kept, .now, .device, .keptZone, .keptFormat, .dryRun],
    examples: ["pace kinds take-care --db friday.db"],
    run: SettingsCommand.kinds)
}

extension Option {
  static let later = Option.flag("later", "leave open subjects as they are")
  static let history = Option.flag("history", "every value that was ever set")
}

/// Settings and the catalogue of kinds.
enum SettingsCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let isReading = arguments.positional.count < 2
    if isReading { try arguments.refuse([.later, .dryRun, .keptForce], without: "NAME=VALUE") }
    var session = try KeepingSession(arguments, console, isReading: isReading, coversAll: true)
    if isReading {
      return try show(session, hasHistory: arguments.has(.history), &console)
    }
    if arguments.has(.history) { throw .usage(.conflict("--history", "NAME=VALUE")) }
    let program = session.program
    let values = try ValueWord.values(
      session.words, of: program.subject.attributes, what: "setting", program
    ).map { (attribute: AttributeID($0.index), value: $0.value) }
    let (at, reachesOpen, isForced) = (session.at, !arguments.has(.later), session.isForced)
    let result = try session.run { (keeper) throws(KeepingError) in
      try keeper.set(values, at: at, reachesOpen: reachesOpen, isForced: isForced)
    }
    let notices = result.told.flatMap { $0.told.notices }
    if session.isJSON {
      try console.out.write(
        session.json.set(values, changed: result.changed, unreached: result.unreached, notices))
    } else {
      let rows = values.map { (attribute, value) in
        let field = program.subject.attributes[attribute.index]
        let text = value.map { program.unquotedText(of: $0, type: field.type) }
        return [field.name.text, text ?? "as the rules say"]
      }
      try console.out.lines(TextTable([.left, .left], rows: rows).lines)
      try console.out.lines(session.lines(of: notices, to: result.told, console))
      let noun = program.noun
      for subject in result.changed {
        try console.out.line("also in \(noun) \(subject.printable), which is open")
      }
      for (subject, attributes) in result.unreached {
        let own = Noun.all(attributes.map { program.subject.attributes[$0.index].name.text })
        try console.out.line(
          "not in \(noun) \(subject.printable), which is open and has its own \(own): `pace edit` changes it")
      }
    }
    try session.finish(&console)
    try remark(onLater: values, session, &console)
    return .fine
  }

  /// Names the values that don't hold any more, because others were set for later instants.
  private static func remark(
    onLater values: [(attribute: AttributeID, value: Constant?)], _ session: KeepingSession,
    _ console: inout Console
  ) throws(Failure) {
    guard let at = session.at else { return }
    let history = try reading { () throws(StoreError) in try session.keeper.file.settings.history() }
    for (attribute, _) in values {
      let name = session.program.subject.attributes[attribute.index].name.text
      guard let later = history.first(where: { $0.name == name && $0.stamp.at > at.milliseconds }) else {
        continue
      }
      let clock = session.text(session.keeper.zone, console).clock(Instant(later.stamp.at))
      let value = later.value.map { "`\($0)`" } ?? "what the rules say"
      console.remark("`\(name)` was set anew for \(clock): from then on it is \(value)")
    }
  }

  private static func show(
    _ session: KeepingSession, hasHistory: Bool, _ console: inout Console
  ) throws(Failure) -> ExitStatus {
    let program = session.program
    let all = try reading { () throws(StoreError) in try session.keeper.file.settings.history() }
    let entries = all.filter { $0.stamp.at <= session.at?.milliseconds ?? .max }
    var (values, outdated) = try reading { () throws(StoreError) in
      let settings = session.keeper.file.settings
      return (try settings.inForce(at: session.instant), try settings.outdated(at: session.instant))
    }
    for (attribute, value) in outdated where values[attribute.name.text] == value {
      values[attribute.name.text] = nil
    }
    let attributes = program.subject.attributes
    let others = values.keys.filter { name in !attributes.contains { $0.name.text == name } }.sorted()
    if session.isJSON {
      try console.out.write(
        session.json.settings(
          values, others: others,
          history: hasHistory ? entries.map { ($0.name, $0.value, $0.stamp.at, $0.stamp.device) } : nil))
      try session.finish(&console)
      return .fine
    }
    var table = TextTable([.left, .left, .left, .left])
    if hasHistory {
      let time = TimeText(session.keeper.zone)
      for entry in entries {
        table.append([
          time.exactMoment(Instant(entry.stamp.at)), entry.name.printable,
          (entry.value ?? "(cleared)").printable, entry.stamp.device.printable,
        ])
      }
      try console.out.line("Times in \(session.keeper.zone.name)")
    } else {
      for attribute in attributes {
        let own = values[attribute.name.text]
        let initial =
          attribute.initial.map { program.unquotedText(of: $0, type: attribute.type) } ?? "unknown"
        table.append([attribute.name.text, (own ?? initial).printable, own == nil ? "as the rules say" : ""])
      }
      for name in others {
        table.append([name.printable, (values[name] ?? "").printable, "not used by the rules"])
      }
    }
    try console.out.lines(table.lines)
    try session.finish(&console)
    return .fine
  }

  static func kinds(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let isReading = arguments.positional.count < 2
    if isReading { try arguments.refuse([.dryRun], without: "FIELD=VALUE") }
    var session = try KeepingSession(arguments, console, isReading: isReading, coversAll: true)
    let entries: [KeptKind]
    if let name = session.words.first {
      let (event, kind) = try session.program.place(of: name)
      guard let kind else {
        throw .usage(.badValue(option: "KIND", value: name, expected: "a kind, not an event"))
      }
      let words = session.words.dropFirst()
      if words.isEmpty { throw .usage(.missingArgument("FIELD=VALUE")) }
      let changes = try changes(words, session.program.events[event.index], session.program)
      entries = try session.run { (keeper) throws(KeepingError) in
        try keeper.set(changes, of: kind, in: event)
      }
    } else {
      entries = try reading { () throws(StoreError) in try session.keeper.file.catalogue.entries() }
    }
    if session.isJSON {
      try console.out.write(session.json.kinds(entries))
    } else {
      try console.out.lines(session.text(session.keeper.zone, console).lines(of: entries))
      if entries.isEmpty { console.remark("no kinds: the events of this pack have none") }
    }
    try session.finish(&console)
    return .fine
  }

  /// `FIELD=VALUE`, `label=…`, `order=N`, `enable` and `disable` as changes of the catalogue.
  private static func changes(
    _ words: some Sequence<String>, _ type: EventType, _ program: Program
  ) throws(Failure) -> [KindChange] {
    let known = type.fields.map(\.name.text) + ["label", "order", "enable", "disable"]
    var names: Set<String> = []
    var changes: [KindChange] = []
    for word in words {
      let isSwitch = word == "enable" || word == "disable"
      if !isSwitch, !word.contains("=") {
        throw .usage(.unknownName(of: type.name.text, what: "field", name: word, known: known))
      }
      let word = try ValueWord(isSwitch ? "enabled=\(word == "enable" ? "yes" : "no")" : word)
      if !names.insert(word.name).inserted { throw word.repeated }
      switch word.name {
      case "label": changes.append(.label(word.value.isEmpty ? nil : word.value))
      case "order": changes.append(.order(try order(word, program)))
      case "enabled":
        guard ["yes", "no"].contains(word.value) else {
          throw word.bad("expected yes or no")
        }
        changes.append(.isEnabled(word.value == "yes"))
      default:
        guard let field = type.fields.first(where: { $0.name.text == word.name }) else {
          throw .usage(.unknownName(of: type.name.text, what: "field", name: word.name, known: known))
        }
        changes.append(.field(word.name, try word.constant(for: field, in: program)))
      }
    }
    return changes
  }

  private static func order(_ word: ValueWord, _ program: Program) throws(Failure) -> Value? {
    if word.value.isEmpty { return nil }
    if Int(word.value) != nil, case .value(let order)? = program.constant(from: word.value, as: .number) {
      return order
    }
    throw word.bad("expected a whole number")
  }
}
