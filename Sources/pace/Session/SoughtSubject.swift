import PaceEngine
import PaceLanguage
import PaceStore

/// The one subject of a stream that is asked for; which one is meant is known only when all have been read.
struct SoughtSubject {
  private let name: SubjectName
  private let program: Program
  /// How well the best so far fits.
  private var rank = Int.max
  /// The ids that fit so well, no more than a message names.
  private var matches: [String] = []
  /// Ids to suggest where none fits.
  private var known: [String] = []
  /// The first that fits so well.
  private(set) var log: SubjectLog?
  /// Whether all have been read.
  private var isDecided = false
  /// How many of its events were handed over.
  private var next = 0

  /// Nil if no subject is asked for.
  init?(_ name: String?, of program: Program) {
    guard let name else { return nil }
    self.name = SubjectName(name)
    self.program = program
  }

  /// Takes a subject of the stream; `read` reads it, if none before fits as well.
  mutating func take(
    _ id: String, read: () throws(StoreError) -> SubjectLog
  ) throws(StoreError) {
    if known.count < LogInput.mostKnown { known.append(id) }
    guard let rank = name.rank(of: id), rank <= self.rank else { return }
    if rank < self.rank {
      self.rank = rank
      matches = []
      log = try read()
    }
    if matches.count < LogInput.mostMatches { matches.append(id) }
  }

  /// Decides which subject is meant, and hands over its record; false if it is a day without lines.
  mutating func decide(_ record: inout SubjectRecord) throws(Failure) -> Bool {
    if isDecided { return false }
    isDecided = true
    let known = known.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    _ = try name.only(of: matches, in: program) { () throws(Failure) in known }
    guard let log else { return false }
    record = log.record
    return true
  }

  /// Hands over the subject's next event; false after its last.
  mutating func nextEvent(_ record: inout EventRecord) -> Bool {
    guard let log, next < log.events.count else { return false }
    record = log.events[next]
    next += 1
    return true
  }
}

extension SubjectName {
  /// The one id in `matches`; without any, the name itself if subjects are days, which are listed nowhere.
  func only(
    of matches: [String], in program: Program, known: () throws(Failure) -> [String]
  ) throws(Failure) -> String {
    let what = program.noun
    if matches.count > 1 {
      throw .usage(.ambiguous(what: what, prefix: text, matches: matches))
    }
    if let only = matches.first { return only }
    if program.subject.isPerDay { return text }
    throw .usage(.unknownName(what: what, name: text, known: try known()))
  }
}
