import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

/// A night as the page draws it, with instants in Unix milliseconds and texts as they are shown.
struct NightJSON {
  let night: Night
  /// The preset that the night is compared with; nil if there is none.
  let against: String?
  /// How many marks the axis has room for, and the part of it that is shown.
  var ticks = 8
  var shown: (from: Instant, to: Instant)?
  /// Whether the events are told too.
  var hasEvents = true

  private var program: Program { night.setting.rules.program }
  private var time: TimeText { night.time }
  private var zone: Zone { night.supposed.log.record.zone }

  var bytes: [UInt8] {
    let lines = night.lines
    let span = night.span
    return JSONWriter.bytes { json in
      let day = night.isEmpty ? "Nothing logged" : time.day(span.from)
      json.field("heading", "\(day), times in \(zone.name)")
      // Whether the heading names the day of all that is shown.
      json.field("isOneDay", time.isOneDay(span.from, span.to))
      json.field("isEmpty", night.isEmpty)
      json.field("zone", zone.name)
      json.field("preset", program.presetName(night.machine.preset))
      json.field("from", span.from.milliseconds)
      json.field("to", span.to.milliseconds)
      json.field("summary", summary(lines))
      json.field("supposed", night.supposed.words)
      writeNotices(lines, &json)
      writeHeld(&json)
      writeLevels(span, &json)
      if hasEvents { json.objects("events", night.supposed.rows, write) }
      let axis = TimeAxis(time, from: shown?.from ?? span.from, to: shown?.to ?? span.to, most: ticks)
      json.objects("ticks", night.isEmpty ? [] : axis.ticks) { tick, json in
        json.field("at", tick.at.milliseconds)
        json.field("text", tick.text)
      }
      json.array("instants", each: instants(lines)) { $1.integer($0.milliseconds) }
      json.objects("params", program.params.ids, write)
      json.field("problems", strings: night.problems)
      json.field("note", night.isCutOff ? cutOffNote : night.last.map { untilNote($0) })
      json.field("isWhole", night.end == nil)
    }
  }

  private var cutOffNote: String {
    "Nothing says when this \(Noun.words(program.noun)) ends, so rules without `on` "
      + "are followed to the last event only."
  }

  private func untilNote(_ last: Instant) -> String {
    "Followed no further than \(time.clock(last)) on \(time.day(last))."
  }

  /// `14 notices, 2 new, 2 gone, 1 moved, 1 changed, 1 reworded against balanced`
  private func summary(_ lines: [Night.Line]) -> String {
    let given = lines.count { $0.standing != .gone }
    var parts = [Noun.count(given, "notice")]
    for standing in [Night.Line.Standing.new, .gone, .moved, .changed, .reworded] {
      let count = lines.count { $0.standing == standing }
      if count > 0 { parts.append("\(count) \(standing.rawValue)") }
    }
    let all = parts.joined(separator: ", ")
    if parts.count > 1 { return "\(all) against \(against ?? "the page as it was made")" }
    return "\(all), \(against.map { "as under \($0)" } ?? "as when the page was made")"
  }

  private func writeNotices(_ lines: [Night.Line], _ json: inout JSONWriter) {
    let runs = LineRuns(lines, zone, at: { $0.firing.at }) { line, next in
      line.rule == next.rule && line.standing == next.standing && line.firing.message == next.firing.message
        && line.change == next.change
    }
    json.objects("notices", lines.enumerated()) { line, json in
      write(line.element, &json)
      runs.write(line.offset, &json)
    }
  }

  private func write(_ line: Night.Line, _ json: inout JSONWriter) {
    let rules = line.standing == .gone ? night.original.program : program
    let rule = line.firing.rule
    json.field("n", line.number)
    json.field("at", line.firing.at.milliseconds)
    json.field("clock", time.clock(line.firing.at))
    json.field("day", time.day(line.firing.at))
    json.field("rule", line.rule)
    json.field("kind", rules.kindName(of: rule))
    json.field("level", rules.levelName(of: rule))
    json.field("colour", rules.levelColour(of: rule))
    json.field("message", line.firing.message?.printable ?? Words.messageWithheld)
    json.field("state", line.standing.rawValue)
    json.field("change", line.change)
  }

  private func writeHeld(_ json: inout JSONWriter) {
    let held = night.records.compactMap { record -> Holding? in
      if case .held(let holding) = record { holding } else { nil }
    }
    let runs = LineRuns(held, zone, at: { $0.at }) { $0.rule == $1.rule && $0.gate == $1.gate }
    json.objects("held", held.enumerated()) { line, json in
      let holding = line.element
      json.field("rule", holding.rule.index)
      json.field("at", holding.at.milliseconds)
      json.field("clock", time.clock(holding.at))
      json.field("day", time.day(holding.at))
      json.field("message", "held back by \(holding.gate.fullName)")
      runs.write(line.offset, &json)
    }
  }

  private func writeLevels(_ span: (from: Instant, to: Instant), _ json: inout JSONWriter) {
    let isDated = !time.isOneDay(span.from, span.to)
    json.objects("levels", program.scales.enumerated()) { scale, json in
      json.field("scale", scale.offset)
      json.array("spans") { list in
        if night.isEmpty { return }
        // The last level is drawn up to the last instant that the page tells of.
        let last = [span.to, night.end, night.last].compactMap { $0 }.min() ?? span.to
        var (from, level) = (span.from, 0)
        func end(at to: Instant) {
          guard to > from else { return }
          let name = scale.element.levels[level].name
          list.object { json in
            json.field("from", from.milliseconds)
            json.field("to", to.milliseconds)
            json.field("level", level)
            let stretch = time.stretch(from: from, to: to, isDated: isDated)
            json.field("text", "\(name) from \(stretch)")
          }
        }
        for case .level(let change) in night.records where change.scale.index == scale.offset {
          end(at: change.at)
          (from, level) = (change.at, change.level)
        }
        end(at: last)
      }
    }
  }

  private func write(_ row: SupposedLog.Row, _ json: inout JSONWriter) {
    let name = LoggedKind(event: row.record.event, kind: row.record.kind).name(in: program)
    json.field("key", row.key)
    json.field("at", row.record.at.milliseconds)
    json.field("clock", time.clock(row.record.at))
    json.field("day", time.day(row.record.at))
    json.field("text", "\(time.clock(row.record.at)) \(name) (\(row.id.printable))")
    json.field("name", name)
    json.field("row", row.id.printable)
    json.field("fields", fields(of: row.record))
    let fields = program.events[row.record.event.index].fields
    json.field("values", strings: zip(fields, row.record.values).map { text(of: $1, $0.type) })
    json.field("state", row.standing.rawValue)
  }

  /// The fields of a row in words: `units 2, said "hello"`.
  private func fields(of record: EventRecord) -> String {
    zip(program.events[record.event.index].fields, record.values).compactMap { field, value in
      if value.isUnknown { return nil }
      let text = text(of: value, field.type)
      return "\(field.name.text) \(field.type.isWorded ? ValueText.quoted(text).printable : text)"
    }.joined(separator: ", ")
  }

  /// A value as it would be typed; empty if it is unknown.
  private func text(of value: Value, _ type: ValueType) -> String {
    if value.isUnknown { return "" }
    return type.isWorded ? night.machine.text(of: value) : program.text(of: value, type: type)
  }

  private func text(of constant: Constant, _ type: ValueType) -> String {
    switch constant {
    case .value(let value): text(of: value, type)
    case .text(let text): text
    }
  }

  private func write(_ param: ParamID, _ json: inout JSONWriter) {
    let declared = program.params[param.index]
    // The machine knows only those that the rules use.
    let value = night.setting.value(of: param, under: night.machine.preset)
    let usual = night.setting.usual(param, under: night.machine.preset)
    json.field("name", declared.name.text)
    json.field("value", value.map { text(of: $0, declared.type) } ?? "")
    json.field("preset", usual.map { text(of: $0, declared.type) })
    json.field("problem", night.setting.problems.first { $0.param == param }?.text)
    json.field("isSet", night.setting.choices.contains { $0.param == param })
    var place: (below: Int, isOnAxis: Bool) = (0, false)
    if case .value(let value)? = value, let axis = night.setting.rules.axes[param.index] {
      let below = axis.count { $0 < value.bits }
      place = (below, axis.values.indices.contains(below) && axis.values[below] == value.bits)
    }
    json.field("index", place.isOnAxis ? place.below : nil)
    json.field("below", place.below)
  }

  /// The instants of all rows, notices and records.
  private func instants(_ lines: [Night.Line]) -> [Instant] {
    let told = lines.map { $0.firing.at } + night.records.compactMap { $0.instant }
    var instants: [Instant] = []
    // Those of rows are in order already, so sorting takes little time.
    for instant in (night.supposed.instants + told).sorted() where instant != instants.last {
      instants.append(instant)
    }
    return instants
  }
}

extension Program {
  /// The colour of the level that a rule raises; nil if it raises none.
  fileprivate func levelColour(of rule: RuleID) -> String? {
    self[rule].raise.map { LevelColours(levels: scales[$0.scale.index].levels)[$0.level] }
  }
}

extension ValueType {
  /// Whether its values are texts, which the machine holds.
  fileprivate var isWorded: Bool { self == .text || self == .schedule }
}
