import PaceEngine
public import PaceLab
import PaceLanguage

/// Insights with the words that all their formats share.
public struct InsightsView: Sendable {
  let look: LookBack
  let insights: Insights

  public init(_ look: LookBack, _ insights: Insights) {
    self.look = look
    self.insights = insights
  }

  var program: Program { look.program }
  var range: InsightsRange { insights.range }
  var calendar: LocalCalendar { range.calendar.calendar }
  var unit: BucketUnit { range.calendar.unit }
  var rows: Int { insights.tallies.reduce(0) { $0 + $1.rows } }

  /// The buckets with the fewest and the most rows, if they differ.
  var extremes: (fewest: [Int], most: [Int])? {
    let (fewest, most) = (insights.fewest, insights.most)
    return fewest.isEmpty || most.isEmpty || fewest == most ? nil : (fewest, most)
  }

  /// What a bucket is called: `2026-11-20`, `2026-11`, `mon`, `21:00`.
  func label(_ place: Int) -> String {
    switch unit {
    case .hour: return ValueText.time(Int64(place) * 3_600_000)
    case .weekday: return weekdays[place]
    case .day, .week, .month, .year:
      let date = ValueText.date(calendar.day(at: range.buckets[place].from.milliseconds))
      return String(date.dropLast(unit == .year ? 6 : unit == .month ? 3 : 0))
    }
  }

  /// The stretch of a bucket; nil for one that comes again and again, such as a weekday.
  func bounds(_ place: Int) -> (from: Int64, to: Int64)? {
    guard range.buckets.indices.contains(place) else { return nil }
    return (range.buckets[place].from.milliseconds, range.buckets[place].to.milliseconds)
  }

  /// The names of buckets on an axis.
  var ticks: [String] {
    switch unit {
    case .day, .week: TickRanks.dates(range.buckets.map { calendar.day(at: $0.from.milliseconds) })
    case .hour, .weekday, .month, .year: insights.tallies.indices.map { label($0) }
    }
  }

  /// The order in which an axis names buckets.
  var ranks: [Int] {
    switch unit {
    case .hour: TickRanks.rounder((0..<24).map { $0 * 3_600_000 }, .time)
    case .weekday: TickRanks.halving(7)
    case .day, .week, .month, .year:
      TickRanks.calendar(range.buckets.map { calendar.day(at: $0.from.milliseconds) })
    }
  }

  /// The weekdays from the one that weeks start on.
  var weekdays: [String] { (0..<7).map { ValueText.weekdays[weekday($0)] } }

  /// The weekday, 0 being Monday, that stands at a place of the week.
  func weekday(_ place: Int) -> Int { (place + Int(calendar.weekStart)) % 7 }

  /// The commonest kind; among equally common ones, the first by name.
  var commonestKind: (name: String, count: Int)? { look.layout.ranked(insights.total).first }

  var meanRows: Int64? {
    insights.subjects == 0
      ? nil : Int64((Double(rows) / Double(insights.subjects) * 100).rounded()) * 10_000
  }

  /// How whole buckets changed from as many just before, in tenths of a percent; nil if those hold nothing.
  var changes: (rows: Int64?, sums: [Int64?], notices: [Int64?]) {
    let (before, now) = (insights.before, insights.compared)
    return (
      Insights.change(from: Int64(before.rows), to: Int64(now.rows)),
      zip(before.sums, now.sums).map { old, new in
        old.isUnknown || new.isUnknown ? nil : Insights.change(from: old.bits, to: new.bits)
      },
      zip(before.notices, now.notices).map { Insights.change(from: Int64($0), to: Int64($1)) }
    )
  }

  /// The changes against the buckets before: of rows, `+12.5 %`, and of sums and notices, `size -3 %`.
  ///
  /// What the buckets before hold none of has no change.
  var changeWords: (rows: String?, others: [String]) {
    let changes = changes
    let named =
      zip(look.layout.sums, changes.sums).map { ($0.name, $1) }
      + zip(look.layout.noticeKinds, changes.notices).map { ($0.printable, $1) }
    let others = named.compactMap { name, change in change.map { "\(name) \(Self.percent($0))" } }
    return (changes.rows.map { Self.percent($0) }, others)
  }

  /// `against the 7 days before`; if some days are cut off or not over, `5 whole days against the 5 before`.
  var beforeWords: String {
    let count = range.comparedCount
    let days = Noun.count(count, unit.rawValue)
    if count == range.buckets.count { return "against the \(days) before" }
    return "\(Noun.count(count, "whole \(unit.rawValue)")) against the \(count) before"
  }

  /// `+12.5 %`
  private static func percent(_ tenths: Int64) -> String {
    let sign = tenths > 0 ? "+" : tenths < 0 ? "-" : ""
    return "\(sign)\(tenths.magnitude / 10)\(tenths % 10 == 0 ? "" : ".\(tenths.magnitude % 10)") %"
  }

  /// `2 later notices left out`, and the option that takes them in; empty if there are none.
  var leftOut: [(words: String, option: String)] {
    [(insights.earlierNotices, "earlier notice", "--from"), (insights.laterNotices, "later notice", "--to")]
      .filter { $0.0 > 0 }.map { (words: "\(Noun.count($0.0, $0.1)) left out", option: $0.2) }
  }

  var clockChanges: [ClockChange] {
    guard unit == .hour, let span = range.span else { return [] }
    let changes = ClockChange.next(.max, in: look.zone, after: Instant(span.lowerBound.milliseconds - 1))
    return changes.filter { $0.instant <= span.upperBound.milliseconds }
  }

  /// How clocks changed in the range, if rows are gathered by hour; nil if they didn't.
  var clockWords: String? {
    let changes = clockChanges
    if changes.isEmpty { return nil }
    let told = changes.count > 4 ? ["changed \(changes.count) times"] : changes.map { $0.words }
    return "hours are those of clocks, which \(Noun.all(told))"
  }

  /// The value that stands for a figure in a bucket: the mean of its readings, else the greatest.
  func value(_ figure: Int, bucket: Int) -> ShownFigure {
    let tally = insights.figures[bucket][figure]
    let type = program[insights.request.figures[figure].value].type
    return ShownFigure(FigureTally.hasMean(type) ? tally.mean(type) : tally.greatest, type, isMean: true)
  }

  /// The least, the mean and the greatest of a figure's readings.
  static func shown(
    _ tally: FigureTally, _ type: ValueType
  ) -> (least: ShownFigure, mean: ShownFigure, greatest: ShownFigure) {
    (
      ShownFigure(tally.least, type, isMean: false), ShownFigure(tally.mean(type), type, isMean: true),
      ShownFigure(tally.greatest, type, isMean: false)
    )
  }

  /// The figures that are read, if there is a bucket to read them in.
  var figures: [Define] { range.buckets.isEmpty ? [] : insights.request.figures }

  /// What a bucket holds, in words: kinds, sums, notices, then figures.
  func words(_ place: Int) -> [String] {
    let tally = insights.tallies[place]
    return [look.kinds(tally), look.sums(tally), look.notices(tally)]
      + figures.indices.map { value($0, bucket: place).text(program) }
  }

  /// A line of a roll-up's table for each bucket, with a cell for each of the groups.
  func rows(of rollUp: RollUp, _ groups: [RollUp.Group]) -> [[String]] {
    range.buckets.indices.map { place in
      [label(place)] + groups.map { self.rollUp(rollUp.mean($0, bucket: place)).text(program) }
    }
  }

  func rollUp(_ value: Value) -> ShownFigure {
    ShownFigure(value, insights.rollUp?.type ?? .number, isMean: true)
  }

  /// What a group of a roll-up is called: its value, or `without category`.
  func name(of group: RollUp.Group) -> String {
    group.value?.printable ?? "without \(Noun.words(rollUpAttribute))"
  }

  /// The name of a group's column: `group:VALUE`, or `without:ATTRIBUTE`, which no value makes.
  func column(of group: RollUp.Group) -> String {
    group.value.map { "group:\($0)" } ?? "without:\(rollUpAttribute)"
  }

  private var rollUpAttribute: String {
    insights.rollUp.map { program.subject.attributes[$0.request.attribute.index].name.text } ?? ""
  }

  /// What a roll-up shows, and what it groups by: `Progress today by category`.
  var rollUpTitle: String? {
    guard let rollUp = insights.rollUp, let figure = insights.request.figures.first else { return nil }
    let names = program.subject.attributes.map { $0.name.text }
    let weight = rollUp.request.weight.map { ", weighted by \(names[$0.index])" } ?? ""
    return "\(figure.title) by \(rollUpAttribute)\(weight)"
  }

  /// The days of the newest 13 weeks, none before those asked for, and how many rows each has.
  var recent: [(day: Int64, rows: Int)] {
    guard let last = range.lastDay else { return [] }
    let first = last - Int64(insights.recent.count) + 1
    return zip(first...last, insights.recent).map { (day: $0, rows: $1) }
      .filter { $0.day >= range.firstDay ?? .min && calendar.dayStart(of: $0.day) != nil }
  }

  /// How many rows there are in each hour, weekday by weekday; never nil.
  var rowsByWeekday: [[Int?]] {
    (0..<7).map { place in (0..<24).map { .some(insights.hours[weekday(place) * 24 + $0]) } }
  }

  /// The newest 13 weeks in columns, if they have rows: the day on which the first column starts, the days that
  /// count, and how many rows each has, weekday by weekday and nil for days that don't count.
  var recentWeeks: (start: Int64, days: ClosedRange<Int64>, rows: [[Int?]])? {
    let recent = recent
    guard let first = recent.first, let last = recent.last, recent.contains(where: { $0.rows > 0 }) else {
      return nil
    }
    let days = first.day...last.day
    let start = CivilDate.firstOfWeek(containing: first.day, startingOn: calendar.weekStart)
    let grid = (0..<Int64(7)).map { place in
      stride(from: start, through: days.upperBound, by: 7).map { week -> Int? in
        recent.first { $0.day == week + place }?.rows
      }
    }
    return (start, days, grid)
  }

  /// The hour with the most rows, and how many it has.
  var commonestHour: (clock: String, rows: Int)? {
    insights.commonestHour.map { hour in
      (ValueText.time(Int64(hour) * Unit.hour.milliseconds), insights.rowsByHour[hour])
    }
  }
}

extension ClockChange {
  /// `skip 02:00 to 03:00 on 2026-03-29`, `show 02:00 to 03:00 twice on 2026-10-25`
  fileprivate var words: String {
    let times = [min(from, to), max(from, to)].map { local in
      ValueText.time((local % Unit.day.milliseconds + Unit.day.milliseconds) % Unit.day.milliseconds)
    }
    let span = times.joined(separator: " to ")
    return isGap ? "skip \(span) on \(ValueText.date(date))" : "show \(span) twice on \(ValueText.date(date))"
  }
}

/// A figure's value as it is shown, which may be a mean.
struct ShownFigure {
  let value: Value
  let type: ValueType
  /// Whether it is the share of readings that are true, from 0 to 1.
  let isShare: Bool

  /// - Parameter isMean: whether it stands for several readings, so that a truth has become a share.
  init(_ value: Value, _ type: ValueType, isMean: Bool) {
    self.value = value
    isShare = isMean && type == .bool
    self.type = isShare ? .number : type
  }

  /// Numbers rounded to hundredths, durations to minutes, shares in percent; a dot for the unknown.
  func text(_ program: Program) -> String {
    if value.isUnknown { return "·" }
    if isShare {
      let isBelowHalf = value.bits > 0 && value.bits < 5_000
      return isBelowHalf
        ? "\(Words.rounded(value.bits * 100)) %" : Words.wholePercent(Double(value.bits) / 1_000_000)
    }
    switch type {
    case .number: return Words.rounded(value.bits)
    case .duration: return Words.length(value.bits)
    case .time, .bool, .text, .preset, .schedule, .date, .weekday, .enumeration, .level:
      return program.text(of: value, type: type)
    }
  }

  func write(_ name: String, to json: inout JSONWriter, _ program: Program) {
    json.field(name, .value(value), type, program)
  }

  /// The value as in JSON; empty if unknown.
  func cell(_ program: Program) -> String { program.cell(of: value, type) }
}
