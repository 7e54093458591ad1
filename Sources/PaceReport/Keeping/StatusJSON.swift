public import PaceEngine
import PaceLab
public import PaceLanguage

/// `status --format json`.
public struct StatusJSON {
  private let program: Program

  public init(_ program: Program) { self.program = program }

  public func bytes(_ status: LogStatus) -> [UInt8] {
    JSONWriter.line { json in
      json.field("open", status.subject != nil)
      json.field("subject", status.subject)
      if let start = status.startsAt { json.field("starts_at_ms", start.milliseconds) }
      json.field("started_at_ms", status.startedAt?.milliseconds)
      json.field("ends_at_ms", status.status?.end?.milliseconds)
      json.field("at_ms", status.at.milliseconds)
      json.field("zone", status.zone.name)
      json.field("preset", program.presetName(status.status?.preset))
      let attributes = program.subject.attributes
      let blanks = attributes.dropFirst(status.attributes.count).map { _ in nil as Constant? }
      json.object("attributes", attributes, status.attributes + blanks, program)
      json.field("levels", levels: program.scales.indices.map { level($0, status) }, program)
      json.object("scales") { writeScales(status, to: &$0) }
      let unknown = program.figures.dropFirst(status.figures.count).map { _ in Constant.value(.unknown) }
      json.figures(status.figures + unknown, program)
      json.objects("last", status.last) { row, json in
        json.field("event", program.events[row.event.index].name.text)
        json.field("kind", row.kind)
        json.field("at_ms", row.at.milliseconds)
        json.field("ago_ms", status.at.milliseconds - row.at.milliseconds)
      }
      json.object("today") { writeToday(status, to: &$0) }
      writeNotices(status, to: &json)
      json.field("next_at_ms", status.status?.next?.milliseconds)
      json.field("also_open", strings: status.alsoOpen)
    }
  }

  private func level(_ scale: Int, _ status: LogStatus) -> Int { status.status?.scales[scale].level ?? 0 }

  private func writeScales(_ status: LogStatus, to json: inout JSONWriter) {
    for (index, scale) in program.scales.enumerated() {
      let standing = status.status?.scales[index]
      let rank = level(index, status)
      json.object(scale.name.text) { json in
        json.field("level", scale.levels[rank].name)
        json.field("rank", rank)
        json.field("of", scale.levels.count)
        json.field("colour", scale.levels[rank].colour)
        json.field("until_ms", standing?.until?.milliseconds)
        json.field("then", standing?.then.map { scale.levels[$0].name })
      }
    }
  }

  private func writeToday(_ status: LogStatus, to json: inout JSONWriter) {
    for (index, count) in status.today.enumerated() {
      let event = program.events[index]
      json.object(event.name.text) { json in
        json.field("rows", count.rows)
        json.object("kinds", each: count.ranked(of: event)) { $1.field($0.name, $0.count) }
        json.object("sums") { json in
          for field in program.summedFields(of: EventID(index)) {
            json.field(event.fields[field].name.text, .value(count.sums[field]), .number, program)
          }
        }
      }
    }
  }

  private func writeNotices(_ status: LogStatus, to json: inout JSONWriter) {
    json.object("notices", each: status.notices.counts) { $1.field($0.kind, $0.count) }
    json.object("last_notice", of: status.notices.last) { last, json in
      json.field("rule", last.rule)
      json.field("at_ms", last.at.milliseconds)
      json.field("message", last.message.isEmpty ? nil : last.message)
    }
  }
}
