public import PaceEngine
import PaceLanguage

/// Taking in what is delivered from outside.
extension Keeper {
  /// What came of a delivery.
  public struct Imported: Sendable {
    public var tally = ImportTally()
    /// What was given, where it is delivered as it happens.
    public var told: [(subject: String, told: Spoken)] = []
  }

  /// Takes in deliveries, as one transaction. Rows that are there keep what is greater, gone ones stay gone; no
  /// order and no repetition of rows, subjects and ends makes a difference.
  ///
  /// - Parameters:
  ///   - at: when settings and the catalogue are said to change, and up to when is told; nil for what the clock
  ///     says.
  ///   - isLive: whether what is due is given, as by `notify`. Otherwise it counts as spoken for.
  ///   - next: the next delivery, nil after the last; what it throws leaves the file as it was.
  public mutating func take(
    at: Instant? = nil, isLive: Bool = false,
    _ next: (inout ImportTally) throws(KeepingError) -> Delivery?
  ) throws(KeepingError) -> Imported {
    let t = at ?? clock
    if isLive { try checkAhead(t, isForced: false) }
    return try writing { (keeper) throws(KeepingError) in
      var imported = Imported()
      let taking = try storing { () throws(StoreError) in try DeliveryImport(keeper, at: at) }
      while let delivery = try next(&imported.tally) {
        try storing { () throws(StoreError) in try taking.take(delivery, &imported.tally) }
      }
      for (subject, newest) in taking.newestOfSubjects {
        if isLive {
          imported.told.append((subject, try keeper.give(subject, try keeper.log(of: subject), at: t)))
        } else if newest > .min {
          try storing { () throws(StoreError) in
            try keeper.file.books.raiseFloor(
              of: subject, device: keeper.device, to: min(newest, keeper.clock.milliseconds))
          }
        }
      }
      return imported
    }
  }
}

/// Writes deliveries, within a transaction.
private final class DeliveryImport {
  private let keeper: Keeper
  private let subjects: RowImport
  private let events: [RowImport]
  /// That of settings and the catalogue.
  private let stamp: Stamp
  /// The subjects that were delivered something, with the time of the newest row; the least there is for none.
  private var newest: [String: Int64] = [:]

  private var program: Program { keeper.program }

  init(_ keeper: Keeper, at: Instant?) throws(StoreError) {
    self.keeper = keeper
    subjects = try RowImport(keeper.file, .subject)
    var events: [RowImport] = []
    for index in keeper.program.events.indices {
      events.append(try RowImport(keeper.file, .event(EventID(index))))
    }
    self.events = events
    stamp =
      if let at {
        Stamp(at: at.milliseconds, device: keeper.device)
      } else {
        try keeper.file.stamps.next(clock: keeper.clock.milliseconds, device: keeper.device)
      }
  }

  /// In the order of their bytes.
  var newestOfSubjects: [(subject: String, newest: Int64)] {
    newest.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
  }

  func take(_ delivery: Delivery, _ tally: inout ImportTally) throws(StoreError) {
    switch delivery {
    case .subject(let subject):
      let sort = subject.isEnd ? "end" : program.subject.name.text
      tally.see(sort)
      count(try write(subject), sort, &tally)
    case .row(let row):
      let sort = program.events[row.event.index].name.text
      tally.see(sort)
      count(try write(row), sort, &tally)
    case .settings(let settings):
      tally.see("settings")
      tally.add("settings")
      for (name, value) in settings { try keeper.file.settings.set(name, value, stamp) }
    case .kinds(let kinds):
      tally.see("kinds")
      tally.add("kinds")
      for kind in kinds {
        let event = program.events[kind.event.index]
        for (name, value) in kind.values {
          try keeper.file.catalogue.set(
            event.name.text, event.kinds[kind.kind.index].name.text, name, value, stamp)
        }
      }
    }
  }

  private func count(_ outcome: RowImport.Outcome, _ sort: String, _ tally: inout ImportTally) {
    switch outcome {
    case .added: tally.add(sort)
    case .changed: tally.changed += 1
    case .known: tally.known += 1
    case .gone: tally.gone += 1
    }
  }

  private func write(_ row: Delivery.Row) throws(StoreError) -> RowImport.Outcome {
    let type = program.events[row.event.index]
    var values: [StoredValue] = []
    let subject: String
    if program.subject.isPerDay {
      subject = keeper.day(of: row.at)
    } else {
      subject = row.subject.map { CanonicalID.of($0) } ?? TablePlan.onlySubject
      values.append(.text(subject))
    }
    values.append(.integer(row.at.milliseconds))
    values.append(row.kind.map { .text(type.kinds[$0.index].name.text) } ?? .null)
    for (index, field) in type.fields.enumerated() {
      values.append(Self.stored(row.fields[index], field.type, program))
    }
    values.append(StoredValue(row.device))
    let outcome = try events[row.event.index].write(CanonicalID.of(row.id), values)
    switch outcome {
    case .added, .changed: newest[subject] = max(newest[subject] ?? .min, row.at.milliseconds)
    case .known, .gone: break
    }
    return outcome
  }

  /// What a subject's object says was written when it started, and its end when it ended, by nobody in
  /// particular.
  private func write(_ subject: Delivery.Subject) throws(StoreError) -> RowImport.Outcome {
    let id = CanonicalID.of(subject.id)
    let start = subject.startedAt.map { Stamp(at: $0.milliseconds, device: "") } ?? .lowest
    var said: [RowImport.Said] = []
    if let at = subject.startedAt {
      said.append(RowImport.Said(column: 0, value: .integer(at.milliseconds), stamp: start))
    }
    if let at = subject.endedAt {
      let end = Stamp(at: at.milliseconds, device: "")
      said.append(RowImport.Said(column: 1, value: .integer(at.milliseconds), stamp: end))
    }
    for (index, attribute) in program.subject.attributes.enumerated() {
      guard index < subject.attributes.count, let value = subject.attributes[index] else { continue }
      said.append(
        RowImport.Said(column: index + 2, value: Self.stored(value, attribute.type, program), stamp: start))
    }
    let outcome = try subjects.write(id, said: said)
    if case .gone = outcome { return outcome }
    newest[id] = newest[id] ?? .min
    return outcome
  }

  /// NULL for what isn't known or not said.
  private static func stored(_ value: Constant?, _ type: ValueType, _ program: Program) -> StoredValue {
    if case .value(let value)? = value, value.isUnknown { return .null }
    return StoredValue(value, type, program)
  }
}
