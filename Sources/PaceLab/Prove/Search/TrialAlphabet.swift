import PaceLanguage

/// What trials are made of: rows, gaps, start times, attribute values, and how long to look on.
struct TrialAlphabet {
  /// Rows with a gap of 0; plain ones first, then those that give one field a value.
  private(set) var rows: [Trial.Row] = []
  /// How many rows at the front stand for the rest: plain ones, and those without a kind that give a value.
  private(set) var coreCount = 0
  private(set) var gaps: [Int64] = []
  /// Gaps at and around what only one of the programs waits for.
  private(set) var changedGaps: [Int64] = []
  private(set) var startTimes: [Int64] = []
  /// Start times at and just before what only one of the programs takes for the time of something.
  private(set) var changedStarts: [Int64] = []
  private(set) var tails: [Int64] = []
  private(set) var attributes: [(id: AttributeID, values: [Constant])] = []
  /// No row comes later, and no look is taken: a subject of one day ends with it.
  private(set) var longest: Int64 = .max

  private static let minute: Int64 = 60_000
  private static let day: Int64 = 86_400_000
  /// The lengths of time that trials are made of: longer ones would take them to where calendars end.
  static let lengths = 0...40 * day
  /// How many values of one field or attribute are tried.
  private static let mostValues = 24

  private let program: Program
  private let constants: ProgramConstants

  /// Of programs that declare the same events and attributes.
  init(_ programs: [Program]) {
    program = programs[0]
    constants = ProgramConstants(programs)
    makeTimes()
    makeRows()
    makeAttributes()
  }

  /// The shortest trial: nothing is logged.
  var empty: Trial { Trial(startTime: startTimes[0], tail: tails[0]) }

  private mutating func makeTimes() {
    let dayStart = program.calendar.dayStart
    let spans = constants.durations.filter { Self.lengths.contains($0) }
    gaps = unique([0, Self.minute] + spans.flatMap { [$0, $0 + 1, max($0 - 1, 0)] })
    let changed = constants.changedDurations.filter { Self.lengths.contains($0) }
    changedGaps = unique(changed.flatMap { [$0 + 1, $0, max($0 - 1, 0)] })
    let noon = 12 * 60 * Self.minute
    startTimes = unique([program.subject.isPerDay ? dayStart : noon] + starts(around: constants.times))
    changedStarts = unique(starts(around: constants.changedTimes))
    let longestSpan = min((spans.last ?? 0) + Self.minute, 2 * Self.day)
    tails = [longestSpan]
    if program.subject.isPerDay {
      longest = Self.day - 1
      tails.append(longest)
    } else if constants.readsCalendar {
      gaps = unique(gaps + [Self.day, 2 * Self.day])
      tails = [max(longestSpan, Self.day), 8 * Self.day, 32 * Self.day]
    }
  }

  private func starts(around times: [Int64]) -> [Int64] {
    times.flatMap { [$0, ($0 + Self.day - Self.minute) % Self.day] }
  }

  private mutating func makeRows() {
    let readFields = readFields
    var withValues: [Trial.Row] = []
    for (index, event) in program.events.enumerated() {
      let blank = [Constant?](repeating: nil, count: event.fields.count)
      let plain = Trial.Row(gap: 0, event: EventID(index), kind: nil, values: blank)
      var kinds = [plain]
      for kind in event.kinds.indices {
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
    // Rows of no kind give their values first: they stand for every kind.
    rows += withValues.filter { $0.kind == nil }
    coreCount = rows.count
    rows += withValues.filter { $0.kind != nil }
  }

  /// The fields that some expression reads: what the others hold makes no difference.
  private var readFields: Set<FieldNameID> {
    var read: Set<FieldNameID> = []
    for node in program.expressions {
      switch node.operation {
      case .field(let field), .aggregate(_, _, let field?, _), .latest(_, let field): read.insert(field)
      default: break
      }
    }
    return read
  }

  private mutating func makeAttributes() {
    for (index, field) in program.subject.attributes.enumerated() {
      let id = AttributeID(index)
      if id == program.subject.presetAttribute || id == program.subject.zoneAttribute { continue }
      let values = values(of: field).filter { $0 != field.initial }
      if !values.isEmpty { attributes.append((id, values)) }
    }
  }

  /// Values of a field at and around which something may change.
  private func values(of field: Field) -> [Constant] {
    let bits: [Int64]
    switch field.type {
    case .bool: bits = [1, 0]
    case .enumeration(let id): bits = program.enumerations[id.index].cases.indices.map { Int64($0) }
    case .number: bits = around(constants.numbers, field)
    case .duration: bits = around(constants.durations, field)
    case .time: bits = constants.times.isEmpty ? [12 * 60 * Self.minute] : constants.times
    case .date: bits = [Trial.startDay, Trial.startDay + 1]
    case .schedule: return ["daily", "weekly mon", "sticky"].map { .text($0) }
    case .text: return constants.texts.map { .text($0) }
    case .preset, .weekday, .level: bits = []
    }
    return bits.prefix(Self.mostValues).map { .value(Value($0)) }
  }

  private func around(_ thresholds: [Int64], _ field: Field) -> [Int64] {
    var ends = field.range.map { [$0.lowerBound, $0.upperBound] } ?? []
    if thresholds.isEmpty, ends.isEmpty {
      ends = field.type == .number ? [1_000_000, 0] : [60 * Self.minute]
    }
    // A field without a range may well be negative.
    if field.range == nil { ends += thresholds.filter { $0 > 0 }.map { -$0 } }
    // Just above a threshold, for comparisons that leave it out.
    let one: Int64 = field.type == .number ? 1_000_000 : 1
    ends += thresholds.map { $0 &+ one }
    return unique(thresholds + ends).filter { field.range?.contains($0) ?? true }
  }

  private func unique(_ values: [Int64]) -> [Int64] {
    var seen: Set<Int64> = []
    return values.filter { seen.insert($0).inserted }
  }
}
