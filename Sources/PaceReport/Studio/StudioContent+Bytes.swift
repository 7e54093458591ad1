import PaceEngine

extension StudioContent {
  /// The text that the bytes begin with; its number changes when anything about them does.
  private static let mark = "pace studio 2"

  /// The content as the page carries it.
  package var bytes: [UInt8] {
    var out = ByteWriter()
    out.text(Self.mark)
    out.list(files) { file, out in
      out.text(file.path)
      out.blob(file.bytes)
    }
    for list in [roots, words.pack, words.log, words.options, words.start, settings] {
      out.list(list) { $1.text($0) }
    }
    out.optional(preset) { $1.text($0) }
    out.optional(until) { $1.number($0) }
    out.list(zones) { Self.write($0, &$1) }
    out.count(zone)
    out.count(isZoneNamed ? 1 : 0)
    out.number(today)
    out.count(skippedRows)
    out.list(attributes) { Self.write($0, &$1) }
    out.list(events) { event, out in
      out.text(event.name)
      out.list(event.kinds) { $1.text($0) }
      out.list(event.columns) { Self.write($0, &$1) }
    }
    out.list(logs) { Self.write($0, &$1) }
    return out.bytes
  }

  private static func write(_ zone: Zone, _ out: inout ByteWriter) {
    out.text(zone.name)
    out.number(zone.initialOffset)
    out.list(zone.transitions) { transition, out in
      out.number(transition.start)
      out.number(transition.offset)
    }
  }

  private static func write(_ column: Column, _ out: inout ByteWriter) {
    out.text(column.name)
    out.text(column.type)
    out.list(column.names) { $1.text($0) }
  }

  private static func write(_ log: Log, _ out: inout ByteWriter) {
    out.text(log.id)
    for instant in [log.startedAt, log.endedAt, log.until] { out.optional(instant) { $1.number($0) } }
    out.count(log.zone)
    out.list(log.attributes) { value, out in out.optional(value) { $1.number($0) } }
    out.list(log.given) { given, out in
      out.text(given.rule)
      out.number(given.at)
    }
    out.list(log.texts) { $1.text($0) }
    var last: Int64 = 0
    out.list(log.rows) { row, out in
      out.count(row.event)
      out.count(row.kind.map { $0 + 1 } ?? 0)
      // Rows lie close to the one before, so differences take few bytes.
      out.number(row.at &- last)
      last = row.at
      out.list(row.values) { value, out in out.optional(value) { $1.number($0) } }
    }
    out.list(log.ids) { $1.text($0) }
  }

  /// Reads the content of a page; nil for bytes that another version wrote, or that are damaged.
  package init?(bytes: [UInt8]) {
    var input = ByteReader(bytes)
    do throws(ByteReader.Damaged) {
      self = try StudioContent(&input)
    } catch {
      return nil
    }
  }

  private init(_ input: inout ByteReader) throws(ByteReader.Damaged) {
    guard try input.text() == Self.mark else { throw ByteReader.Damaged() }
    files = try input.list { input throws(ByteReader.Damaged) in
      File(path: try input.text(), bytes: try input.blob())
    }
    roots = try input.texts()
    words.pack = try input.texts()
    words.log = try input.texts()
    words.options = try input.texts()
    words.start = try input.texts()
    settings = try input.texts()
    preset = try input.optional { input throws(ByteReader.Damaged) in try input.text() }
    until = try input.numberIfAny()
    zones = try input.list { input throws(ByteReader.Damaged) in try Self.zone(&input) }
    zone = try input.count()
    isZoneNamed = try input.count() == 1
    today = try input.number()
    skippedRows = try input.count()
    attributes = try input.list { input throws(ByteReader.Damaged) in try Self.column(&input) }
    events = try input.list { input throws(ByteReader.Damaged) in
      Event(
        name: try input.text(), kinds: try input.texts(),
        columns: try input.list { input throws(ByteReader.Damaged) in try Self.column(&input) })
    }
    logs = try input.list { input throws(ByteReader.Damaged) in try Self.log(&input) }
    guard input.isAtEnd, zones.indices.contains(zone), logs.allSatisfy(isSound) else {
      throw ByteReader.Damaged()
    }
  }

  private static func zone(_ input: inout ByteReader) throws(ByteReader.Damaged) -> Zone {
    Zone(
      name: try input.text(), initialOffset: try input.number(),
      transitions: try input.list { input throws(ByteReader.Damaged) in
        Zone.Transition(start: try input.number(), offset: try input.number())
      })
  }

  private static func column(_ input: inout ByteReader) throws(ByteReader.Damaged) -> Column {
    Column(name: try input.text(), type: try input.text(), names: try input.texts())
  }

  private static func log(_ input: inout ByteReader) throws(ByteReader.Damaged) -> Log {
    var log = Log(
      id: try input.text(), startedAt: try input.numberIfAny(), endedAt: try input.numberIfAny(),
      until: try input.numberIfAny(), zone: try input.count(),
      attributes: try input.list { input throws(ByteReader.Damaged) in try input.numberIfAny() },
      given: try input.list { input throws(ByteReader.Damaged) in
        (rule: try input.text(), at: try input.number())
      },
      texts: try input.texts(), rows: [], ids: [])
    var last: Int64 = 0
    log.rows = try input.list { input throws(ByteReader.Damaged) in
      let event = try input.count()
      let kind = try input.count()
      last &+= try input.number()
      return Row(
        event: event, kind: kind == 0 ? nil : kind - 1, at: last,
        values: try input.list { input throws(ByteReader.Damaged) in try input.numberIfAny() })
    }
    log.ids = try input.texts()
    return log
  }

  /// Whether a log refers only to what the content declares.
  private func isSound(_ log: Log) -> Bool {
    zones.indices.contains(log.zone) && log.ids.count == log.rows.count
      && log.attributes.count == attributes.count
      && log.rows.allSatisfy { row in
        events.indices.contains(row.event) && row.values.count == events[row.event].columns.count
          && (row.kind.map { events[row.event].kinds.indices.contains($0) } ?? true)
      }
  }
}
