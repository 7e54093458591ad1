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
      var scan = HiddenScan()
      let scalars = Array(String(decoding: file.bytes, as: UTF8.self).unicodeScalars)
      for (place, scalar) in scalars.enumerated() {
        let length = UTF8.width(scalar)
        let next = place + 1 < scalars.count ? scalars[place + 1] : nil
        if scan.isHidden(scalar, before: next), offset > 0 || scalar.value != 0xFEFF {
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

/// Goes through a text, since what stands around some characters decides whether they are hidden.
private struct HiddenScan {
  private var last: Unicode.Scalar = "\n"
  /// Whether a flag has begun, whose tags belong to its picture.
  private var isInFlag = false

  mutating func isHidden(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    defer { last = scalar }
    let isTag = (0xE0020...0xE007F).contains(scalar.value)
    isInFlag = scalar.value == 0x1F3F4 || isInFlag && isTag
    if isTag { return !isInFlag }
    // A terminal goes back to the start of the line.
    if scalar == "\r" { return next != nil && next != "\n" }
    if scalar.isVariation { return ("A"..."Z").contains(last) || ("a"..."z").contains(last) }
    return scalar.isHidden
  }
}

extension Unicode.Scalar {
  /// Whether it chooses another form of the character before it; letters of English have none.
  fileprivate var isVariation: Bool {
    (0xFE00...0xFE0F).contains(value) || (0xE0100...0xE01EF).contains(value)
  }

  /// Whether it controls a terminal or the direction of text, or is a blank of no width or the like.
  ///
  /// Tabs, line ends, and the joiners that scripts and emoji need are not hidden.
  fileprivate var isHidden: Bool {
    switch value {
    case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F, 0x7F...0x9F: true
    case 0x00AD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x2064, 0x2066...0x206F,
      0xFEFF, 0xFFF9...0xFFFB, 0xE0001:
      true
    // Letters and marks that nothing shows.
    case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0: true
    default: false
    }
  }
}
