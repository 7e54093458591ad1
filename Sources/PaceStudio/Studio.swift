import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

/// Answers what a page asks, from the logs that it was made from and the rules as they stand in it.
struct Studio {
  let content: StudioContent
  /// The rules with which the page was made.
  let original: RuleText
  /// The last rules without errors.
  private(set) var rules: RuleText
  /// The tallies that subjects are compared with, computed once for each preset.
  private var tallies: [String: [NightTally]] = [:]
  /// What the last night was compared with, and its subject and preset.
  private var compared: (subject: Int, against: PresetID?, other: OtherNight)?

  /// Nil for content of another version, or whose rules have errors.
  init?(_ bytes: [UInt8]) {
    guard let content = StudioContent(bytes: bytes), let rules = RuleText(content.files, content) else {
      return nil
    }
    self.content = content
    original = rules
    self.rules = rules
  }

  /// The answer to a request as text, which is JSON except for `graph` and `text`.
  mutating func answer(_ request: Request) -> [UInt8] {
    do throws(RequestFailure) {
      Work.begin(Work.ofRequest)
      let answer = try answered(request)
      // A night that was cut short says so itself.
      if Work.isSpent, request.verb != "night" {
        throw RequestFailure(
          "too many instants without a row to follow them all in a page: the command line does")
      }
      return answer
    } catch {
      return JSONWriter.bytes { $0.field("error", error.text) }
    }
  }

  private mutating func answered(_ request: Request) throws(RequestFailure) -> [UInt8] {
    switch request.verb {
    case "pack": return PackJSON(rules: rules, original: original, content: content).bytes
    case "grid": return try ParameterJSON(rules, param(request)).values
    case "marks": return try marks(request)
    case "night": return try night(request)
    case "many": return try many(request)
    case "clock": return try clock(request)
    case "instant": return try instant(request)
    case "explain": return try ExplainAnswer(moment(request), content).json
    case "graph": return try graph(request)
    case "check": return try check(request)
    case "format": return try format(request)
    case "export": return try ExportAnswer(setting(request), supposed(request), content).json(request["what"])
    case "text": return try CommandText(self, request).bytes
    default: throw RequestFailure("there is no request `\(request.verb.printable)`")
    }
  }

  // MARK: What is chosen

  func setting(_ request: Request) -> Setting { Setting(request, rules, original, content) }

  /// The index of the chosen subject.
  func subject(_ request: Request) throws(RequestFailure) -> Int {
    let index = request.number("subject") ?? 0
    guard rules.logs.indices.contains(index) else { throw RequestFailure("there is no such subject") }
    return index
  }

  func supposed(_ request: Request) throws(RequestFailure) -> SupposedLog {
    SupposedLog(rules.logs[try subject(request)], request.all("edit"), rules)
  }

  private func param(_ request: Request) throws(RequestFailure) -> ParamID {
    let name = request["param"] ?? ""
    guard let index = rules.program.params.firstIndex(where: { $0.name.text == name }) else {
      throw RequestFailure("these rules have no parameter `\(name.printable)`")
    }
    return ParamID(index)
  }

  func ruleAsked(_ request: Request) throws(RequestFailure) -> RuleID? {
    guard let name = request["rule"] else { return nil }
    guard let index = rules.program.rules.firstIndex(where: { $0.name.text == name }) else {
      throw RequestFailure("these rules have no rule `\(name.printable)`")
    }
    return RuleID(index)
  }

  func moment(_ request: Request) throws(RequestFailure) -> Moment {
    try Moment(
      setting(request), supposed(request), at: request.instant("at"), rule: ruleAsked(request),
      notice: request.number("notice"), isFull: request["full"] == "1", width: request.number("width"))
  }

  // MARK: Answers

  private mutating func nightAsked(_ request: Request) throws(RequestFailure) -> Night {
    let subject = try subject(request)
    let setting = setting(request)
    let known = compared.flatMap {
      ($0.subject, $0.against) == (subject, setting.against) ? $0.other : nil
    }
    let other = known ?? OtherNight(setting, original, original.logs[subject])
    compared = (subject, setting.against, other)
    return Night(setting, try supposed(request), rules.unread[subject], original: original, other)
  }

  private mutating func night(_ request: Request) throws(RequestFailure) -> [UInt8] {
    let night = try nightAsked(request)
    var json = NightJSON(night: night, against: against(night.setting, night))
    // A page that asks again of the same events has them already.
    json.hasEvents = request["events"] != "known"
    json.ticks = min(max(request.number("ticks") ?? json.ticks, 1), 100)
    if let from = request.instant("from"), let to = request.instant("to"), from < to {
      json.shown = (from, to)
    }
    return json.bytes
  }

  /// The preset that a night is compared with; nil for none.
  private func against(_ setting: Setting, _ night: Night) -> String? {
    original.program.presetName(setting.against ?? night.other.preset)
  }

  /// The evaluator graph lit by an instant, as `pace graph --at` draws it.
  private func graph(_ request: Request) throws(RequestFailure) -> [UInt8] {
    let moment = try moment(request)
    let (account, machine) = try moment.answer
    let lit = GraphMoment(moment.supposed.log, account, machine)
    let graph = GraphModel(rules.program, rule: try ruleAsked(request), at: lit)
    do throws(GraphTooLarge) {
      return Array(try GraphSVG.render(graph, GraphWords(rules.program, lit)).utf8)
    } catch {
      throw RequestFailure(error.message)
    }
  }

  private func marks(_ request: Request) throws(RequestFailure) -> [UInt8] {
    try ParameterJSON(rules, param(request)).marks(setting(request), try supposed(request).log)
  }

  private mutating func many(_ request: Request) throws(RequestFailure) -> [UInt8] {
    let setting = setting(request)
    let key = request["against"] ?? ""
    let before = tallies[key] ?? NightTally.all(original, setting.optionsAgainst)
    // Tallies that were cut short must not be compared with in later requests.
    if !Work.isSpent { tallies[key] = before }
    return NightTally.json(
      before: before, after: NightTally.all(rules, setting.options), rules, original,
      hasEdits: request["edit"] != nil)
  }

  private func clock(_ request: Request) throws(RequestFailure) -> [UInt8] {
    guard let at = request.instant("at") else {
      throw RequestFailure("this is no instant of the years 1 to 9999")
    }
    let time = TimeText(rules.logs[try subject(request)].record.zone)
    return JSONWriter.bytes { json in
      json.field("text", time.clock(at))
      json.field("day", time.day(at))
    }
  }

  private mutating func instant(_ request: Request) throws(RequestFailure) -> [UInt8] {
    let log = rules.logs[try subject(request)]
    let text = request["text"] ?? ""
    let near = request.instant("near") ?? log.start ?? Instant(0)
    let calendar = LocalCalendar(zone: log.record.zone)
    // A clock time without a day is of the day of `near`, or of a neighbouring one: the nearest to the shown time.
    let today = calendar.wallDate(at: near.milliseconds)
    let midnights = [today, today + 1, today - 1].compactMap { calendar.instant(date: $0, time: 0) }
    let value = InstantArgument(text, now: request.instant("now") ?? near)
    let instants = midnights.compactMap { value?.resolved(in: calendar, from: Instant($0)) }
    guard !instants.isEmpty else {
      throw RequestFailure("`\(text.printable)` is not \(InstantArgument.expected(insteadOf: text))")
    }
    let span = try nightAsked(request).span
    func distance(_ at: Instant) -> Int64 {
      max(span.from.milliseconds - at.milliseconds, at.milliseconds - span.to.milliseconds, 0)
    }
    let at = instants.dropFirst().reduce(instants[0]) { distance($1) < distance($0) ? $1 : $0 }
    if let value, !value.isShown(at: at, in: calendar) {
      let expected = InstantArgument.expected(insteadOf: text, in: log.record.zone, near: at)
      throw RequestFailure("`\(text.printable)` is not \(expected)")
    }
    return JSONWriter.bytes { $0.field("at", at.milliseconds) }
  }

  // MARK: Rules

  /// The files as a request gives them, each as path, line break and text; the others are as they came.
  private func files(_ request: Request) throws(RequestFailure) -> [StudioContent.File] {
    var files = content.files
    for file in request.all("file") {
      let parts = file.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let index = files.firstIndex(where: { $0.path == parts[0] }) else {
        throw RequestFailure("this page holds no file `\(String(parts[0]).printable)`")
      }
      files[index].bytes = Array(parts[1].utf8)
    }
    return files
  }

  private mutating func check(_ request: Request) throws(RequestFailure) -> [UInt8] {
    let files = try files(request)
    let checked = RuleText(files, content, after: rules)
    if let checked { rules = checked }
    return CheckJSON(
      report: RuleText.lint(files, content), isSound: checked != nil, isSame: checked?.isSame ?? false
    ).bytes
  }

  private func format(_ request: Request) throws(RequestFailure) -> [UInt8] {
    guard let name = request["file"]?.split(separator: "\n", maxSplits: 1).first.map(String.init),
      let file = try files(request).first(where: { $0.path == name })
    else { throw RequestFailure("no file was named") }
    let source = SourceFile(path: file.path, bytes: file.bytes)
    var diagnostics: [Diagnostic] = []
    let syntax = parse(source, id: FileID(0), diagnostics: &diagnostics)
    guard let bytes = PaceLanguage.format(syntax, of: source) else {
      let first = diagnostics.first { $0.severity == .error }
      let line = first.map { source.location(of: $0.span.start).line } ?? 1
      throw RequestFailure("not while there are errors: line \(line): \(first?.message ?? "")")
    }
    return JSONWriter.bytes { $0.field("text", String(decoding: bytes, as: UTF8.self)) }
  }
}
