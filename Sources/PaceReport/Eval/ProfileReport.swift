public import PaceEngine
public import PaceLanguage

/// The time and memory that the evaluation of a log took.
public struct ProfileReport: Sendable {
  private let profile: Profile
  private let subjects: Int
  private let rows: Int
  /// The time from the first row to the last, in nanoseconds.
  private let time: Int64
  /// How many expressions the text shows.
  private static let shown = 20

  /// - Parameter time: the time from the first row to the last, in nanoseconds.
  public init(_ profile: Profile, subjects: Int, rows: Int, time: Int64) {
    self.profile = profile
    self.subjects = subjects
    self.rows = rows
    self.time = time
  }

  private var instantsOfRules: Int { profile.rules.reduce(0) { $0 + $1.instants } }

  private func text(_ node: Profile.OfNode, _ program: Program) -> String {
    program.line(of: program[node.expression].span)
  }

  // MARK: JSON

  /// `eval --profile --format json`: one object.
  public func json(_ program: Program) -> [UInt8] {
    JSONWriter.line { json in
      json.field("subjects", subjects)
      json.field("events", rows)
      json.field("time_ns", time)
      json.field("reading_ns", profile.outside)
      json.field("rows_ns", profile.rows)
      json.field("measuring_ns", profile.measuring)
      json.field("no_node_ns", profile.nodeless)
      json.field("instants", profile.instants)
      json.field("instants_of_rows", profile.instantsOfRows)
      json.field("state_bytes", profile.state)
      json.field("fixed_bytes", profile.fixedState)
      json.objects("rules", profile.rules) { rule, json in
        json.field("rule", program[rule.rule].name.text)
        json.field("time_ns", rule.time)
        json.field("evaluations", rule.evaluations)
        json.field("fired", rule.firings)
        json.field("instants", rule.instants)
        json.field("state_bytes", rule.state)
      }
      json.objects("nodes", profile.nodes) { node, json in
        json.field("text", text(node, program))
        json.field("time_ns", node.time)
        json.field("evaluations", node.evaluations)
        json.field("state_bytes", node.state)
      }
      json.objects("streams", profile.streams) { stream, json in
        json.field("stream", program[stream.stream].name)
        json.field("state_bytes", stream.state)
      }
    }
  }

  // MARK: Text

  /// Tables of parts, rules, expressions and streams; the rules and expressions that took longest come first.
  public func lines(_ program: Program, style: Style) -> [String] {
    let subject = Noun.count(subjects, program.noun)
    let others = profile.instants - profile.instantsOfRows - instantsOfRules
    var lines = [
      "\(subject), \(Noun.count(rows, "row")), \(Noun.count(profile.instants, "instant")): "
        + "\(profile.instantsOfRows) of rows and starts, \(instantsOfRules) of rules"
        + (others > 0 ? ", \(others) of subjects" : "")
    ]
    let parts = [
      ("reading the log", profile.outside), ("entering rows", profile.rows),
      ("rules", profile.rules.reduce(0) { $0 + $1.time }), ("measuring", profile.measuring), ("all", time),
    ].map { name, part in [name, Self.milliseconds(part), share(part)] }
    lines += TextTable([.left, .right, .right], indent: "  ", rows: parts).lines
    lines += [""] + ruleLines(program, style) + [""] + nodeLines(program, style)
    let states = profile.streams.map { (program[$0.stream].name, $0.state) }.filter { $0.1 > 0 }
    let all = states + [("besides", profile.fixedState), ("all of a subject", profile.state)]
    let streams = [[style.dim("stream"), style.dim("state")]] + all.map { [$0, Self.bytes($1)] }
    return lines + [""] + TextTable([.left, .right], rows: streams).lines
  }

  private func ruleLines(_ program: Program, _ style: Style) -> [String] {
    let heads = ["rule", "time", "share", "evaluations", "fired", "instants", "state"]
    let rows = profile.rules.sorted { $0.time > $1.time }.map { rule in
      [
        program[rule.rule].name.text, Self.milliseconds(rule.time), share(rule.time),
        "\(rule.evaluations)", "\(rule.firings)", "\(rule.instants)", Self.bytes(rule.state),
      ]
    }
    return TextTable(
      [.left, .right, .right, .right, .right, .right, .right], spare: [(6, "state"), (2, "share")],
      rows: [heads.map(style.dim)] + rows
    ).notedLines(within: style.width)
  }

  private func nodeLines(_ program: Program, _ style: Style) -> [String] {
    var table = TextTable([.left, .right, .right, .right, .right], spare: [(4, "state"), (2, "share")])
    table.append(["expression", "time", "share", "evaluations", "state"].map { style.dim($0) })
    let nodes = profile.nodes.sorted { $0.time > $1.time }
    for node in nodes.prefix(Self.shown) {
      table.append([
        text(node, program), Self.milliseconds(node.time), share(node.time), "\(node.evaluations)",
        Self.bytes(node.state),
      ])
    }
    let rest = nodes.dropFirst(Self.shown)
    if !rest.isEmpty {
      let (time, looks) = rest.reduce((0, 0)) { ($0.0 + $1.time, $0.1 + $1.evaluations) }
      table.append(["… \(rest.count) more", Self.milliseconds(time), share(time), "\(looks)", ""])
    }
    table.append(["none of them", Self.milliseconds(profile.nodeless), share(profile.nodeless), "", ""])
    return table.notedLines(within: style.width)
  }

  private func share(_ part: Int64) -> String { time > 0 ? "\((part * 100 + time / 2) / time) %" : "" }

  private static func milliseconds(_ nanoseconds: Int64) -> String {
    let micros = max(nanoseconds + 500, 0) / 1000
    return "\(micros / 1000).\(ValueText.padded(micros % 1000, 3)) ms"
  }

  private static func bytes(_ count: Int) -> String { count == 0 ? "" : "\(count) bytes" }
}
