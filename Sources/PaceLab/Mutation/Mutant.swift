public import PaceLanguage

/// A program changed in one small way that its scenarios should notice.
public struct Mutant: Sendable {
  public enum Sort: String, CaseIterable, Sendable {
    case threshold, relation, item, window, gate, preset
  }

  public var sort: Sort
  /// The declaration that it changes; a parameter's for its value in presets.
  public var owner: DeclarationKey
  /// The presets in which it changes a parameter's value.
  public var presets: [String]
  /// The part of the declaration that it changes, such as a rule's `cooldown`; empty if there is only one.
  public var part: String
  /// The place of what is changed.
  public var span: SourceSpan
  /// The text there, on one line, and the mutant's text in its place, which is empty if it is taken out.
  public var before: String
  public var after: String
  /// The edits that turn the program's text into the mutant's.
  public var edits: [TextEdit]

  /// The declaration as a reader would call it.
  public var ownerText: String {
    if !presets.isEmpty { return "\(owner.name) of \(presets.joined(separator: " and "))" }
    return owner.sort == .subject ? "the subject's end" : owner.text
  }

  /// `rule fast_pace cooldown: 15 min → 14 min`, short enough to name a scenario.
  public var title: String {
    let place = part.isEmpty || after.isEmpty ? ownerText : "\(ownerText) \(part)"
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
