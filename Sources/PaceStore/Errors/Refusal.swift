public import PaceEngine

/// Why a log can't take what it was given: a code for programs, and a message for people.
public struct Refusal: Error, Equatable, Sendable {
  public enum Code: Equatable, Sendable {
    /// The rules have no event, kind, field or attribute of that name or number.
    case unknownName
    /// A value that its field can't hold, or a time that is missing.
    case badValue
    /// An id or a device's name that is empty, or a day that is no date.
    case badID
    /// An instant outside the years 1 to 9999.
    case outOfRange
    /// An instant more than `Keeper.furthestAhead` after the clock; `isForced` allows it.
    case aheadOfClock
    /// An instant that seems to have been given in seconds; it would be this one. `isForced` allows it.
    case writtenInSeconds(Instant)
    /// A row without an instant comes after the device's newest row, and that lies well ahead of the clock.
    case newestAhead
    /// The system has no time zone of that name.
    case unknownZone
    /// The new zone would move rows to other days; `isForced` allows it.
    case zoneMovesRows
    /// There is no such subject; `mayStart` says whether one of that id may be started.
    case noSubject(mayStart: Bool)
    /// There is no such row.
    case noRow
    /// The beginning of an id fits several rows or subjects.
    case ambiguous
    /// Several subjects are open.
    case severalOpen([String])
    /// Another subject is open; `isBeside` allows it.
    case isOpen(subject: String)
    /// No subject is open.
    case noneOpen
    /// The subject to end isn't open; `isForced` allows it.
    case notOpen(subject: String)
    /// Subjects are days, which start and end by themselves, and hold the rows of their instants only.
    case subjectIsDay
    /// A subject has the id already.
    case exists
    /// A row or a subject of the id was deleted.
    case gone
    /// A subject would start after a row of it.
    case startsTooLate
    /// A subject would end before its start or before a row of it.
    case endsTooEarly
    /// There is no row to take back.
    case nothingToUndo
    /// A row's time can't be read.
    case unreadableRow
    /// More notices are due than one command gives, many of them to this subject; up to this instant there are fewer.
    case tooManyNotices(subject: String, through: Instant)
    /// A file is to be merged with itself, or with more than `Keeper.mostPeers` others.
    case unmergeable
  }

  public var code: Code
  /// In lower case, without a full stop, with names in backticks.
  public var message: String
  /// What to do about it.
  public var help: String?

  init(_ code: Code, _ message: String, help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
  }
}

extension StoreError {
  /// The error for data that is refused.
  init(_ refusal: Refusal) { self.init(.data, refusal.message, help: refusal.help) }
}

/// Runs checks, and throws the error that `failure` makes of a refusal.
func fitting<Result, Failure: Error>(
  _ failure: (Refusal) -> Failure, _ body: () throws(Refusal) -> Result
) throws(Failure) -> Result {
  do throws(Refusal) {
    return try body()
  } catch {
    throw failure(error)
  }
}
