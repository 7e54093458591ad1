import PaceEngine
import PaceLanguage
import PaceReport

/// A pack and its choices, for a log of which only the firings are counted, not told one by one.
struct CountSession {
  private let pack: Pack
  private let choices: Choices
  /// One for each column.
  private var counters: [BatchEvaluator] = []
  private(set) var subjects = 0
  private(set) var kept = 0
  private(set) var debounced = 0
  /// The preset under which every parameter was last found to have a value.
  private var checked: PresetID??

  init(_ pack: Pack, _ choices: Choices) {
    self.pack = pack
    self.choices = choices
    let plan = Plan(pack.program)
    for column in choices.presets.indices {
      var options = choices.options(column: column)
      options.fillsMessages = false
      counters.append(BatchEvaluator(plan, options: options))
    }
  }

  /// Whether the pack allows many subjects to be evaluated at a time.
  var takesManySubjects: Bool { counters.allSatisfy(\.isBatched) }

  /// Counts what a feed leads to.
  mutating func count(
    _ feed: inout LogFeed, _ remarks: inout EvalRemarks, _ console: inout Console
  ) throws(Failure) {
    var subject = SubjectRecord(attributes: [], zone: .utc)
    var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
    let givesRows = feed.givesRows
    while true {
      for index in counters.indices { counters[index].clear() }
      guard try feed.nextSubject(&subject, intern: { intern($0) }) else { break }
      let id = feed.subject
      subjects += 1
      console.report("\(subjects) evaluated, now \(id)")
      for index in counters.indices {
        counters[index].begin(subject, id: id)
        try check(counters[index].preset, subject: id)
      }
      if givesRows {
        while try feed.nextRows({ append($0, stride: $1, of: $2) }) {}
      } else {
        while try feed.nextEvent(&event, intern: { intern($0) }) { append(event) }
      }
      for index in counters.indices { counters[index].finish() }
      tell(&remarks)
    }
    for index in counters.indices { counters[index].flush() }
    tell(&remarks)
    // Whether a subject ends is the same under every preset.
    if let first = counters.first { remarks.add(openEnded: first.openEnded) }
  }

  private mutating func tell(_ remarks: inout EvalRemarks) {
    for index in counters.indices {
      for told in counters[index].takeTold() { remarks.add(told.record, of: told.subject) }
    }
  }

  private mutating func append(_ event: EventRecord) {
    for index in counters.indices {
      let admission = counters[index].append(event)
      guard index == 0 else { continue }
      switch admission {
      case .kept: kept += 1
      case .debounced: debounced += 1
      case .late, .beyond: break
      }
    }
  }

  private mutating func append(_ words: Span<Int64>, stride: Int, of event: EventID) {
    for index in counters.indices {
      let counts = counters[index].append(words, stride: stride, of: event)
      guard index == 0 else { continue }
      kept += counts.kept
      debounced += counts.debounced
    }
  }

  /// The counters have met the same texts in the same order, so one value serves them all.
  private mutating func intern(_ text: String) -> Value {
    var value = Value.unknown
    for index in counters.indices { value = counters[index].intern(text) }
    return value
  }

  private mutating func check(_ preset: PresetID?, subject: String) throws(Failure) {
    if checked == .some(preset) { return }
    try choices.check(preset, pack.program, subject: subject)
    checked = .some(preset)
  }

  /// How often a rule fired, for each column.
  func firings(of rule: RuleID) -> [Int] { counters.map { $0.firings[rule.index] } }
}
