import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

/// One subject evaluated under the page's setting, and under the one that it is compared with.
struct Night {
  let setting: Setting
  let supposed: SupposedLog
  /// The rules as they came.
  let original: RuleText
  let other: OtherNight
  let records: [Record]
  let recordsAgainst: [Record]
  /// The last instant that the page tells of; nil if it tells all that is looked at.
  let end: Instant?
  /// The machine after the last row, which knows the values of parameters and the preset in force.
  let machine: Machine
  /// The faults of the setting and the rows, and the reason why the evaluation ended early.
  private(set) var problems: [String]
  /// Whether nothing bounds the evaluation, so that rules without `on` are followed to the last row only.
  let isCutOff: Bool
  private let names: [String]
  let time: TimeText

  init(
    _ setting: Setting, _ supposed: SupposedLog, _ unread: StudioContent.Unread, original: RuleText,
    _ other: OtherNight
  ) {
    self.setting = setting
    self.supposed = supposed
    self.original = original
    self.other = other
    time = TimeText(supposed.log.record.zone)
    names = setting.rules.ruleNames(besides: original)
    problems = setting.problems.map { $0.text } + supposed.problems
    problems += unread.sentences + setting.rules.program.sentencesOfColumns(besides: original.program)
    var options = setting.options
    options.tellsLevels = true
    options.tellsHeld = true
    Work.begin(Work.ofNight)
    var machine = Machine(setting.rules.plan, options: options)
    do throws(RunawaySubject) {
      try supposed.log.run(in: &machine)
    } catch {
      let (runaway, program) = (error.runaway, setting.rules.program)
      problems.append("\(runaway.sentence(supposed.log.id, program)); \(runaway.help(program))")
    }
    let told = machine.takeRecords()
    isCutOff =
      machine.isOpenEnded() && !supposed.log.events.isEmpty
      && setting.rules.program.rules.contains { $0.mayFireWithoutEvent }
    self.machine = machine
    let ends = [machine.endedEarlyAt, other.endedEarlyAt, Self.end(of: told), Self.end(of: other.records)]
    let end = ends.compactMap { $0 }.min()
    self.end = end
    records = Self.upTo(end, told)
    recordsAgainst = Self.upTo(end, other.records)
    // If the evaluation itself went no further, a problem says so already.
    if let end, machine.runaway == nil || machine.endedEarlyAt.map({ end < $0 }) ?? true {
      problems.append(
        "told up to \(time.day(end)), \(time.clock(end)): the rest is too much for a page, `pace eval` tells it"
      )
    }
  }

  /// The most records that are shown.
  private static let mostRecords = 50_000

  /// The last instant whose records are all shown; nil if none is left out.
  private static func end(of records: [Record]) -> Instant? {
    guard records.count > mostRecords else { return nil }
    let left = records[mostRecords...].first { $0.instant != nil }?.instant
    return left.map { Instant($0.milliseconds - 1) }
  }

  private static func upTo(_ end: Instant?, _ records: [Record]) -> [Record] {
    guard let end else { return records }
    return records.filter { $0.instant.map { $0 <= end } ?? true }
  }

  /// A notice in the list: given here, or only in the comparison.
  struct Line {
    enum Standing: String {
      case same, new, gone
      /// Given by both, at most `TimeMatch.usualMove` apart.
      case moved
      /// Given by both, with another level, kind or severity, or with other levels after it.
      case changed
      /// Given by both, in different words.
      case reworded
    }

    /// Its number in `pace eval`.
    var number: Int?
    var rule: Int
    var firing: Firing
    var standing: Standing
    /// The difference of a changed or moved notice: `pace slow_down → good`, `10 min later`.
    var change: String?
  }

  /// The notices of both sides, matched as `pace compare` matches them.
  var lines: [Line] {
    let (here, there) = (firings(records, setting.rules), firings(recordsAgainst, original))
    let comparison = FiringComparison(original.program, setting.rules.program)
    var lines: [Line] = []
    for rule in names.indices {
      func add(_ told: ToldFiring, _ standing: Line.Standing, _ change: String? = nil) {
        let number = standing == .gone ? nil : told.number
        lines.append(
          Line(number: number, rule: rule, firing: told.firing, standing: standing, change: change))
      }
      let rest = TimeMatch.pair(there[rule], here[rule], within: 0, at: { $0.firing.at }) { before, after in
        let changes = comparison.changes(before, after)
        let told = changes.filter { $0.aspect != .message }.map { $0.text }
        if told.isEmpty {
          add(after, changes.isEmpty ? .same : .reworded)
        } else {
          add(after, .changed, told.joined(separator: ", "))
        }
      }
      let alone = TimeMatch.pair(
        rest.one, rest.other, within: TimeMatch.usualMove, at: { $0.firing.at }
      ) { before, after in
        add(after, .moved, move(from: before.firing.at, to: after.firing.at))
      }
      for told in alone.one { add(told, .gone) }
      for told in alone.other { add(told, .new) }
    }
    return lines.enumerated().sorted { a, b in
      (a.element.firing.at, a.element.rule, a.offset) < (b.element.firing.at, b.element.rule, b.offset)
    }.map { $0.element }
  }

  /// The firings of each rule of `names`, in the order of time.
  private func firings(_ records: [Record], _ rules: RuleText) -> [[ToldFiring]] {
    var places: [String: Int] = [:]
    for (index, name) in names.enumerated() { places[name] = index }
    var firings = names.map { _ in [ToldFiring]() }
    for told in ToldFirings(records, of: rules.program).all {
      guard let place = places[rules.program[told.firing.rule].name.text] else { continue }
      firings[place].append(told)
    }
    return firings
  }

  /// `10 min later`
  private func move(from before: Instant, to after: Instant) -> String {
    let way = after.milliseconds - before.milliseconds
    let text = setting.rules.program.text(of: Value(abs(way)), type: .duration)
    return "\(text) \(way < 0 ? "earlier" : "later")"
  }

  /// Whether there is nothing to show: no row, no start and no record.
  var isEmpty: Bool { supposed.isEmpty && supposed.log.start == nil && records.isEmpty }

  /// The last instant that is looked at; nil if nothing bounds it.
  var last: Instant? { setting.last(of: supposed.log) }

  /// The time that the page shows: from the first known instant to the last, or a minute if there is only one.
  var span: (from: Instant, to: Instant) {
    var instants = supposed.instants
    instants += records.compactMap { $0.instant } + recordsAgainst.compactMap { $0.instant }
    let ends = [supposed.log.record.endedAt, machine.end].compactMap { $0 }
    instants += ends.map { min($0, last ?? $0) }
    if let start = supposed.log.start { instants.append(start) }
    let from = instants.min() ?? Instant(0)
    let to = instants.max() ?? Instant(0)
    return (from, to > from ? to : Instant(from.milliseconds + 60_000))
  }
}

/// What a night is compared with: a subject's log as it came, under the rules as they came.
struct OtherNight {
  let records: [Record]
  /// The preset in force.
  let preset: PresetID?
  let endedEarlyAt: Instant?

  init(_ setting: Setting, _ original: RuleText, _ log: SubjectLog) {
    Work.begin(Work.ofNight)
    var options = setting.optionsAgainst
    options.tellsLevels = true
    var machine = Machine(original.plan, options: options)
    try? log.run(in: &machine)
    records = machine.takeRecords()
    preset = machine.preset
    endedEarlyAt = machine.endedEarlyAt
  }
}

extension StudioContent.Unread {
  fileprivate var sentences: [String] {
    var texts: [String] = []
    if undeclaredRows > 0 {
      let verb = undeclaredRows == 1 ? "is of an event" : "are of events"
      texts.append("\(Noun.count(undeclaredRows, "row")) of the log \(verb) that these rules don't declare")
    }
    if unfitRows > 0 {
      let verb = unfitRows == 1 ? "has" : "have"
      texts.append(
        "\(Noun.count(unfitRows, "row")) of the log \(verb) a kind or a value that these rules don't take")
    }
    return texts + attributes.map { "these rules don't take the value of `\($0)`: it has its default" }
  }
}

extension Program {
  /// Says which columns this program would read in another way than the program with which the page was made. The page
  /// holds what was read then, not what stands in the log.
  fileprivate func sentencesOfColumns(besides original: Program) -> [String] {
    func isOther(_ field: Field, _ others: [Field]) -> Bool {
      guard let other = others.first(where: { $0.name.text == field.name.text }) else { return false }
      let defaults = (
        field.initial.map { text(of: $0, type: field.type) },
        other.initial.map { original.text(of: $0, type: other.type) }
      )
      return name(of: field.type) != original.name(of: other.type) || defaults.0 != defaults.1
    }
    var names = subject.attributes.filter { isOther($0, original.subject.attributes) }.map { $0.name.text }
    for event in events {
      guard let other = original.events.first(where: { $0.name.text == event.name.text }) else { continue }
      names += event.fields.filter { isOther($0, other.fields) }.map { $0.name.text }
    }
    if names.isEmpty { return [] }
    let quoted = names.unique.map { "`\($0)`" }.joined(separator: ", ")
    return [
      "\(quoted): declared otherwise than when the page was made, which read the log by the declarations of then; "
        + "`pace` reads it anew"
    ]
  }
}

/// A notice's rule and instant.
struct NoticeKey: Equatable {
  var rule: Int
  var at: Instant
}

extension Record {
  /// When it happened; nil for records that come once per subject.
  var instant: Instant? {
    switch self {
    case .fired, .held, .level, .account: at
    case .overflow, .runaway: nil
    }
  }
}

extension RuleText {
  /// The names of these rules, then the names that only `others` have.
  func ruleNames(besides others: RuleText) -> [String] {
    let own = program.rules.map { $0.name.text }
    return own + others.program.rules.map { $0.name.text }.filter { !own.contains($0) }
  }
}
