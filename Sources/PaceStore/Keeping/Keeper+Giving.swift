public import PaceEngine
import PaceLanguage

/// What a subject was told at an instant, and how it stands then.
public struct Spoken: Sendable {
  /// Those given now, in the order of time.
  public var notices: [KeptNotice] = []
  public var status: SubjectStatus
  /// Up to when everything had been said already, where that is not before the instant.
  public var spokenFor: Instant?
}

/// Giving what is due.
extension Keeper {
  /// Gives what is due of a subject after its floor and up to an instant, and raises the floor.
  mutating func give(_ subject: String, _ log: SubjectLog, at t: Instant) throws(KeepingError) -> Spoken {
    let floor = try floor(of: subject, at: t)
    let standing = try notices(of: subject)
    let found = try due(log, at: t, notices: standing, floor: floor)
    var told = Spoken(status: found.status)
    if let floor, floor >= t { told.spokenFor = floor }
    var occurrences: [RuleID: (at: Instant, count: Int)] = [:]
    for firing in found.firings {
      let known = occurrences[firing.rule]
      let occurrence = known?.at == firing.at ? known?.count ?? 0 : 0
      occurrences[firing.rule] = (firing.at, occurrence + 1)
      guard let message = firing.message, !firing.isWithheld else { continue }
      let notice = KeptNotice(
        firing, occurrence: occurrence, message: message, of: subject, in: program,
        preset: found.status.preset, givenAt: clock, device: device)
      if try storing({ () throws(StoreError) in try file.notices.add(notice) }) {
        told.notices.append(notice)
      }
    }
    try storing { () throws(StoreError) in
      try file.books.raiseFloor(
        of: subject, device: device, to: min(t.milliseconds, clock.milliseconds))
    }
    return told
  }

  /// Gives what is due up to an instant, of one subject or of every one that may have something to say.
  ///
  /// - Parameter at: nil for what the clock says.
  public mutating func notify(
    at: Instant? = nil, subject: String? = nil, isForced: Bool = false
  ) throws(KeepingError) -> (told: [(subject: String, told: Spoken)], next: Instant?) {
    let t = at ?? clock
    try checkAhead(t, isForced: isForced)
    return try writing { (keeper) throws(KeepingError) in
      let told = try keeper.notify(through: t, subject: subject)
      return (told, told.compactMap { $0.told.status.next }.min())
    }
  }

  /// Gives what is due up to an instant, within a transaction.
  mutating func notify(
    through t: Instant, subject: String? = nil
  ) throws(KeepingError) -> [(subject: String, told: Spoken)] {
    var all: [(subject: String, told: Spoken)] = []
    for subject in try subjectsToTell(subject, at: t) {
      all.append((subject, try give(subject, try log(of: subject), at: t)))
    }
    return all
  }

  /// The subject named, else those that had not ended at their floor.
  private mutating func subjectsToTell(_ subject: String?, at t: Instant) throws(KeepingError) -> [String] {
    if let subject { return [try named(subject)] }
    return try storing { () throws(StoreError) in
      try file.subjects.withMoreToSay(at: t.milliseconds, device: device)
    }
  }

  /// Runs a command as one transaction, which a dry run takes back.
  mutating func writing<Result>(
    keeps: (Result) -> Bool = { _ in true }, _ body: (inout Keeper) throws(KeepingError) -> Result
  ) throws(KeepingError) -> Result {
    var keeper = self
    let isDryRun = isDryRun
    defer { self = keeper }
    let result = try file.transaction(keeps: { keeps($0) && !isDryRun }) { () throws(KeepingError) in
      try body(&keeper)
    }
    return result
  }
}
