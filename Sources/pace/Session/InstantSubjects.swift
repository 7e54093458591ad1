import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

/// The subjects that a question about an instant may mean: those open then, or else those that had ended.
struct InstantSubjects {
  private let at: InstantArgument
  /// `at` as it was given.
  private let word: String
  private let program: Program
  /// The most subjects that can be answered for.
  private let most: Int
  private var open = Candidates()
  private var ended = Candidates()
  /// The id of a subject without a start or a row.
  private var empty: String?
  /// The first start of a subject, by its clocks.
  private var first: (at: Instant, text: String)?

  /// One subject at the instant asked about.
  struct Look {
    var outlook: Outlook
    /// The instant asked about. The outlook is at the subject's end, or at the last instant that is seen, if that is
    /// earlier.
    var asked: Instant
    var isOpen: Bool { outlook.situation.isUnseen || outlook.situation.at == asked }
  }

  /// Subjects that may be meant, as long as they are few.
  private struct Candidates {
    private(set) var count = 0
    private(set) var looks: [Look] = []
    /// The ids of the first, one more than a message names.
    private(set) var ids: [String] = []

    mutating func add(_ look: Look, most: Int) {
      count += 1
      if count > most { looks = [] } else { looks.append(look) }
      if ids.count <= 5 { ids.append(look.outlook.situation.log.id) }
    }
  }

  init(at argument: InstantArgument, given word: String, of program: Program, most: Int) {
    at = argument
    self.word = word
    self.program = program
    self.most = most
  }

  /// A subject at the instant asked about; nil if it has not begun by then.
  mutating func look(
    at log: SubjectLog, _ plan: Plan, _ options: Machine.Options
  ) throws(Failure) -> Look? {
    let calendar = LocalCalendar(zone: log.record.zone)
    guard let start = log.start else {
      empty = log.id
      return nil
    }
    if first.map({ start < $0.at }) ?? true { first = (start, calendar.text(start)) }
    let found = at.resolved(in: calendar, from: start)
    guard let instant = found, at.isShown(at: instant, in: calendar) else {
      let zone = log.record.zone
      throw Option.at.bad(word, InstantArgument.expected(insteadOf: word, in: zone, near: found ?? start))
    }
    guard let outlook = Outlook.standing(of: log, at: instant, plan, options: options) else { return nil }
    if let runaway = outlook.runaway {
      throw Failure(RunawaySubject(subject: log.id, runaway: runaway), program)
    }
    return Look(outlook: outlook, asked: instant)
  }

  mutating func add(_ look: Look) {
    if look.isOpen {
      open.add(look, most: most)
    } else {
      ended.add(look, most: most)
    }
  }

  /// The subjects that were open then, else those that had ended.
  func chosen() throws(Failure) -> [Look] {
    let candidates = open.count > 0 ? open : ended
    if candidates.count > most {
      let noun = program.noun
      throw .usage(.severalSubjects(noun: noun, count: candidates.count, ids: candidates.ids))
    }
    return candidates.looks
  }

  /// The error if no subject has begun by the instant.
  var nothing: Failure {
    if first == nil, let empty { return .nothingLogged(of: empty, program) }
    let from = first.map { ", the first of which is \($0.text)" } ?? ""
    return Option.at.bad(
      word, "an instant at or after the start of \(Noun.one(program.noun))\(from)")
  }
}
