import PaceLanguage

extension LintRule {
  static let similarKind = LintRule(
    code: "similar-kind", severity: .warning,
    summary: "a kind of notice emitted once, one slip of the finger away from another",
    rationale: """
      Kinds of notices are declared by being emitted, so a slip of the finger makes a new one: it has no
      policy, and nothing that counts the other sees it.
      """,
    reported: """
      \(busy(when: "count(entry, last 60 min) >= 3"))

      rule crowded {
        on entry
        when count(entry, last 60 min) >= 5
        emit warnings "That is too much."
      }
      """,
    mended: [#"  emit warnings "That is too much.""#: #"  emit warning "That is too much.""#]
  ) { rule, context in
    let kinds = context.program.noticeKinds
    let names = kinds.map { Array($0.name.utf8) }
    return kinds.enumerated().compactMap { index, kind in
      guard kind.rules.count == 1, let only = kind.rules.first, let emission = context.program[only].emission
      else { return nil }
      let other = kinds.enumerated().first { place, other in
        // If both are emitted once, the later one is the slip.
        place != index && (other.rules.count > 1 || place < index)
          && Self.isOneSlip(names[index], from: names[place])
      }
      guard let other = other?.element else { return nil }
      return rule.finding(emission.span, "`\(kind.name)` is emitted only here; was `\(other.name)` meant?")
    }
  }

  /// Names that are too short don't count, since many are alike, nor names that only differ in digits.
  private static func isOneSlip(_ name: [UInt8], from other: [UInt8]) -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let (letters, others) = (name.filter { !digits.contains($0) }, other.filter { !digits.contains($0) })
    return min(name.count, other.count) >= 4 && letters != others && Spelling.areOneSlipApart(name, other)
  }
}
