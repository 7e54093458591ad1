import PaceLanguage

extension LintRule {
  static let hiddenBlock = LintRule(
    code: "hidden-block", severity: .warning,
    summary: "a block of a source for JSON that no object gets to",
    rationale: """
      Of the blocks that read one thing, the first whose tests an object meets takes it. A block after one that asks
      for no more than it does reads nothing.
      """,
    reported: """
      subject session { }
      event entry of session { note: text }

      rule busy {
        on entry
        when count(entry) >= 3
        emit reminder "That is a lot."
      }

      source app {
        entry from json where type == "entry" { at = at }
        entry from json where type == "entry" and has note { at = at, note = note }
      }
      """,
    mended: [
      #"  entry from json where type == "entry" { at = at }"#:
        #"  entry from json where type == "entry" and has note { at = at, note = note }"#,
      #"  entry from json where type == "entry" and has note { at = at, note = note }"#:
        #"  entry from json where type == "entry" { at = at }"#,
    ]
  ) { rule, context in
    context.program.sources.flatMap { source in
      source.objects.enumerated().compactMap { index, block in
        let hiding = source.objects[..<index].contains { earlier in
          earlier.target == block.target && earlier.list == block.list
            && earlier.tests.allSatisfy { test in block.tests.contains { Self.implies($0, test) } }
        }
        return hiding ? rule.finding(block.span, "a block before this one takes all of its objects") : nil
      }
    }
  }

  private static func implies(_ test: SourceMapping.Test, _ other: SourceMapping.Test) -> Bool {
    if case .has(let path) = other {
      // A negated test also passes if there is no value.
      if case .isAmong(_, _, isNegated: true) = test { return false }
      return test.path.keys.starts(with: path.keys)
    }
    guard case .isAmong(let path, let values, false) = test,
      case .isAmong(path, let others, let isNegated) = other
    else { return test == other }
    return values.allSatisfy { others.contains($0) != isNegated }
  }
}
