public import PaceLanguage

/// What a log says should become of a rule.
public struct RuleVerdict: Sendable {
  public enum Advice: String, Sendable {
    case keep, tune, retire
  }

  public var rule: RuleID
  public var advice: Advice
  public var reason: String
}

extension DataSurvey {
  /// With fewer subjects than this, a log says too little to change a rule.
  static let fewSubjects = 5
  /// A rule that never came nearer than this, as a fraction of the threshold, has no use here.
  static let farAway = 0.5

  /// One for each rule.
  public var verdicts: [RuleVerdict] {
    let cliffs = cliffs
    return program.rules.indices.map { verdict(on: $0, cliffs) }
  }

  private func verdict(on index: Int, _ cliffs: [ThresholdCliff]) -> RuleVerdict {
    func verdict(_ advice: RuleVerdict.Advice, _ reason: String) -> RuleVerdict {
      RuleVerdict(rule: RuleID(index), advice: advice, reason: reason)
    }
    let rule = program.rules[index]
    let record = rules[index]
    if rule.emission == nil { return verdict(.keep, "it only raises a level") }
    if living < Self.fewSubjects {
      let sample = Noun.count(living, program.noun)
      return verdict(.keep, "\(sample) with events: too few to judge by; \(frequency(of: record))")
    }
    if record.total == 0 {
      if record.held == 0, let reason = tooShort(for: rule) { return verdict(.keep, reason) }
      if let stream = unseenTrigger(of: rule) { return verdict(.retire, "`\(stream)` is never logged here") }
      if record.held > 0 {
        return verdict(.tune, "it never speaks: \(record.heldWords)")
      }
      guard let nearest = record.nearest else {
        return verdict(.retire, "it never fires, nor comes anywhere near to it")
      }
      guard let shortfall = nearest.shortfall else {
        return verdict(.tune, "it never fires: \(nearest.text)")
      }
      let way = "comes no nearer than \(nearest.text)"
      return shortfall > Self.farAway
        ? verdict(.retire, "it never fires and \(way)") : verdict(.tune, "it never fires, but \(way)")
    }
    if isNoisy(index) {
      return verdict(.tune, "it is noisy: \(frequency(of: record)), far more than other rules")
    }
    if let cliff = cliffs.first(where: { $0.rule.index == index }) {
      let name = program.params[cliff.param.index].name.text
      let firings = Noun.count(cliff.firings.before, "firing")
      return verdict(
        .tune,
        "`\(name)` stands on a cliff: \(firings) at \(cliff.value), "
          + "\(cliff.firings.after) at \(cliff.neighbour)")
    }
    return verdict(.keep, frequency(of: record))
  }

  /// Why the log is too short to judge a rule; nil if any subject's is long enough.
  private func tooShort(for rule: Rule) -> String? {
    let span = RuleSpan(rule, in: program).longest
    guard longest < span else { return nil }
    let (long, looks) = (
      program.text(of: Value(longest), type: .duration), program.text(of: Value(span), type: .duration)
    )
    return "too little to tell: the longest of \(sample) covers \(long), and the rule looks \(looks) far"
  }

  /// How many subjects the survey rests on.
  var sample: String { Noun.count(subjects, program.noun) }

  func frequency(of record: RuleRecord) -> String {
    "fires \(Noun.count(record.total, "time")), in \(record.subjects) of \(subjects), "
      + "median \(Self.text(record.median)) (MAD \(Self.text(record.deviation)))"
  }

  /// Whether a rule speaks far more often than the rules of the program usually do.
  func isNoisy(_ index: Int) -> Bool {
    guard living >= Self.fewSubjects, rules[index].median >= 4 else { return false }
    let medians = rules.indices.filter { program.rules[$0].emission != nil }.map { Int(rules[$0].median * 2) }
    let usual = Statistics.median(medians) / 2
    let spread = max(1, Statistics.deviation(medians) / 2)
    return rules[index].median > usual + 3 * spread
  }

  /// The stream that triggers a rule, if nothing of it was ever logged.
  private func unseenTrigger(of rule: Rule) -> String? {
    guard let stream = rule.trigger.stream else { return nil }
    for (type, event) in program.events.enumerated() {
      if event.stream == stream, events[type] == 0 { return event.name.text }
      for (kind, declared) in event.kinds.enumerated()
      where declared.stream == stream && kinds[type][kind] == 0 {
        return declared.name.text
      }
    }
    return nil
  }

  static func text(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }
}
