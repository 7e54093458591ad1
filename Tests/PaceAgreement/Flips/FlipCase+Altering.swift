import PaceEngine
import PaceLab
import PaceLanguage
import PaceOracle

/// Applies alterations to the oracle's input: its program and its log.
extension FlipCase {
  /// The input with one alteration made.
  func altered(_ alteration: Alteration) -> OraclePair {
    var pair = pair
    switch alteration {
    case .setting(let param, let value): Self.set(param, value, in: &pair)
    case .removal(let event): pair.log.rows.remove(at: event.index)
    case .addition(let event, let kind): Self.insert(row(event, kind, at: at), in: &pair)
    case .delay(let event, let later):
      var row = pair.log.rows.remove(at: event.index)
      row.at = later.milliseconds
      pair.log.rows.append(row)
      pair.log = Self.look(pair.log, at: later.milliseconds)
    case .waiting(let later): pair.log = Self.look(pair.log, at: later.milliseconds)
    }
    return pair
  }

  /// Inserts a row where a database would give it: at its instant after the rows of its own event, and before those of
  /// events declared later.
  static func insert(_ row: OracleRow, in pair: inout OraclePair) {
    let order = pair.program.events.map(\.name)
    let own = order.firstIndex(of: row.event) ?? 0
    let later = pair.log.rows.firstIndex { other in
      other.at > row.at || other.at == row.at && order.firstIndex(of: other.event) ?? 0 > own
    }
    pair.log.rows.insert(row, at: later ?? pair.log.rows.count)
  }

  /// Whether one more event of this kind comes before other rows of the instant asked about.
  func comesBeforeOthers(_ logged: LoggedKind) -> Bool {
    let later = pair.program.events.dropFirst(logged.event.index + 1).map(\.name)
    return pair.log.rows.contains { $0.at == at && later.contains($0.event) }
  }

  /// Writes another value wherever the program gives the parameter one.
  private static func set(_ param: ParamID, _ value: Value, in pair: inout OraclePair) {
    let name = pair.program.params[param.index].name
    let other = Self.value(value.bits, pair.program.params[param.index].type)
    pair.program.params[param.index].initial = other
    for preset in pair.program.presets.indices {
      for place in pair.program.presets[preset].values.indices
      where pair.program.presets[preset].values[place].name == name {
        pair.program.presets[preset].values[place].value = other
      }
    }
    pair.log.settings.removeAll { $0.name == name }
  }

  static func look(_ log: OracleLog, at instant: Int64) -> OracleLog {
    var log = log
    log.until = instant
    log.lookedAt = instant
    return log
  }

  func row(_ event: EventID, _ kind: KindID?, at instant: Int64) -> OracleRow {
    let type = pair.program.events[event.index]
    return OracleRow(instant, type.name, kind: kind.map { type.kinds[$0.index].name })
  }

  /// Every kind that can be logged; for an event without kinds, the event itself.
  var loggedKinds: [LoggedKind] {
    program.events.enumerated().flatMap { index, event in
      event.kinds.isEmpty
        ? [LoggedKind(event: EventID(index), kind: nil)]
        : event.kinds.indices.map { LoggedKind(event: EventID(index), kind: KindID($0)) }
    }
  }

  private static func value(_ bits: Int64, _ type: OracleType) -> OracleValue {
    switch type {
    case .number: .number(bits)
    case .duration: .duration(bits)
    case .time: .time(bits)
    case .date: .date(bits)
    case .bool: .bool(bits == 1)
    case .choice(let names): .choice(names.indices.contains(Int(bits)) ? names[Int(bits)] : "", Int(bits))
    case .text, .preset, .schedule: .text("")
    }
  }

  // MARK: Grids

  /// The value of a parameter: the one set, else the preset's, else the default.
  func present(_ param: OracleParam) -> Int64? {
    let set = pair.log.settings.last { $0.name == param.name }?.value
    let name = account.preset.map { program.presets[$0.index].name.text }
    return (set ?? presetValue(param.name, name) ?? param.initial)?.bits
  }

  private func presetValue(_ param: String, _ preset: String?) -> OracleValue? {
    guard let found = pair.program.presets.first(where: { $0.name == preset }) else { return nil }
    return found.values.first { $0.name == param }?.value ?? presetValue(param, found.base)
  }

  /// Every other value that a parameter can have, nearest first, on a tie the higher first; nil if the program gives
  /// it no grid.
  func grid(_ param: OracleParam) -> [Int64]? {
    guard let present = present(param) else { return nil }
    let values: [Int64]
    if param.type == .bool {
      values = [0, 1]
    } else {
      guard let low = param.low?.bits, let high = param.high?.bits else { return nil }
      // A range without a step is one of numbers, and steps by 1.
      let step = param.step?.bits ?? 1_000_000
      values = Array(stride(from: low, through: high, by: Int64.Stride(step)))
    }
    let demands = program.params.first { $0.name.text == param.name }?.demands ?? []
    return values.filter { $0 != present && demands.unmet(by: $0) == nil }.sorted { a, b in
      (distance(a, present), b) < (distance(b, present), a)
    }
  }

  private func distance(_ a: Int64, _ b: Int64) -> UInt64 {
    a > b ? UInt64(bitPattern: a &- b) : UInt64(bitPattern: b &- a)
  }

  // MARK: Words

  var words: String {
    let rule = program[rule].name.text
    return """
      \(pair.program.source)
      # rule \(rule) at \(at), it \(stands ? "stands" : "does not stand")
      # preset \(pair.log.preset ?? "-") settings \(pair.log.settings) attributes \(pair.log.attributes)
      # started \(pair.log.startedAt ?? 0) ended \(pair.log.endedAt ?? 0) given \(pair.log.given)
      \(pair.log.rows.enumerated().map { "# row\($0) \($1.at) \($1.event) \($1.kind ?? "-") \($1.values)" }
        .joined(separator: "\n"))
      """
  }
}

extension OracleValue {
  /// The value's 64 bits; nil for texts, weekdays and choices.
  fileprivate var bits: Int64? {
    switch self {
    case .number(let bits), .duration(let bits), .time(let bits), .date(let bits): bits
    case .bool(let flag): flag ? 1 : 0
    case .text, .weekday, .choice: nil
    }
  }
}
