import PaceEngine

extension StudioContent {
  /// The text that the bytes begin with; its number changes when anything about them does.
  private static let mark = "pace studio 2"

  /// The content as the page carries it.
  package var bytes: [UInt8] {
    var (content, coder) = (self, ByteCoder())
    do throws(ByteCoder.Damaged) {
      try content.code(&coder)
    } catch {
      preconditionFailure("writing has nothing to find damaged")
    }
    return coder.bytes
  }

  /// Reads the content of a page; nil for bytes that another version wrote, or that are damaged.
  package init?(bytes: [UInt8]) {
    self.init()
    var coder = ByteCoder(reading: bytes)
    do throws(ByteCoder.Damaged) {
      try code(&coder)
    } catch {
      return nil
    }
    guard coder.isAtEnd, zones.indices.contains(zone), logs.allSatisfy(isSound) else { return nil }
  }

  private mutating func code(_ coder: inout ByteCoder) throws(ByteCoder.Damaged) {
    var mark = Self.mark
    try coder.text(&mark)
    guard mark == Self.mark else { throw ByteCoder.Damaged() }
    try coder.list(&files, File(path: "", bytes: [])) { file, coder throws(ByteCoder.Damaged) in
      try coder.text(&file.path)
      try coder.blob(&file.bytes)
    }
    try coder.texts(&roots)
    try coder.texts(&words.pack)
    try coder.texts(&words.log)
    try coder.texts(&words.options)
    try coder.texts(&words.start)
    try coder.texts(&settings)
    try coder.optional(&preset, "") { name, coder throws(ByteCoder.Damaged) in try coder.text(&name) }
    try coder.numberIfAny(&until)
    try coder.list(&zones, .utc) { zone, coder throws(ByteCoder.Damaged) in zone = try coder.coded(zone) }
    try coder.count(&zone)
    var isNamed = isZoneNamed ? 1 : 0
    try coder.count(&isNamed)
    isZoneNamed = isNamed == 1
    try coder.number(&today)
    try coder.count(&skippedRows)
    try coder.columns(&attributes)
    let event = Event(name: "", kinds: [], columns: [])
    try coder.list(&events, event) { event, coder throws(ByteCoder.Damaged) in
      try coder.text(&event.name)
      try coder.texts(&event.kinds)
      try coder.columns(&event.columns)
    }
    let blank = Log(id: "", zone: 0, attributes: [], given: [], texts: [], rows: [], ids: [])
    try coder.list(&logs, blank) { log, coder throws(ByteCoder.Damaged) in try coder.log(&log) }
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

extension ByteCoder {
  fileprivate mutating func coded(_ zone: Zone) throws(Damaged) -> Zone {
    var (name, offset, transitions) = (zone.name, zone.initialOffset, zone.transitions)
    try text(&name)
    try number(&offset)
    try list(&transitions, Zone.Transition(start: 0, offset: 0)) { transition, coder throws(Damaged) in
      try coder.number(&transition.start)
      try coder.number(&transition.offset)
    }
    return Zone(name: name, initialOffset: offset, transitions: transitions)
  }

  fileprivate mutating func columns(_ columns: inout [StudioContent.Column]) throws(Damaged) {
    try list(&columns, StudioContent.Column(name: "", type: "", names: [])) { column, coder throws(Damaged) in
      try coder.text(&column.name)
      try coder.text(&column.type)
      try coder.texts(&column.names)
    }
  }

  private mutating func values(_ values: inout [Int64?]) throws(Damaged) {
    try list(&values, nil) { value, coder throws(Damaged) in try coder.numberIfAny(&value) }
  }

  fileprivate mutating func log(_ log: inout StudioContent.Log) throws(Damaged) {
    try text(&log.id)
    try numberIfAny(&log.startedAt)
    try numberIfAny(&log.endedAt)
    try numberIfAny(&log.until)
    try count(&log.zone)
    try values(&log.attributes)
    try list(&log.given, (rule: "", at: 0)) { given, coder throws(Damaged) in
      try coder.text(&given.rule)
      try coder.number(&given.at)
    }
    try texts(&log.texts)
    var last: Int64 = 0
    let blank = StudioContent.Row(event: 0, at: 0, values: [])
    try list(&log.rows, blank) { row, coder throws(Damaged) in
      try coder.count(&row.event)
      var kind = row.kind.map { $0 + 1 } ?? 0
      try coder.count(&kind)
      row.kind = kind == 0 ? nil : kind - 1
      // Rows lie close to the one before, so differences take few bytes.
      var step = row.at &- last
      try coder.number(&step)
      last &+= step
      row.at = last
      try coder.values(&row.values)
    }
    try texts(&log.ids)
  }
}
