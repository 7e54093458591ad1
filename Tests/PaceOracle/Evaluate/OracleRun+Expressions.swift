extension OracleRun {
  func value(_ operand: OracleOperand) -> OracleValue? {
    switch operand {
    case .literal(let value): value
    case .name(let name): constants[name]
    }
  }

  func truth(_ value: OracleValue?) -> Bool? {
    if case .bool(let flag)? = value { return flag }
    return nil
  }

  /// The instants of a stream of rows or firings, oldest first.
  func times(of stream: String) -> [Int64] {
    rowsOfStream[stream]?.map { rows[$0].at } ?? firingsOfStream[stream] ?? []
  }

  /// The calendar day that an instant lies in.
  func day(of instant: Int64) -> CalendarDay? { days.last { $0.start <= instant } }

  /// The indices in `times`, the instants of a stream, of the events in a window; nil if the window is unknown.
  func places(of times: [Int64], in window: OracleWindow, _ now: Int64) -> [Int]? {
    guard let lower = lowerBound(window, now) else { return nil }
    let end = window == .yesterday ? (day(of: now)?.start ?? now) : now + 1
    let inside = times.indices.filter { times[$0] >= lower && times[$0] < end }
    if case .newest(let most) = window { return inside.suffix(most) }
    return inside
  }

  /// The first instant of a window; nil if the window is unknown.
  private func lowerBound(_ window: OracleWindow, _ now: Int64) -> Int64? {
    switch window {
    case .whole, .newest: return .min
    case .last(let operand):
      guard case .duration(let length)? = value(operand) else { return nil }
      return now - length
    case .after(let stream):
      return times(of: stream).last { $0 <= now }.map { $0 + 1 } ?? .min
    case .today: return day(of: now)?.start
    case .yesterday:
      return day(of: now).flatMap { today in days.last { $0.start < today.start }?.start }
    case .thisWeek:
      guard let today = day(of: now)?.date else { return nil }
      let first = program.calendar?.weekStart ?? 0
      let passed = (CivilDate.weekday(of: today) - first + 7) % 7
      return days.first { $0.date >= today - Int64(passed) }?.start
    case .thisMonth:
      guard let today = day(of: now)?.date else { return nil }
      let first = today - CivilDate.parts(of: today).day + 1
      return days.first { $0.date >= first }?.start
    }
  }

  func evaluate(
    _ expression: OracleExpression, at now: Int64, _ context: OracleContext = OracleContext()
  ) -> OracleValue? {
    switch expression {
    case .literal(let value): return value
    case .value(let name): return named(name, now, context)
    case .level(let name):
      guard let scale = program.scales.first(where: { $0.name == name }) else { return nil }
      let level = level(of: scale, at: now)
      return .choice(scale.levels[level], level)
    case .count(let stream, let window):
      return places(of: times(of: stream), in: window, now).map { .whole(Int64($0.count)) }
    case .aggregate(let aggregate, let stream, let field, let window):
      return combine(aggregate, stream, field, window, now)
    case .latest(let stream, let field):
      return rowsOfStream[stream]?.last { rows[$0].at <= now }.flatMap { rows[$0].fields[field] }
    case .since(let stream):
      return times(of: stream).last { $0 <= now }.map { .duration(now - $0) }
    case .gap(let stream):
      let newest = times(of: stream).filter { $0 <= now }.suffix(2)
      guard newest.count == 2, let earlier = newest.first, let later = newest.last else { return nil }
      return .duration(later - earlier)
    case .fires(let name):
      guard let before = context.firingsBefore else { return .no }
      return .bool(
        firings[before...].contains { firing in
          let rule = program.rules[firing.rule]
          return rule.name == name || rule.kind == name
        })
    case .due, .streak, .elapsed, .clockWithin, .weekday, .date:
      return evaluateCalendar(expression, at: now)
    case .negate(let part):
      switch evaluate(part, at: now, context) {
      case .number(let bits)?: return .number(-bits)
      case .duration(let bits)?: return .duration(-bits)
      default: return nil
      }
    case .not(let part):
      return truth(evaluate(part, at: now, context)).map { .bool(!$0) }
    case .binary(let symbol, let left, let right):
      return binary(symbol, evaluate(left, at: now, context), evaluate(right, at: now, context))
    case .comparison(let relation, let left, let right):
      guard let a = evaluate(left, at: now, context), let b = evaluate(right, at: now, context)
      else { return nil }
      return .bool(OracleArithmetic.compare(relation, a, b))
    case .among(let value, let values):
      let equal = values.map { OracleExpression.comparison(.equal, value, $0) }
      return equal.dropFirst().reduce(evaluate(equal[0], at: now, context)) { found, next in
        binary(.or, found, evaluate(next, at: now, context))
      }
    case .within(let value, let low, let high, let isClosed):
      let upper = OracleExpression.comparison(isClosed ? .atMost : .less, value, high)
      return evaluate(.binary(.and, .comparison(.atLeast, value, low), upper), at: now, context)
    }
  }

  private func named(_ name: String, _ now: Int64, _ context: OracleContext) -> OracleValue? {
    if let row = context.row, let value = row.fields[name] { return value }
    if let value = constants[name] { return value }
    return program.defines.first { $0.name == name }.flatMap { evaluate($0.value, at: now, context) }
  }

  private func binary(_ symbol: OracleOperator, _ a: OracleValue?, _ b: OracleValue?) -> OracleValue? {
    switch symbol {
    case .and:
      if truth(a) == false || truth(b) == false { return .no }
      return a == nil || b == nil ? nil : .yes
    case .or:
      if truth(a) == true || truth(b) == true { return .yes }
      return a == nil || b == nil ? nil : .no
    case .otherwise: return a ?? b
    default:
      guard let a, let b else { return nil }
      return OracleArithmetic.combine(symbol, a, b)
    }
  }

  private func combine(
    _ aggregate: OracleAggregate, _ stream: String, _ field: String, _ window: OracleWindow,
    _ now: Int64
  ) -> OracleValue? {
    let members = rowsOfStream[stream] ?? []
    guard let places = places(of: members.map { rows[$0].at }, in: window, now) else { return nil }
    let values = places.compactMap { rows[members[$0]].fields[field] }.map { Int128($0.rank) }
    let total = values.reduce(0, +)
    let result: Int128? =
      switch aggregate {
      case .sum: total
      case .min: values.min()
      case .max: values.max()
      case .avg: OracleArithmetic.rounded(total, by: Int128(values.count))
      case .median: OracleArithmetic.median(values)
      }
    return program.type(of: field, in: stream) == .duration
      ? OracleArithmetic.duration(result) : OracleArithmetic.number(result)
  }

  private func evaluateCalendar(_ expression: OracleExpression, at now: Int64) -> OracleValue? {
    switch expression {
    case .due(let schedule):
      guard case .text(let text)? = evaluate(schedule, at: now), let today = day(of: now)?.date
      else { return nil }
      return OracleSchedule.asks(text, on: today).map { .bool($0) }
    case .streak(let condition, let skip): return streak(condition, skip, now)
    case .elapsed(let from, let to):
      guard case .time(let first)? = value(from), case .time(let last)? = value(to) else { return nil }
      return elapsed(first, last, now).map { .duration($0) }
    case .clockWithin(let from, let to):
      guard case .time(let first)? = value(from), case .time(let last)? = value(to) else { return nil }
      return .bool(zone.isWithin(first, last, at: now))
    case .weekday: return day(of: now).map { .weekday(CivilDate.weekday(of: $0.date)) }
    case .date: return day(of: now).map { .date($0.date) }
    default: return nil
    }
  }

  /// How much of a span has passed in the calendar day of `now`; nil if the day starts within the span.
  private func elapsed(_ from: Int64, _ to: Int64, _ now: Int64) -> Int64? {
    let length = (to - from + OracleZone.day) % OracleZone.day
    let dayStart = program.calendar?.dayStart ?? 0
    let offset = (dayStart - from + OracleZone.day) % OracleZone.day
    if offset > 0, offset < length { return nil }
    guard from != to, let today = day(of: now), var start = zone.next(from, after: today.start),
      var end = zone.end(of: from, to, from: start)
    else { return 0 }
    // Of a span that a gap took nothing can pass; the day's own comes later.
    if end == start, let next = zone.next(from, after: start + 1) {
      (start, end) = (next, zone.end(of: from, to, from: next) ?? next)
    }
    return start <= now ? min(now, end) - start : 0
  }

  /// The number of days in a row up to yesterday, without the skipped ones.
  private func streak(
    _ condition: OracleExpression, _ skip: OracleExpression?, _ now: Int64
  ) -> OracleValue? {
    guard let today = day(of: now), let first = day(of: start) else { return nil }
    var count: Int64 = 0
    var end = today.start
    for day in days.reversed() where day.start >= first.start && day.start < today.start {
      let last = end - 1
      end = day.start
      if let skip, truth(evaluate(skip, at: last)) == true { continue }
      guard truth(evaluate(condition, at: last)) == true else { break }
      count += 1
    }
    return .whole(count)
  }
}

/// Reads a schedule from its text.
enum OracleSchedule {
  /// Whether a date is a day of the schedule; nil for an empty text.
  static func asks(_ text: String, on date: Int64) -> Bool? {
    let words = text.split(separator: " ").map { String($0) }
    switch words.first {
    case "daily", "sticky": return true
    case "weekly": return words.contains(OracleText.weekdays[CivilDate.weekday(of: date)])
    case "monthly": return words.contains(String(CivilDate.parts(of: date).day))
    case .some: return OracleText.date(date) == text
    case nil: return nil
    }
  }
}
