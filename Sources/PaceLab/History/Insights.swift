public import PaceEngine
public import PaceLanguage

/// What a log holds over time: counts by bucket, figures at the end of each, and what is commonest.
public struct Insights: Sendable {
  /// What is asked.
  public struct Request: Sendable {
    /// Only rows of this stream; nil for all.
    public var stream: StreamID?
    /// The figures that are read at the end of each bucket; none of weekdays and hours, which come round.
    public var figures: [Define] = []
    public var rollUp: RollUp.Request?

    public init() {}
  }

  /// How many days the calendar of the newest days covers: 13 weeks.
  public static let recentDays = 91

  public let program: Program
  public let layout: TallyLayout
  public let range: InsightsRange
  public let request: Request
  /// One for each bucket.
  public private(set) var tallies: [Tally]
  /// The tally of the whole buckets, if the start of the range was asked for.
  public private(set) var compared: Tally
  /// The tally of the same number of buckets just before those.
  public private(set) var before: Tally
  /// How many notices came before the range, where it starts with the log's first row.
  public private(set) var earlierNotices = 0
  /// How many notices came after the range, where it ends with the log's last row.
  public private(set) var laterNotices = 0
  /// For each bucket, one tally for each figure.
  public private(set) var figures: [[FigureTally]]
  public private(set) var rollUp: RollUp?
  /// How many subjects were open in the range or have a row in it.
  public private(set) var subjects = 0
  /// How many of these subjects ended and lasted some time, and how long they lasted in all.
  private var ended = 0
  private var length = WeightedSum()
  /// For each tally, whether a subject's time reaches into it.
  private var isCovered: [Bool]
  /// Rows by weekday, Monday first, and hour.
  public private(set) var hours = Array(repeating: 0, count: 7 * 24)
  /// Rows of the range by day, the last one being that of the range's last instant.
  public private(set) var recent = Array(repeating: 0, count: Insights.recentDays)

  /// - Parameter otherKinds: kinds of notices that the program no longer has.
  public init(
    _ program: Program, _ range: InsightsRange, _ request: Request, otherKinds: [String] = []
  ) {
    self.program = program
    self.range = range
    var request = request
    if range.calendar.unit.cycle != nil { request.figures = [] }
    self.request = request
    layout = TallyLayout(program, otherKinds: otherKinds)
    let empty = Tally(layout)
    tallies = Array(repeating: empty, count: range.count)
    compared = empty
    before = empty
    isCovered = Array(repeating: false, count: range.count)
    figures = range.buckets.map { _ in request.figures.map { _ in FigureTally() } }
    if let first = request.figures.first, let wanted = request.rollUp {
      rollUp = RollUp(wanted, figure: 0, type: program[first.value].type, count: range.buckets.count)
    }
  }

  /// Adds a subject by means of `walk`, which has to read the figures at the end of each bucket.
  public mutating func add(_ log: SubjectLog, _ walk: inout SubjectWalk) throws(RunawaySubject) {
    var isInside = false
    var readings: [(bucket: Int, value: Value)] = []
    let summary = try walk.walk(log) { happening, machine in
      switch happening {
      case .row(let event, _):
        if range.span?.contains(event.at) ?? false { isInside = true }
        if isWanted(event, machine) { count(event) }
      case .notice(let notice): count(notice)
      case .open(let stretch):
        // Without rows and an instant asked for there is no range, so every subject that was open counts.
        if range.span == nil { isInside = true }
        for place in range.places(from: stretch.lowerBound, to: stretch.upperBound) {
          isCovered[place] = true
          isInside = true
        }
      case .level, .end: break
      case .reading(let values, let bucket):
        for (index, value) in values.enumerated() { figures[bucket][index].add(value) }
        if let rollUp { readings.append((bucket, values[rollUp.figure])) }
      }
    }
    if isInside { count(summary) }
    if !readings.isEmpty, let (group, weight) = rollUp?.group(of: walk.attributes(of: log), in: program) {
      rollUp?.add(readings, to: group, weight: weight)
    }
  }

  private mutating func count(_ summary: SubjectSummary) {
    subjects += 1
    if let length = summary.length, length > 0 {
      ended += 1
      self.length.add(length, weight: 1)
    }
  }

  /// Whether an event, the last that the machine has kept, is in the stream asked for; true if none is.
  private func isWanted(_ event: EventRecord, _ machine: Machine) -> Bool {
    request.stream.map { program.holds(event, in: $0, where: machine.lastEventMet) } ?? true
  }

  private mutating func count(_ event: EventRecord) {
    let kind = layout.kind(of: event, in: program)
    if let place = range.place(of: event.at) {
      layout.count(event, kind: kind, in: &tallies[place])
      let calendar = range.calendar.calendar
      let weekday = CivilDate.weekday(ofDay: calendar.day(at: event.at.milliseconds))
      hours[Int(weekday * 24 + calendar.timeOfDay(at: event.at.milliseconds) / 3_600_000)] += 1
    }
    if range.isCompared(event.at) { layout.count(event, kind: kind, in: &compared) }
    if range.isBefore(event.at) { layout.count(event, kind: kind, in: &before) }
    guard let last = range.lastDay, range.span?.contains(event.at) ?? false else { return }
    let age = last - range.calendar.calendar.day(at: event.at.milliseconds)
    if age >= 0, age < Int64(recent.count) { recent[recent.count - 1 - Int(age)] += 1 }
  }

  private mutating func count(_ notice: ToldNotice) {
    guard let kind = layout.place(of: notice) else { return }
    if let place = range.place(of: notice.at) {
      tallies[place].notices[kind] += 1
    } else if let span = range.span {
      if range.from == nil, notice.at < span.lowerBound { earlierNotices += 1 }
      if range.endsWithLog, notice.at > span.upperBound { laterNotices += 1 }
    }
    if range.isCompared(notice.at) { compared.notices[kind] += 1 }
    if range.isBefore(notice.at) { before.notices[kind] += 1 }
  }
}

/// What follows from the counts.
extension Insights {
  /// All that is counted in the range.
  public var total: Tally {
    var total = Tally(layout)
    for tally in tallies { total.add(tally) }
    return total
  }

  /// The mean length of the subjects that ended, in milliseconds; those that lasted no time don't count.
  public var meanLength: Int64? {
    let mean = length.mean(unit: 1)
    return ended == 0 || mean.isUnknown ? nil : mean.bits
  }

  /// Rows by hour of the day.
  public var rowsByHour: [Int] {
    (0..<24).map { hour in (0..<7).reduce(0) { $0 + hours[$1 * 24 + hour] } }
  }

  /// The hour with the most rows, the first one among several; nil if there are no rows.
  public var commonestHour: Int? {
    let rows = rowsByHour
    guard let most = rows.max(), most > 0 else { return nil }
    return rows.firstIndex(of: most)
  }

  /// The buckets with the fewest rows among those that a subject's time reaches into, from the earliest on.
  public var fewest: [Int] {
    let places = tallies.indices.filter { isCovered[$0] || tallies[$0].rows > 0 }
    let least = places.map { tallies[$0].rows }.min()
    return places.filter { tallies[$0].rows == least }
  }

  /// The buckets with the most rows, from the earliest on; none if there are no rows.
  public var most: [Int] {
    let most = tallies.map { $0.rows }.max()
    return tallies.indices.filter { tallies[$0].rows > 0 && tallies[$0].rows == most }
  }

  /// Each figure's readings over all buckets and subjects.
  public var figureTotals: [FigureTally] {
    request.figures.indices.map { figure in
      var total = FigureTally()
      for bucket in figures { total.add(bucket[figure]) }
      return total
    }
  }

  /// By how much a count or sum has grown, in tenths of a percent; nil if it was 0.
  public static func change(from before: Int64, to now: Int64) -> Int64? {
    if before == 0 { return nil }
    let (tenths, rest) = ((Int128(now) - Int128(before)) * 1000).quotientAndRemainder(
      dividingBy: Int128(before.magnitude))
    let isUp = rest.magnitude * 2 >= Int128(before.magnitude).magnitude
    let rounded = isUp ? (now < before ? tenths - 1 : tenths + 1) : tenths
    return Int64(exactly: rounded)
  }
}
