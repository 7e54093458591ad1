/// What a person is asked, in which order, and what was answered.
///
/// First come the notices and near misses whose answer could still change which candidate values are best. Then
/// come the instants at which only other values give a notice, as long as their answer could change that too. Of
/// these, the one that divides the values most evenly comes first within a subject. The other notices and near
/// misses come last. Each of the three groups comes subject by subject, otherwise in the order of time.
public struct LabelQueue: Sendable {
  public enum Answer: Hashable, Sendable {
    case wanted, unwanted
    case skipped

    fileprivate var isWanted: Bool? {
      switch self {
      case .wanted: true
      case .unwanted: false
      case .skipped: nil
      }
    }
  }

  public struct Item: Sendable {
    public var subject: String
    public var question: LabelQuestion
  }

  private let items: [Item]
  private var contest: LabelContest
  private var answers: [Int: Answer] = [:]
  /// The items that were answered, in that order.
  private var history: [Int] = []
  /// The question that is to be answered; nil after the last.
  public private(set) var current: Item?
  private var place: Int?
  /// How many questions are left whose answer could change which values are best, the current one among them.
  public private(set) var informative = 0
  /// How many others are left.
  public private(set) var others = 0

  /// - Parameters:
  ///   - subjects: what there is to ask about each, in the order of the log.
  ///   - axes: how many candidates each axis has.
  ///   - answered: what was answered before, in any subject.
  ///   - seed: draws the order of subjects, but those with an informative question still come first; nil for the
  ///     order of the log.
  ///   - limit: how many subjects are asked about at most.
  public init(
    _ subjects: [(id: String, questions: [LabelQuestion])], axes: [Int], answered: [LabelAnswer] = [],
    seed: UInt64? = nil, limit: Int = .max
  ) {
    contest = LabelContest(axes: axes)
    for answer in answered { contest.count(answer.isWanted, answer.votes) }
    var order = subjects
    if let seed {
      var random = SampleRandom(seed: seed, stream: 0)
      for last in order.indices.dropFirst().reversed() {
        order.swapAt(last, Int(random.whole(0, Int64(last))))
      }
    }
    let contest = contest
    let informs = order.map { $0.questions.contains { contest.division(by: $0.votes) > 0 } }
    let isAsked = order.map { $0.questions.contains { $0.sort != .elsewhere } }
    let first = order.indices.filter { informs[$0] } + order.indices.filter { !informs[$0] && isAsked[$0] }
    items = first.prefix(limit).flatMap { index in
      order[index].questions.map { Item(subject: order[index].id, question: $0) }
    }
    advance()
  }

  /// How many subjects are asked about.
  public var subjects: Int { Set(items.map { $0.subject }).count }

  /// Whether an answer was given that can be taken back.
  public var canUndo: Bool { !history.isEmpty }

  /// How many answers of a sort were given.
  public func count(of answer: Answer) -> Int { answers.count { $0.value == answer } }

  /// Answers the current question.
  public mutating func answer(_ answer: Answer) {
    guard let place, let current else { return }
    history.append(place)
    answers[place] = answer
    if let isWanted = answer.isWanted { contest.count(isWanted, current.question.votes) }
    advance()
  }

  /// Takes the last answer back, so that its question is the current one again; nil if there is none.
  public mutating func undo() -> Answer? {
    guard let last = history.popLast(), let answer = answers.removeValue(forKey: last) else { return nil }
    if let isWanted = answer.isWanted {
      contest.count(isWanted, items[last].question.votes, isTakenBack: true)
    }
    advance(to: last)
    return answer
  }

  /// Counts what is left, and goes to the first of it, or to a given place.
  private mutating func advance(to given: Int? = nil) {
    (informative, others) = (0, 0)
    var first: [Int?] = [nil, nil, nil]
    var most = 0.0
    for (index, item) in items.enumerated() where answers[index] == nil {
      let division = contest.division(by: item.question.votes)
      let isMiss = item.question.sort == .elsewhere
      if division > 0 {
        informative += 1
        if !isMiss {
          first[0] = first[0] ?? index
        } else if let known = first[1], item.subject != items[known].subject || division <= most {
          continue
        } else {
          (first[1], most) = (index, division)
        }
      } else if !isMiss {
        others += 1
        first[2] = first[2] ?? index
      }
    }
    place = given ?? first[0] ?? first[1] ?? first[2]
    current = place.map { items[$0] }
  }
}
