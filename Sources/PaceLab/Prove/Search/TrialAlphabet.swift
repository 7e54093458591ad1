import PaceEngine
import PaceLanguage

/// What trials are made of: rows, gaps, start times, attribute values, and how long to look on.
struct TrialAlphabet {
  /// Rows with a gap of 0; plain ones first, then those that give one field a value.
  private(set) var rows: [Trial.Row] = []
  /// How many rows at the front stand for the rest: plain ones, and those without a kind that give a value.
  private(set) var coreCount = 0
  /// Rows without values of their own; for kinds whose defaults leave a read field empty, one row per value.
  private(set) var plainRows: [Trial.Row] = []
  private(set) var gaps: [Int64] = []
  /// Gaps at and around the durations that differ between the programs.
  private(set) var changedGaps: [Int64] = []
  /// The usual day first, then those that the program names and the days beside them.
  private(set) var startDays: [Int64] = []
  private(set) var startTimes: [Int64] = []
  private(set) var tails: [Int64] = []
  private(set) var attributes: [(id: AttributeID, values: [Constant])] = []
  /// Values that a scenario may set parameters to; empty if no differences are looked for.
  private(set) var settings: [(id: ParamID, values: [Constant])] = []
  /// Rules whose firings others, or their own gates, count; empty if no differences are looked for.
  private(set) var givers: [RuleID] = []
  /// The whole numbers that the program names: how often a row may have to come.
  private(set) var counts: [Int] = []
  /// The latest offset of a row or a look: a subject of one day ends with the day.
  private(set) var longest: Int64 = .max

  /// The lengths of time that trials are made of; longer ones would take them to the end of the calendar.
  static let lengths = 0...40 * ClockSpan.day
  /// How many values of one field or attribute are tried.
  private static let mostValues = 24
  private static let mostStarts = 40
  private static let mostDays = 12
  /// From 1970 on, and so that the longest trial ends in the calendar.
  private static let days = 0...2_930_000 as ClosedRange<Int64>

  private let program: Program
  private let constants: ProgramConstants
  private let focus: Influences?

  /// An alphabet for a program, or only for some of its rules and what they rest on.
  init(_ program: Program, _ focus: Influences? = nil) {
    self.program = program
    self.focus = focus
    constants = ProgramConstants(program, focus)
    makeTimes()
    makeRows()
    makeAttributes()
  }

  /// An alphabet of what can tell two programs apart.
  init(_ program: Program, _ other: Program, _ difference: ProgramDifference) {
    self.program = program
    focus = difference.focus(in: program)
    constants = ProgramConstants(program, other, difference)
    makeTimes()
    makeRows()
    makeAttributes()
    // What the changed parts read comes first.
    attributes =
      difference.attributes.flatMap { id in attributes.filter { $0.id == id } }
      + attributes.filter { !difference.attributes.contains($0.id) }
    let plain = plainRows
    plainRows = plain.filter { isIn(difference.streams, $0) } + plain.filter { !isIn(difference.streams, $0) }
    makeSpans()
    makeSettings(but: difference.params)
    makeGivers(focus ?? Influences(on: program.rules.ids, in: program, .notice))
  }

  /// The shortest trial: nothing is logged.
  var empty: Trial { Trial(startDay: startDays[0], startTime: startTimes[0], tail: tails[0]) }

  private mutating func makeTimes() {
    let dayStart = program.calendar.dayStart
    let spans = constants.durations.filter { Self.lengths.contains($0) }
    gaps = ([0, Trial.minute] + spans.flatMap { [$0, $0 + 1, max($0 - 1, 0)] }).unique
    let changed = constants.changedDurations.filter { Self.lengths.contains($0) }
    changedGaps = changed.flatMap { [$0 + 1, $0, max($0 - 1, 0)] }.unique
    let noon = 12 * 60 * Trial.minute
    let starts = constants.times.flatMap { [$0, ($0 + ClockSpan.day - Trial.minute) % ClockSpan.day] }
    startTimes = ([program.subject.isPerDay ? dayStart : noon] + starts).unique
    let dates = constants.dates.flatMap { [$0, $0 + 1, $0 - 1] }.filter { Self.days.contains($0) }
    startDays = ([Trial.usualDay] + dates.prefix(Self.mostDays)).unique
    let longestSpan = min((spans.last ?? 0) + Trial.minute, 2 * ClockSpan.day)
    tails = [longestSpan]
    if program.subject.isPerDay {
      longest = ClockSpan.day - 1
      tails.append(longest)
    } else if constants.readsCalendar {
      gaps = (gaps + [ClockSpan.day, 2 * ClockSpan.day]).unique
      tails = [max(longestSpan, ClockSpan.day), 8 * ClockSpan.day, 32 * ClockSpan.day]
    }
  }

  private func isIn(_ streams: Set<StreamID>, _ row: Trial.Row) -> Bool {
    let event = program.events[row.event.index]
    if let kind = row.kind { return streams.contains(event.kinds[kind.index].stream) }
    return streams.contains(event.stream)
  }

  /// Adds starts from which a wait ends at a time of day, and tails that last for as many days as are counted.
  private mutating func makeSpans() {
    let waits = constants.durations.filter { $0 > 0 && $0 < ClockSpan.day }
    let starts = constants.times.flatMap { time in waits.map { (time - $0 + ClockSpan.day) % ClockSpan.day } }
    startTimes = (startTimes + starts.prefix(Self.mostStarts)).unique
    let wholes = constants.numbers.filter { $0 > 0 && $0 % Arithmetic.unit == 0 }.map { $0 / Arithmetic.unit }
    counts = wholes.filter { $0 < TrialMutator.mostRows }.map { Int($0) }
    guard constants.readsCalendar, !program.subject.isPerDay else { return }
    let long = wholes.filter { $0 > 30 && $0 <= 400 }.prefix(3)
    tails = (tails + long.map { ($0 + 2) * ClockSpan.day }).unique
  }

  private mutating func makeSettings(but changed: Set<ParamID>) {
    for (index, param) in program.params.enumerated() where !changed.contains(ParamID(index)) {
      if let focus, !focus.references.params.contains(ParamID(index)) { continue }
      let values = values(of: param.type, in: param.range)
      if !values.isEmpty { settings.append((ParamID(index), values)) }
    }
  }

  private mutating func makeGivers(_ focus: Influences) {
    for index in program.rules.indices where focus.rules.contains(RuleID(index)) {
      guard let emission = program.rules[index].emission else { continue }
      let kind = program.noticeKinds[emission.kind.index]
      let firings = [program.rules[index].firings, kind.firings]
      if !focus.references.streams.isDisjoint(with: firings) { givers.append(RuleID(index)) }
    }
  }

  private mutating func makeRows() {
    let readFields = readFields
    var withValues: [Trial.Row] = []
    var unread: [Trial.Row] = []
    for (index, event) in program.events.enumerated() {
      let blank = [Constant?](repeating: nil, count: event.fields.count)
      let plain = Trial.Row(gap: 0, event: EventID(index), kind: nil, values: blank)
      let isRead = focus?.reads(event, kind: nil) ?? true
      var kinds = isRead ? [plain] : []
      if !isRead { unread.append(plain) }
      for kind in event.kinds.indices where focus?.reads(event, kind: kind) ?? true {
        kinds.append(Trial.Row(gap: 0, event: EventID(index), kind: KindID(kind), values: blank))
      }
      rows += kinds
      for row in kinds {
        for (slot, field) in event.fields.enumerated() where readFields.contains(event.fieldNames[slot]) {
          for value in values(of: field) {
            var row = row
            row.values[slot] = value
            withValues.append(row)
          }
        }
      }
    }
    func isPlain(_ row: Trial.Row) -> Bool {
      let event = program.events[row.event.index]
      return event.fields.indices.allSatisfy { slot in
        !readFields.contains(event.fieldNames[slot]) || event.initial(of: slot, kind: row.kind) != nil
      }
    }
    let lacking = rows.filter { !isPlain($0) }
    plainRows =
      rows.filter(isPlain)
      + withValues.filter { row in
        lacking.contains { $0.event == row.event && $0.kind == row.kind }
      } + lacking
    // Rows of no kind give their values first: they stand for every kind.
    rows += withValues.filter { $0.kind == nil }
    coreCount = rows.count
    rows += withValues.filter { $0.kind != nil }
    // Any row revives a subject that has ended.
    if program.subject.ends != nil { rows += unread }
  }

  /// The fields that some expression reads: what the others hold makes no difference.
  private var readFields: Set<FieldNameID> {
    if let focus { return focus.references.fields }
    let parts = program.expressions.indices.flatMap { program.parts(of: ExpressionID($0)) }
    return Set(parts.compactMap { if case .field(let field) = $0.target { field } else { nil } })
  }

  private mutating func makeAttributes() {
    let references = focus?.references ?? .observed(in: program)
    for (index, field) in program.subject.attributes.enumerated() {
      let id = AttributeID(index)
      if id == program.subject.zoneAttribute || !references.attributes.contains(id) { continue }
      let values = values(of: field).filter { $0 != field.initial }
      if !values.isEmpty { attributes.append((id, values)) }
    }
  }

  /// Values of a field at and around which something may change.
  private func values(of field: Field) -> [Constant] { values(of: field.type, in: field.range) }

  private func values(of type: ValueType, in range: ClosedRange<Int64>?) -> [Constant] {
    let bits: [Int64]
    switch type {
    case .bool: bits = [1, 0]
    case .enumeration(let id): bits = program.enumerations[id.index].cases.indices.map { Int64($0) }
    case .number: bits = around(constants.numbers, type, range)
    case .duration: bits = around(constants.durations, type, range)
    case .time: bits = constants.times.isEmpty ? [12 * 60 * Trial.minute] : constants.times
    case .date: bits = ([Trial.usualDay, Trial.usualDay + 1] + constants.dates).unique
    case .schedule:
      // In a difference the day of the start, the one after it and days that are not due matter too.
      let more = focus == nil ? [] : ["weekly wed", "2026-01-05", "2026-01-06"]
      return (["daily", "weekly mon", "sticky"] + more).map { .text($0) }
    case .text: return constants.texts.map { .text($0) }
    case .preset: bits = program.presets.indices.map { Int64($0) }
    case .weekday, .level: bits = []
    }
    return bits.prefix(Self.mostValues).map { .value(Value($0)) }
  }

  private func around(_ thresholds: [Int64], _ type: ValueType, _ range: ClosedRange<Int64>?) -> [Int64] {
    var ends = range.map { [$0.lowerBound, $0.upperBound] } ?? []
    if thresholds.isEmpty, ends.isEmpty {
      ends = type == .number ? [Arithmetic.unit, 0] : [60 * Trial.minute]
    }
    // A field without a range may well be negative.
    if range == nil { ends += thresholds.filter { $0 > 0 }.map { -$0 } }
    // Just above a threshold, for comparisons that exclude it.
    let one: Int64 = type == .number ? Arithmetic.unit : 1
    ends += thresholds.map { $0 &+ one }
    return (thresholds + ends).unique.filter { range?.contains($0) ?? true }
  }
}
