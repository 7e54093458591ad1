public import PaceLanguage

/// A program changed in one small way that its scenarios should notice.
public struct Mutant: Sendable {
  public enum Sort: String, CaseIterable, Sendable {
    case threshold, relation, item, window, gate, preset
  }

  public var sort: Sort
  /// The declaration that it changes.
  public var owner: Owner
  /// The part of the declaration that it changes, such as a rule's `cooldown`; empty if there is only one.
  public var part: String
  /// The place of what is changed.
  public var span: SourceSpan
  /// The text there, on one line, and the mutant's text in its place, which is empty if it is taken out.
  public var before: String
  public var after: String
  /// The edits that turn the program's text into the mutant's.
  public var edits: [TextEdit]

  /// The declaration that a mutant changes, by name.
  public enum Owner: Hashable, Sendable {
    case rule(String)
    case policy(String)
    case define(String)
    case stream(String)
    case param(String)
    /// The value of a parameter in some presets.
    case presets([String], param: String)
    case attribute(String)
    case event(String)
    case subject
    case calendar

    /// As a reader would call it.
    public var text: String {
      switch self {
      case .rule(let name): "rule \(name)"
      case .policy(let name): "policy \(name)"
      case .define(let name): "define \(name)"
      case .stream(let name): "stream \(name)"
      case .param(let name): "param \(name)"
      case .presets(let names, let param): "\(param) of \(names.joined(separator: " and "))"
      case .attribute(let name): "attribute \(name)"
      case .event(let name): "event \(name)"
      case .subject: "the subject's end"
      case .calendar: "calendar"
      }
    }
  }

  /// `rule fast_pace cooldown: 15 min → 14 min`, short enough to name a scenario.
  public var title: String {
    let place = part.isEmpty || after.isEmpty ? owner.text : "\(owner.text) \(part)"
    return "\(place): \(change)".filter { $0 != "`" && $0 != "\"" }
  }

  /// `> 2.0` → `>= 2.0`, in backticks.
  public var change: String { after.isEmpty ? "without `\(before)`" : "`\(before)` → `\(after)`" }
}

/// What became of a mutant.
public enum MutantFate: Sendable {
  /// The scenario with this index fails on it.
  case killed(by: Int)
  /// It does the same as the program whatever the log, for this reason.
  case equivalent(String)
  /// No scenario fails on it; `killer` is one that would, if one was found.
  case survived(killer: MutantKiller?)
}

/// A scenario that passes on the program and fails on a mutant that survived.
public struct MutantKiller: Hashable, Sendable {
  /// The scenario's name; no other scenario of the program, and none that was found, has the same.
  public var name: String
  /// Ready to paste below the program.
  public var text: String
}

/// What became of the mutants of a program.
public struct MutationReport: Sendable {
  /// Those that check as programs, in the order of the text.
  public var results: [(mutant: Mutant, fate: MutantFate)]

  public var survivors: [(mutant: Mutant, killer: MutantKiller?)] {
    results.compactMap { result in
      if case .survived(let killer) = result.fate { (result.mutant, killer) } else { nil }
    }
  }

  /// The scenarios that would kill survivors, each once: none of them could be left out.
  public var killers: [MutantKiller] { survivors.compactMap { $0.killer }.unique }

  public var equivalent: [(mutant: Mutant, proof: String)] {
    results.compactMap { result in
      if case .equivalent(let proof) = result.fate { (result.mutant, proof) } else { nil }
    }
  }

  public var killed: Int { results.count - survivors.count - equivalent.count }

  /// The share of non-equivalent mutants that were noticed, in hundredths of a percent, rounded down.
  public static func share(of reports: [MutationReport]) -> Int {
    let killed = reports.reduce(0) { $0 + $1.killed }
    let all = killed + reports.reduce(0) { $0 + $1.survivors.count }
    return all == 0 ? 10_000 : killed * 10_000 / all
  }
}

extension References {
  /// Whether a declaration is among what is read; nil for those that everything rests on.
  func reads(_ owner: Mutant.Owner) -> Bool? {
    switch owner {
    case .define(let name): defines.contains { program.defines[$0.index].name.text == name }
    case .stream(let name): streams.contains { program[$0].name == name }
    case .param(let name), .presets(_, let name):
      params.contains { program.params[$0.index].name.text == name }
    case .attribute(let name):
      attributes.contains { program.subject.attributes[$0.index].name.text == name }
    case .rule, .policy, .event, .subject, .calendar: nil
    }
  }
}
