import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

/// Why a notice was given or not: the page of `pace explain`, with the targets of its names.
struct ExplainAnswer {
  private let moment: Moment
  private let content: StudioContent
  private let explanation: Explanation

  private var program: Program { moment.setting.rules.program }

  init(_ moment: Moment, _ content: StudioContent) throws(RequestFailure) {
    self.moment = moment
    self.content = content
    explanation = try moment.explanation()
  }

  /// The lines of `pace explain`, each with its line break.
  var text: String { text(zone: content.isZoneNamed, rest: "`--format json`") }

  /// - Parameters:
  ///   - isZoneNamed: whether the zone was named; if not, the text says how to name one.
  ///   - rest: what the text names as the way to see the parts that it has no room for.
  private func text(zone isZoneNamed: Bool, rest: String) -> String {
    let at = explanation.at
    let asked = moment.asked == at ? nil : moment.asked
    let zone = LogZone(content.zones[content.zone], isNamed: isZoneNamed)
    let page = ExplainText(
      program: program, style: .plain(width: moment.width), isFull: moment.isFull, rest: rest)
    let heading = zone.heading(of: moment.outlook.situation, at: at, asked: asked, width: moment.width)
    let isOfAll = !moment.isNotice && moment.rule == nil
    let lines = page.lines(of: explanation, ofAllRules: isOfAll, above: heading.count)
    return (heading + lines).map { $0 + "\n" }.joined()
  }

  /// The line of `pace explain --format json`.
  var jsonLine: [UInt8] {
    let all = Set(program.rules.ids)
    // A request for a notice by its number asks about all rules.
    let rules = moment.isNotice ? all : moment.rule.map { [$0] } ?? all
    return ExplainJSON.line(of: explanation, rules: rules, program)
  }

  var json: [UInt8] {
    // In the page there are no options to name.
    let text = text(zone: true, rest: "“every part”")
    return JSONWriter.bytes { json in
      json.field("text", text)
      json.field("at", explanation.at.milliseconds)
      json.objects("links", TextLinks(text, program, moment.supposed).links) { link, json in
        json.field("start", link.range.lowerBound)
        json.field("end", link.range.upperBound)
        switch link.target {
        case .rule(let index):
          json.field("kind", "rule")
          json.field("rule", index)
        case .param(let name):
          json.field("kind", "param")
          json.field("param", name)
        case .row(let key):
          json.field("kind", "row")
          json.field("key", key)
        }
      }
      let flips = explanation.changes(program).filter { isPossible($0.alteration) }
      json.objects("flips", flips) { change, json in
        json.field("text", change.text)
        json.field("rule", change.rule.index)
        write(change.alteration, &json)
      }
      json.field("rules", strings: explanation.focused.map { program[$0].name.text })
      json.array("tree", each: explanation.conditions(program)) { part, list in
        if let part { Self.write(part, &list) } else { list.null() }
      }
    }
  }

  /// Whether the page can make a change.
  ///
  /// A delay or a wait is possible only if nothing else is logged before its end, and if that end is looked at.
  private func isPossible(_ alteration: Alteration) -> Bool {
    switch alteration {
    case .delay(_, let later), .waiting(let later):
      let log = moment.supposed.log
      let isSeen = moment.setting.last(of: log).map { later <= $0 } ?? true
      return isSeen && log.count(upTo: later) == log.count(upTo: explanation.at)
    case .setting, .removal, .addition: return true
    }
  }

  private static func write(_ part: ConditionPart, _ json: inout JSONWriter) {
    json.object { json in
      json.field("text", part.text)
      json.field("holds", part.holds)
      json.field("margin", part.verdict)
      json.array("children", each: part.parts, write)
    }
  }

  /// What the page has to do to make a change.
  private func write(_ alteration: Alteration, _ json: inout JSONWriter) {
    switch alteration {
    case .setting(let param, let value):
      let declared = program.params[param.index]
      json.field("set", "\(declared.name.text)=\(program.text(of: value, type: declared.type))")
    case .removal(let event): json.field("edit", "drop\t\(moment.supposed.key(of: event.index))")
    case .addition(let event, let kind):
      let name = LoggedKind(event: event, kind: kind).name(in: program)
      json.field("edit", "add\t\(name)\t\(explanation.at.milliseconds)")
    case .delay(let event, let later):
      json.field("edit", "move\t\(moment.supposed.key(of: event.index))\t\(later.milliseconds)")
    case .waiting(let later): json.field("waits", later.milliseconds)
    }
  }
}

/// The parts of an explanation in which no word is a link: sentences, labels, levels, and lines about the subject. A
/// word there may be a rule's name by chance.
private struct Prose {
  /// The labels of lines that hold no names of rules or parameters.
  private static let labels = ["  says ", "levels  ", "free  "].map { Array($0.utf16) }
  private static let blank: UInt16 = 0x20

  private let units: [UInt16]
  /// The line of the last place asked about, and the part of it in which names are links.
  private var line = 0..<0
  private var named = 0..<0
  private var isProse = false

  init(_ units: [UInt16]) { self.units = units }

  /// Whether a name at a place is no link; places are asked for in ascending order.
  mutating func contains(_ place: Int) -> Bool {
    while place >= line.upperBound, line.upperBound < units.count { advance() }
    return !named.contains(place)
  }

  private mutating func advance() {
    let rest = units[line.upperBound...]
    line = rest.startIndex..<(rest.firstIndex(of: 0x0A) ?? units.count - 1) + 1
    let text = units[line].prefix { $0 != 0x0A }
    named = line
    // Lines that continue another are indented farther than the line they continue.
    if text.prefix(3).contains(where: { $0 != Self.blank }) {
      isProse = Self.labels.contains { text.starts(with: $0) }
      let word = text.drop { $0 == Self.blank }.prefix { $0 != Self.blank }
      let isLabelled =
        text.first == Self.blank || text[word.endIndex...].starts(with: [Self.blank, Self.blank])
      // Any other line is a rule's head, whose first word is the rule's name.
      named = isLabelled ? word.endIndex..<line.upperBound : word.startIndex..<word.endIndex
    }
    if isProse || (text.first != Self.blank && text.last == 0x2E) { named = 0..<0 }
  }
}

/// The names in a text that are links.
struct TextLinks {
  enum Target {
    /// The rule's index, the parameter's name, or a row's key.
    case rule(Int)
    case param(String)
    case row(Int)
  }

  private(set) var links: [(range: Range<Int>, target: Target)] = []
  private var targets: [String: Target] = [:]

  /// Ranges count UTF-16 code units, as scripts in a page do.
  init(_ text: String, _ program: Program, _ supposed: SupposedLog) {
    for (index, rule) in program.rules.enumerated() { targets[rule.name.text] = .rule(index) }
    for param in program.params { targets[param.name.text] = .param(param.name.text) }
    let names = RowNames(supposed.log.rows)
    var rows: [String: Int] = [:]
    for index in supposed.log.rows.indices { rows[names[index]] = supposed.key(of: index) }
    // Rows stand in brackets, as in `21:09 entry (17)`.
    let units = Array(text.utf16)
    var start = 0
    var bracket: Int?
    var prose = Prose(units)
    for (index, unit) in units.enumerated() {
      if unit == 0x28 { bracket = index + 1 }
      if unit == 0x29, let first = bracket {
        if let key = rows[String(decoding: units[first..<index], as: UTF16.self)] {
          links.append((first..<index, .row(key)))
        }
        bracket = nil
      }
      if !Self.isWord(unit) {
        if !prose.contains(start) { add(units, start..<index) }
        start = index + 1
      }
    }
    if !prose.contains(start) { add(units, start..<units.count) }
    links.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  private mutating func add(_ units: [UInt16], _ range: Range<Int>) {
    guard !range.isEmpty, let target = targets[String(decoding: units[range], as: UTF16.self)] else { return }
    // The `before` in `not before 08:53` is not a name.
    let (before, after) = (units[..<range.lowerBound].suffix(4), units[range.upperBound...].prefix(2))
    if before.elementsEqual("not ".utf16), let digit = after.last, (0x30...0x39).contains(digit) { return }
    // Nor is a word after a comparison's sign a rule: it is a level or another value that has a rule's name.
    let compared = units[..<range.lowerBound].last { $0 != Self.blank }
    if case .rule = target, let compared, Self.signs.contains(compared) { return }
    links.append((range, target))
  }

  private static let blank: UInt16 = 0x20
  private static let signs = Array("=<>".utf16)

  private static func isWord(_ unit: UInt16) -> Bool { UInt8(exactly: unit)?.isWordByte ?? false }
}
