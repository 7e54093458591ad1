import PaceLanguage

extension LintRule {
  static let hiddenCharacter = LintRule(
    code: "hidden-character", severity: .warning,
    summary: "a character that can't be seen, or that steers a terminal or the direction of writing",
    rationale: """
      Such characters make a text read otherwise than it is: a comment can look like a rule, or a phrase
      pass the guard. None is needed in a program. In a text, taking it away is left to you, since that
      changes what the rules say or compare.
      """,
    reported: """
      rule busy {
        on entry
        when count(entry, last 60 min) >= 3
        emit warning "That is a l\u{200B}ot."
      }
      """,
    mended: ["  emit warning \"That is a l\u{200B}ot.\"": #"  emit warning "That is a lot.""#]
  ) { rule, context in
    context.program.files.enumerated().flatMap { index, file -> [Diagnostic] in
      guard file.bytes.contains(where: { $0 < 0x20 && $0 != 0x0A || $0 >= 0x7F }) else { return [] }
      var comments = context.program.syntax.filter { $0.file == FileID(index) }.flatMap { $0.comments }[...]
      var found: [Diagnostic] = []
      var offset = 0
      for scalar in String(decoding: file.bytes, as: UTF8.self).unicodeScalars {
        let length = UTF8.width(scalar)
        if scalar.isHidden, offset > 0 || scalar.value != 0xFEFF {
          let span = SourceSpan(file: FileID(index), start: offset, end: offset + length)
          let digits = String(scalar.value, radix: 16, uppercase: true)
          let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
          comments = comments.drop { $0.span.end < span.end }
          let isInComment = comments.first.map { $0.span.start <= span.start } ?? false
          found.append(
            rule.finding(
              span, "there is an invisible character here, U+\(code)", fix: [TextEdit(span, "")],
              isGuess: !isInComment))
        }
        offset += length
      }
      return found
    }
  }
}

extension Unicode.Scalar {
  /// Whether it controls a terminal or the direction of text, or is a blank of no width or the like.
  ///
  /// Tabs, line ends, and the joiners that scripts and emoji need are not hidden.
  fileprivate var isHidden: Bool {
    switch value {
    case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F, 0x7F...0x9F: true
    case 0x00AD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x2064, 0x2066...0x206F,
      0xFEFF, 0xFFF9...0xFFFB, 0xE0001:
      true
    default: false
    }
  }
}
