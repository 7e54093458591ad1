public import PaceEngine
public import PaceLanguage

/// The results of a subject, or of a piece of it, under each preset asked for; its memory is used again for the next.
public struct SubjectRun: Sendable {
  /// How often each rule fired; and for each level, scale by scale, how many milliseconds it stood and how often it
  /// was reached.
  public struct Counts: Sendable {
    public var firings: [Int]
    var times: [Int64]
    var changes: [Int]

    public init(_ program: Program) {
      firings = program.rules.map { _ in 0 }
      changes = program.scales.flatMap { $0.levels.map { _ in 0 } }
      times = changes.map { _ in 0 }
    }

    mutating func clear() {
      for index in firings.indices { firings[index] = 0 }
      for index in times.indices { (times[index], changes[index]) = (0, 0) }
    }

    mutating func add(_ other: Counts) {
      for index in firings.indices { firings[index] += other.firings[index] }
      for index in times.indices { times[index] += other.times[index] }
      for index in changes.indices { changes[index] += other.changes[index] }
    }
  }

  /// The results under one preset.
  public struct Column: Sendable {
    public var preset: PresetID?
    public var records: [Record] = []
    /// Whether there may be records worth a remark among them: overflows, runaways or withheld messages.
    fileprivate(set) var hasRemarks = true
    /// The counts, if only counts were asked for.
    public var counts: Counts
    /// How often each rule was held back, and how often a gate did it, where the machine counts that.
    public var held: (rules: [Int], gates: [(gate: GateReference, count: Int)]) = ([], [])
    /// Whether rules without `on` might have fired after the last event.
    public var isCutOff = false
  }

  public private(set) var id = ""
  public private(set) var zone = Zone.utc
  /// Its recorded start, else its first event.
  public var start: Instant?
  /// The last instant that is looked at; nil if there is no such bound.
  private var until: Instant?
  /// The instants whose entries are shown; earlier rows still count.
  public private(set) var shown = ClosedRange<Instant>.all
  /// Whether this is the whole of the subject, or its last piece.
  public var isEnded = true
  /// The longest time between two of its rows; nil if it is shorter than `leastGap`.
  private(set) var gap: Range<Instant>?
  /// Ten years, in milliseconds.
  private static let leastGap: Int64 = 3_652 * Unit.day.milliseconds
  public var columns: [Column]
  /// How many events of each type were kept.
  public var kept: [Int]
  public var debounced = 0

  /// Makes a run ready for its first subject.
  public init(_ program: Program, columns: Int) {
    self.columns = Array(repeating: Column(counts: Counts(program)), count: columns)
    kept = Array(repeating: 0, count: program.events.count)
  }

  /// Forgets the last subject and begins another.
  public mutating func begin(
    _ id: String, _ record: SubjectRecord, shown: ClosedRange<Instant> = .all, until: Instant? = nil
  ) {
    self.id = id
    self.until = until
    self.shown = shown
    zone = record.zone
    start = record.startedAt
    isEnded = false
    gap = nil
    for index in columns.indices {
      columns[index].records.removeAll(keepingCapacity: true)
      columns[index].counts.clear()
      columns[index].isCutOff = false
    }
    for index in kept.indices { kept[index] = 0 }
    debounced = 0
  }

  /// Notes that nothing was logged for so long a time.
  public mutating func note(_ gap: Range<Instant>) {
    if let until, gap.upperBound > until { return }
    func length(_ gap: Range<Instant>) -> Int64 {
      gap.upperBound.milliseconds - gap.lowerBound.milliseconds
    }
    if length(gap) >= max(Self.leastGap, self.gap.map(length) ?? 0) { self.gap = gap }
  }

  /// Whether it begins by the last instant that is looked at.
  public var hasBegun: Bool {
    guard let until, let start else { return true }
    return start <= until
  }

  /// Appends a row to the machine of every column and counts it.
  public mutating func append(_ event: EventRecord, to machines: inout [Machine]) {
    for index in machines.indices {
      let admission = machines[index].append(event)
      guard index == 0 else { continue }
      switch admission {
      case .kept: kept[event.event.index] += 1
      case .debounced: debounced += 1
      case .late, .beyond: break
      }
    }
  }

  /// Takes the records of every machine once one of them has `most`; all are earlier than the row appended last.
  public mutating func takeRecords(_ machines: inout [Machine], ifAtLeast most: Int) -> Bool {
    // By index, because copying a machine would cost reference counting.
    guard machines.indices.contains(where: { machines[$0].told.count >= most }) else { return false }
    for index in machines.indices {
      columns[index].preset = machines[index].preset
      columns[index].hasRemarks = machines[index].mayHaveRemarks()
      columns[index].records = machines[index].takeRecords()
    }
    return true
  }

  /// Finishes the machines and takes their results.
  ///
  /// - Parameter mayFireWithoutEvent: whether any of their rules may; it is cut off where nothing ends a subject.
  public mutating func finish(_ machines: inout [Machine], mayFireWithoutEvent: Bool) {
    let hasEvents = kept.contains { $0 > 0 }
    for index in machines.indices {
      machines[index].finish()
      let isOpenEnded = machines[index].isOpenEnded()
      columns[index].preset = machines[index].preset
      columns[index].isCutOff = mayFireWithoutEvent && isOpenEnded && hasEvents
      columns[index].hasRemarks = machines[index].mayHaveRemarks()
      columns[index].records = machines[index].takeRecords()
      columns[index].held = machines[index].heldCounts()
      if machines[index].options.countsOnly {
        machines[index].addFirings(to: &columns[index].counts.firings)
        machines[index].addTimes(to: &columns[index].counts.times)
        machines[index].addChanges(to: &columns[index].counts.changes)
      }
    }
  }

  /// A firing or a change of level, with the column it belongs to.
  struct Entry: Sendable {
    enum Content: Sendable {
      case firing(Firing)
      case level(LevelChange)
    }
    var at: Instant
    var column: Int
    var content: Content

    var isFiring: Bool {
      if case .firing = content { true } else { false }
    }

    fileprivate init?(_ record: Record, column: Int) {
      switch record {
      case .fired(let firing): (at, content) = (firing.at, .firing(firing))
      case .level(let change): (at, content) = (change.at, .level(change))
      case .held, .overflow, .runaway, .account: return nil
      }
      self.column = column
    }

    /// By instant, firings before levels, each in the order of the program.
    var place: (Instant, Int, Int) {
      switch content {
      case .firing(let firing): (at, 0, firing.rule.index)
      case .level(let change): (at, 1, change.scale.index)
      }
    }
  }

  /// Whether any of the entries is shown.
  public var showsAny: Bool {
    columns.contains { column in
      column.records.contains { Entry($0, column: 0).map { shown.contains($0.at) } ?? false }
    }
  }

  /// Firings and changes of level of every column, in the order of the output.
  var entries: [Entry] {
    var entries: [Entry] = []
    forEachEntry { entries.append($0) }
    return entries
  }

  /// Calls `body` with each of the `entries`.
  func forEachEntry(_ body: (Entry) -> Void) {
    // Records of one column are in this order already; only several columns have to be merged.
    if columns.count == 1 {
      for record in columns[0].records {
        if let entry = Entry(record, column: 0) { body(entry) }
      }
      return
    }
    let entries = columns.indices.flatMap { column in
      columns[column].records.compactMap { Entry($0, column: column) }
    }
    let sorted = entries.sorted { $0.place == $1.place ? $0.column < $1.column : $0.place < $1.place }
    for entry in sorted { body(entry) }
  }
}
