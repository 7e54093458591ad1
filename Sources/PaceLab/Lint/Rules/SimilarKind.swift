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
    // Names that are one slip apart have a rest in common.
    var places: [[UInt8]: [Int]] = [:]
    for (place, name) in names.enumerated() {
      for rest in Self.rests(of: name) { places[rest, default: []].append(place) }
    }
    return kinds.enumerated().compactMap { index, kind in
      guard kind.rules.count == 1, let only = kind.rules.first, let emission = context.program[only].emission
      else { return nil }
      let near = Self.rests(of: names[index]).flatMap { places[$0] ?? [] }.filter { place in
        // If both are emitted once, the later one is the slip.
        place != index && (kinds[place].rules.count > 1 || place < index)
          && Self.isOneSlip(names[index], from: names[place])
      }
      guard let other = near.min() else { return nil }
      return rule.finding(
        emission.span, "`\(kind.name)` is emitted only here; was `\(kinds[other].name)` meant?")
    }
  }

  /// A name, and what is left of it without one of its letters; none of one so long that nobody types it.
  private static func rests(of name: [UInt8]) -> Set<[UInt8]> {
    guard name.count <= 64 else { return [] }
    return Set(name.indices.map { Array(name[..<$0] + name[($0 + 1)...]) } + [name])
  }

  /// Names that are too short don't count, since many are alike, nor names that only differ in digits.
  private static func isOneSlip(_ name: [UInt8], from other: [UInt8]) -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let (letters, others) = (name.filter { !digits.contains($0) }, other.filter { !digits.contains($0) })
    return min(name.count, other.count) >= 4 && letters != others && Spelling.areOneSlipApart(name, other)
  }
}
