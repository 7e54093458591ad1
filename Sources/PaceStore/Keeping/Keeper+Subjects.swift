public import PaceEngine
public import PaceLanguage

/// Which subject a command is about, and starting and ending one.
extension Keeper {
  /// The subject whose id is `name`, or begins with it.
  ///
  /// - Parameter mayStart: whether a new subject of that id would do as well.
  func named(_ name: String, mayStart: Bool = false) throws(KeepingError) -> String {
    let noun = program.noun
    if program.subject.isPerDay {
      if case .value(let day)? = program.constant(from: name, as: .date) { return ValueText.date(day.bits) }
      throw .usage(
        .badID, "`\(name)` is no date: here each day is \(Noun.one(noun))", help: "write it as 2026-11-20")
    }
    if name.isEmpty {
      throw .usage(
        .badID, "the id of \(Noun.one(noun)) is empty", help: "give the id, or its beginning")
    }
    let canonical = CanonicalID.of(name)
    let (known, isGone) = try storing { () throws(StoreError) in
      if try file.subjects.isKnown(name) { return ([name], false) }
      if canonical != name, try file.subjects.isKnown(canonical) { return ([canonical], false) }
      // The whole id of a deleted subject never stands for another that begins with it.
      if try file.stamps.isGone(noun, canonical) { return ([], true) }
      return (try file.subjects.ids(named: name), false)
    }
    if isGone {
      throw .refused(.gone, "\(noun) `\(name)` was deleted", help: "\(Self.staysGone): name another")
    }
    if known.count == 1 { return known[0] }
    if known.isEmpty {
      let start = mayStart ? ", or start one of this id first" : ""
      throw .usage(
        .noSubject(mayStart: mayStart), "there is no \(noun) `\(name)`",
        help: "give the id of one, or its beginning\(start)")
    }
    let list = known.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
    throw .usage(.ambiguous, "`\(name)` could be more than one \(noun)", help: "give more of the id: \(list)")
  }

  /// The subjects open at an instant, going by the rows up to it; the one that `log` writes to comes first.
  public mutating func open(at t: Instant) throws(KeepingError) -> [(subject: String, start: Instant)] {
    if program.subject.isPerDay { return [(day(of: t), Instant(span(of: day(of: t)).lowerBound))] }
    let candidates = try storing(
      file.subjects.mayBeOpen(
        from: t.milliseconds, through: t.milliseconds, longest: file.subjects.longestDelay()))
    var open: [(subject: String, start: Instant)] = []
    for subject in candidates {
      let log = try log(of: subject)
      guard let start = log.start, start <= t else { continue }
      if isOpen(log, at: t) { open.append((subject, start)) }
    }
    return open.sorted(by: LogStatus.isShownBefore)
  }

  /// Whether a subject is open at an instant, given its rows up to then.
  mutating func isOpen(_ log: SubjectLog, at t: Instant) -> Bool {
    var run = machine
    log.replay(into: &run, upTo: t)
    return run.hasBegun && run.end.map { t <= $0 } ?? true
  }

  /// The subject of a row at `t` that names none; nil if a new subject has to start.
  mutating func subject(forRowAt t: Instant) throws(KeepingError) -> String? {
    try subject(among: try open(at: t).map(\.subject))
  }

  /// The subject of a row that names none, of those that are open.
  func subject(among open: [String]) throws(KeepingError) -> String? {
    if open.count < 2 || program.subject.ends != nil { return open.first }
    throw .severalOpen(open, in: program)
  }

  /// Starts a subject with the settings in force at its start.
  ///
  /// Only values that someone chose are stamped, so that a mere default gives way to one that was chosen elsewhere.
  ///
  /// - Parameter values: one for each attribute; nil, or unknown, takes the setting's value, or else the default.
  mutating func startSubject(
    _ id: String?, at t: Instant, _ values: [Constant?] = []
  ) throws(KeepingError) -> String {
    let values = values.known
    let id = id ?? (program.subject.ends == nil ? TablePlan.onlySubject : CanonicalID.make())
    var row: [String: StoredValue] = ["started_at": .integer(t.milliseconds)]
    return try storing { () throws(StoreError) in
      let settings = try file.settings.inForce(at: t)
      let stamp = Stamp(at: t.milliseconds, device: device)
      var chosen: Set<String> = []
      for (index, attribute) in program.subject.attributes.enumerated() {
        let given = index < values.count ? values[index] : nil
        let value = given ?? file.settings.chosen(for: attribute, settings)
        let stored = StoredValue(value ?? attribute.initial, attribute.type, program)
        if stored.isNull { continue }
        row[attribute.name.text] = stored
        if value != nil { chosen.insert(attribute.name.text) }
      }
      if program.subject.isPerDay { row["started_at"] = nil }
      // The only subject may have a row without a start; once it has started, it goes on with its own values.
      let known = try file.rows.row(.subject, id)
      if let start = known?["started_at"], !start.isNull { return id }
      if known == nil { try file.rows.insert(.subject, id, row) }
      for (column, value) in row where known?[column]?.isNull ?? true {
        if known != nil { try file.rows.set(column, of: .subject, id, to: value) }
        if chosen.contains(column) { try file.stamps.note(program.noun, id, column, stamp) }
      }
      return id
    }
  }

  /// Makes the row of a day that has none, with the settings in force at an instant or at the day's end.
  mutating func makeDay(_ day: String, at t: Instant) throws(KeepingError) {
    guard let instant = try instantToMake(day, at: t) else { return }
    _ = try startSubject(day, at: instant)
  }

  /// The attributes of a day that has no row of its own: those that `makeDay` gives it; nil for other subjects.
  func attributesToCome(of subject: String, at t: Instant) throws(KeepingError) -> [Constant?]? {
    guard let instant = try instantToMake(subject, at: t) else { return nil }
    let settings = try storing(file.settings.inForce(at: instant))
    return program.subject.attributes.map { file.settings.initial(of: $0, settings) }
  }

  /// The instant whose settings a day without a row of its own has; nil for other subjects.
  private func instantToMake(_ subject: String, at t: Instant) throws(KeepingError) -> Instant? {
    guard program.subject.isPerDay, try !storing(file.subjects.exists(subject)) else { return nil }
    return min(t, Instant(span(of: subject).upperBound))
  }

  /// Starts a subject by hand.
  ///
  /// - Parameters:
  ///   - at: nil for the clock's instant.
  ///   - values: one for each attribute, those that are left out at the end as if nil; nil, or unknown, takes the
  ///     setting's value, or else the default. More than there are attributes are refused.
  ///   - isBeside: whether it may start while another is open.
  public mutating func start(
    _ id: String? = nil, at: Instant?, _ values: [Constant?], isBeside: Bool, isForced: Bool
  ) throws(KeepingError) -> (subject: String, status: SubjectStatus) {
    let noun = program.noun
    try checkNoDays()
    try fitting(KeepingError.usage) { () throws(Refusal) in
      try program.check(id: id, of: noun)
      try program.check(values, in: program.subject.attributes, of: noun)
      for (index, value) in values.enumerated() {
        try program.check(given: value, in: program.subject.attributes[index], of: noun)
        try checkZone(value, for: AttributeID(index))
      }
    }
    return try writing { keeper throws(KeepingError) in
      let t = try keeper.instant(at)
      try keeper.checkTime(t, isForced: isForced)
      if !isBeside, keeper.program.subject.ends != nil, let open = try keeper.open(at: t).first {
        throw .refused(
          .isOpen(subject: open.subject), "\(noun) `\(open.subject)` is open",
          help: "end it first, or start one beside it")
      }
      let id = id.map { CanonicalID.of($0) }
      // Where subjects don't end, the default one can't be started again.
      if let id {
        try keeper.checkNew(id)
      } else if try keeper.isOnlyStarted() {
        try keeper.checkNew(TablePlan.onlySubject)
      }
      let subject = try keeper.startSubject(id, at: t, values)
      let log = try keeper.log(of: subject)
      return (subject, try keeper.status(of: subject, log, at: t))
    }
  }

  /// Refuses to start or end subjects that are days.
  private func checkNoDays() throws(KeepingError) {
    guard program.subject.isPerDay else { return }
    let noun = Noun.one(program.noun)
    throw .usage(.subjectIsDay, "\(noun) is a day here: it starts and ends by itself", help: nil)
  }

  /// Whether subjects don't end, and the default one has a recorded start.
  func isOnlyStarted() throws(KeepingError) -> Bool {
    let row = try storing(file.rows.row(.subject, TablePlan.onlySubject))
    return program.subject.ends == nil && row?["started_at"].map { !$0.isNull } ?? false
  }

  /// Refuses an id that a subject has or had.
  func checkNew(_ id: String) throws(KeepingError) {
    let noun = program.noun
    if try storing(file.subjects.exists(id)) {
      throw .refused(
        .exists, "there is \(Noun.one(noun)) `\(id)` already", help: "choose another id, or edit that one")
    }
    if let table = try otherTable(with: id, than: .subject) {
      throw .refused(
        .exists, "`\(id)` is the id of a row of `\(file.rows.entity(table))`", help: "choose another id")
    }
    try checkNotGone(id, "choose another id")
  }

  static let staysGone = "what is gone stays gone"

  /// Refuses a subject that was deleted: rows of it may have come since, but a row of its own would go again.
  func checkNotGone(
    _ id: String, _ remedy: String = "deleting it once more takes the rows that came since"
  ) throws(KeepingError) {
    let noun = program.noun
    if try storing(file.stamps.isGone(noun, id)) {
      throw .refused(.gone, "\(noun) `\(id)` was deleted", help: "\(Self.staysGone): \(remedy)")
    }
  }

  /// Ends the named subject, else the open one.
  ///
  /// - Parameter at: nil for the clock's instant.
  public mutating func end(
    _ name: String? = nil, at: Instant?, isForced: Bool
  ) throws(KeepingError) -> (subject: String, status: SubjectStatus) {
    let noun = program.noun
    try checkNoDays()
    return try writing { keeper throws(KeepingError) in
      let t = try keeper.instant(at)
      try keeper.checkTime(t, isForced: isForced)
      let subject = try keeper.subjectToEnd(name, at: t)
      try keeper.checkNotGone(subject)
      let log = try keeper.log(of: subject)
      if let start = log.start, t < start {
        throw .refused(
          .endsTooEarly,
          "\(noun) `\(subject)` starts after that, at \(keeper.time(start, log.record.zone))",
          help: "end it later")
      }
      if name != nil, !isForced, !keeper.isOpen(log, at: t) {
        let ended = try keeper.status(of: subject, log, at: t).end
        throw .refused(
          .notOpen(subject: subject),
          "\(noun) `\(subject)` isn't open at \(keeper.time(t, log.record.zone))"
            + (ended.map { ": it ended at \(keeper.time($0, log.record.zone))" } ?? ""),
          help: "edit its `ended_at` to change its end, or force it")
      }
      var over = log
      over.record.endedAt = t
      try keeper.checkEnd(of: over)
      try storing { () throws(StoreError) in
        let stamp = try keeper.stamp()
        try keeper.file.rows.set("ended_at", of: .subject, subject, to: .integer(t.milliseconds))
        try keeper.file.stamps.note(noun, subject, "ended_at", stamp)
      }
      let ended = try keeper.log(of: subject)
      return (subject, try keeper.status(of: subject, ended, at: t))
    }
  }

  private mutating func subjectToEnd(_ name: String?, at t: Instant) throws(KeepingError) -> String {
    if let name { return try named(name) }
    if let subject = try subject(forRowAt: t) { return subject }
    throw .refused(.noneOpen, "no \(program.noun) is open", help: nil)
  }
}
