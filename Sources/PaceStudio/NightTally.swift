import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

/// One subject's notices, reduced to keys and hashes for counting and comparing.
struct NightTally {
  /// Each by its rule's index and its instant.
  let notices: [NoticeKey]
  /// For each notice, a hash of everything else about it.
  let marks: [Int]

  /// The tally of every subject.
  static func all(_ rules: RuleText, _ options: Machine.Options) -> [NightTally] {
    var options = options
    options.tellsLevels = true
    var machine = Machine(rules.plan, options: options)
    return rules.logs.map { log in
      try? log.run(in: &machine)
      let told = ToldFirings(machine.takeRecords(), of: rules.program).all
      return NightTally(
        notices: told.map { NoticeKey(rule: $0.firing.rule.index, at: $0.firing.at) },
        marks: told.map { rules.marks.mark(of: $0) })
    }
  }

  /// What changed between two ways to evaluate the same subjects.
  static func json(
    before: [NightTally], after: [NightTally], _ rules: RuleText, _ original: RuleText, hasEdits: Bool
  ) -> [UInt8] {
    let names = rules.ruleNames(besides: original)
    var places: [String: Int] = [:]
    for (index, name) in names.enumerated() { places[name] = index }
    let now = original.program.rules.map { places[$0.name.text] ?? 0 }
    var (old, new) = (names.map { _ in 0 }, names.map { _ in 0 })
    var changed: [(subject: Int, before: Int, after: Int)] = []
    for (subject, (first, second)) in zip(before, after).enumerated() {
      let earlier = first.notices.map { NoticeKey(rule: now[$0.rule], at: $0.at) }
      for notice in earlier { old[notice.rule] += 1 }
      for notice in second.notices { new[notice.rule] += 1 }
      if earlier != second.notices || first.marks != second.marks {
        changed.append((subject, earlier.count, second.notices.count))
      }
    }
    return JSONWriter.bytes { json in
      let all = Noun.count(after.count, rules.program.noun)
      let text = "\(changed.isEmpty ? "none" : String(changed.count)) of \(all) changed"
      json.field("text", hasEdits ? text + "; what-if events are not counted here" : text)
      json.objects("rules", names.indices) { index, json in
        json.field("rule", index)
        write(before: old[index], after: new[index], &json)
      }
      json.objects("subjects", changed) { change, json in
        json.field("subject", change.subject)
        write(before: change.before, after: change.after, &json)
      }
    }
  }

  private static func write(before: Int, after: Int, _ json: inout JSONWriter) {
    json.field("before", before)
    json.field("after", after)
    let change = after - before
    json.field("change", change == 0 ? "=" : change > 0 ? "+\(change)" : "−\(-change)")
  }
}

/// Hashes of everything about a program's firings that is compared, except rules and instants.
struct FiringMarks {
  private let rules: [Int]
  private let levels: [[Int]]

  init(_ program: Program) {
    rules = program.rules.ids.map { rule in
      [program.levelName(of: rule), program.kindName(of: rule), program[rule].severity.map { String($0) }]
        .hashValue
    }
    levels = program.scales.map { scale in scale.levels.map { [scale.name.text, $0.name].hashValue } }
  }

  /// A hash of a firing, to compare it with firings of the same rule.
  func mark(of told: ToldFiring) -> Int {
    var mark = rules[told.firing.rule.index] &+ (told.firing.message?.hashValue ?? 0)
    for (scale, level) in told.levels.enumerated() { mark &+= levels[scale][level] }
    return mark
  }
}
