extension PairGenerator {
  /// Two hours before the first change of a zone; for a zone without changes, 2026-11-20 21:00 UTC.
  static func origin(of zone: OracleZone) -> Int64 {
    let evening: Int64 = 1_795_208_400_000
    return zone.changes.first.map { $0.at - 7_200_000 } ?? evening
  }

  mutating func makeLog() {
    log.zone = zone
    var now = Self.origin(of: zone)
    if hasDays { now -= Int64(random.below(60)) * 1_800_000 }
    for _ in 0..<random.below(options.mostRows + 1) {
      now = step(from: now)
      log.rows.append(row(at: now))
    }
    makeBounds()
    if program.subject.isPerDay { keepOneDay() }
    for attribute in program.subject.attributes where chance(1, 2) {
      log.attributes.append(OracleAssignment(attribute.name, value(of: attribute)))
    }
    if !program.presets.isEmpty, chance(1, 4) { log.preset = random.pick(program.presets)?.name }
    for param in program.params where chance(1, param.type == .text ? 2 : 6) {
      log.settings.append(OracleAssignment(param.name, value(of: param)))
    }
    if options.usesGiven, chance(1, 5) { makeGiven() }
    if options.usesGiven, chance(1, 8) { log.floor = lookedAt() }
    // The language defines no verdicts up to the last given notice or the floor.
    if chance(1, 2) { log.lookedAt = max(lookedAt(), (log.silentThrough ?? .min) &+ 1) }
  }

  /// Removes the rows after the subject's day.
  private mutating func keepOneDay() {
    guard let start = [log.startedAt, log.rows.first?.at].compactMap({ $0 }).min() else { return }
    let last = zone.lastOfDay(startingAt: program.calendar?.dayStart ?? 0, of: start)
    log.rows.removeAll { $0.at > last }
  }

  private mutating func lookedAt() -> Int64 {
    let anchor = random.pick(log.rows)?.at ?? Self.origin(of: zone)
    switch random.below(4) {
    case 0: return anchor
    case 1: return anchor + Int64(random.below(7_200_000))
    default: return anchor + (random.pick(lengths) ?? 0) + Int64(random.below(3)) - 1
    }
  }

  /// The next row's time: often one of the program's durations after an earlier row, give or take a millisecond.
  private mutating func step(from now: Int64) -> Int64 {
    if chance(1, 8), !log.rows.isEmpty { return now }
    if chance(1, 2), let anchor = random.pick(log.rows), let length = random.pick(lengths) {
      let target = anchor.at + length + Int64(random.below(3)) - 1
      if target >= now { return target }
    }
    if hasDays, chance(1, 4) { return now + Int64(random.below(48)) * 1_800_000 }
    if options.usesClock, chance(1, 5), let clock = random.pick(clocks),
      let next = zone.next(clock, after: now)
    {
      return next
    }
    return now + Int64(random.below(40)) * 30_000
  }

  private mutating func row(at now: Int64) -> OracleRow {
    let event = random.pick(program.events) ?? OracleEvent("a")
    var row = OracleRow(now, event.name, kind: chance(2, 3) ? random.pick(event.kinds)?.name : nil)
    for field in event.fields where chance(1, 2) {
      row.values.append(OracleAssignment(field.name, nudged(value(of: field))))
    }
    return row
  }

  /// Sometimes adds the smallest unit or two, so that the mean of two values has to be rounded.
  private mutating func nudged(_ value: OracleValue) -> OracleValue {
    guard options.usesWideAggregates, !options.usesExtremes, chance(1, 6) else { return value }
    let more = Int64(1 + random.below(2))
    switch value {
    case .number(let bits): return .number(bits + more)
    case .duration(let bits): return .duration(bits + more)
    default: return value
    }
  }

  private mutating func makeBounds() {
    let first = log.rows.first?.at ?? Self.origin(of: zone)
    let last = log.rows.last?.at ?? first
    let length = random.pick(lengths) ?? 0
    switch random.below(6) {
    case 0, 1: log.startedAt = first - length
    case 2: log.startedAt = first
    case 3: log.startedAt = chance(1, 2) ? min(first + length, last) : nil
    default: break
    }
    let earliest = max(first, log.startedAt ?? first)
    if chance(1, 3) {
      let anchor = chance(1, 2) ? last + length : random.pick(log.rows)?.at ?? last
      log.endedAt = max(earliest, anchor + Int64(random.below(3)) - 1)
    }
    if chance(1, 3) {
      let far: Int64 = hasDays ? 2 * OracleZone.day : 7_200_000
      log.until = chance(1, 2) ? last + far : (random.pick(log.rows)?.at ?? last) + length
    }
  }

  /// Takes some of the program's own firings as given notices, including firings after `until`.
  private mutating func makeGiven() {
    var whole = log
    whole.until = nil
    let fired = program.evaluate(whole).firings
    let most = random.below(fired.count + 1)
    log.given = fired.prefix(most).filter { _ in chance(2, 3) }.map { OracleGiven($0.rule, at: $0.at) }
  }
}

extension OracleZone {
  /// Zones with all sorts of changes: by an hour, by half an hour, at midnight, and by a whole day.
  public static let samples: [OracleZone] = [
    OracleZone(
      "Europe/Berlin", initialOffset: 3_600_000,
      changes: [
        Change(at: 1_774_746_000_000, offset: 7_200_000), Change(at: 1_792_890_000_000, offset: 3_600_000),
      ]),
    OracleZone(
      "America/New_York", initialOffset: -14_400_000,
      changes: [
        Change(at: 1_793_512_800_000, offset: -18_000_000),
        Change(at: 1_805_007_600_000, offset: -14_400_000),
      ]),
    OracleZone(
      "Australia/Lord_Howe", initialOffset: 39_600_000,
      changes: [
        Change(at: 1_775_314_800_000, offset: 37_800_000), Change(at: 1_791_041_400_000, offset: 39_600_000),
      ]),
    OracleZone(
      "Africa/Cairo", initialOffset: 7_200_000,
      changes: [
        Change(at: 1_776_981_600_000, offset: 10_800_000), Change(at: 1_793_307_600_000, offset: 7_200_000),
      ]),
    OracleZone(
      "Pacific/Apia", initialOffset: -36_000_000,
      changes: [
        Change(at: 1_325_239_200_000, offset: 50_400_000)
      ]),
    OracleZone(
      "Asia/Beirut", initialOffset: 7_200_000,
      changes: [
        Change(at: 1_774_735_200_000, offset: 10_800_000), Change(at: 1_792_875_600_000, offset: 7_200_000),
      ]),
    OracleZone(
      "Europe/London", initialOffset: 3_600_000,
      changes: [
        Change(at: 1_792_890_000_000, offset: 0)
      ]),
    OracleZone(
      "Australia/Sydney", initialOffset: 39_600_000,
      changes: [
        Change(at: 1_775_318_400_000, offset: 36_000_000), Change(at: 1_791_043_200_000, offset: 39_600_000),
      ]),
    OracleZone(
      "Pacific/Chatham", initialOffset: 49_500_000,
      changes: [
        Change(at: 1_775_311_200_000, offset: 45_900_000), Change(at: 1_790_431_200_000, offset: 49_500_000),
      ]),
    OracleZone(
      "America/Santiago", initialOffset: -14_400_000,
      changes: [
        Change(at: 1_788_667_200_000, offset: -10_800_000)
      ]),
    OracleZone(
      "America/Havana", initialOffset: -14_400_000,
      changes: [
        Change(at: 1_793_509_200_000, offset: -18_000_000)
      ]),
    OracleZone(
      "America/St_Johns", initialOffset: -12_600_000,
      changes: [
        Change(at: 1_772_947_800_000, offset: -9_000_000), Change(at: 1_793_507_400_000, offset: -12_600_000),
      ]),
    OracleZone("Asia/Kolkata", initialOffset: 19_800_000),
    OracleZone("Asia/Kathmandu", initialOffset: 20_700_000),
  ]
}
