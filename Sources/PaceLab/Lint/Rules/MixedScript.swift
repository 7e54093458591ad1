import PaceLanguage

extension LintRule {
  static let mixedScript = LintRule(
    code: "mixed-script", severity: .warning,
    summary: "a word of letters from several alphabets that look alike",
    rationale: """
      A Cyrillic `а` among Latin letters can't be told by eye, but the word is another one: the guard
      doesn't know it, and a table that is matched by it doesn't either.
      """,
    reported: """
      rule busy {
        on entry
        when count(entry, last 60 min) >= 3
        emit warning "That is \u{0430} lot, p\u{0430}use."
      }
      """,
    mended: [
      "  emit warning \"That is \u{0430} lot, p\u{0430}use.\"": #"  emit warning "That is a lot, pause.""#
    ]
  ) { rule, context in
    context.program.files.enumerated().flatMap { index, file -> [Diagnostic] in
      guard file.bytes.contains(where: { $0 >= 0x80 }) else { return [] }
      return MixedScript.words(in: file).map { word in
        let span = SourceSpan(file: FileID(index), start: word.start, end: word.end)
        return rule.finding(span, "`\(file.text(in: span))` has letters of several alphabets")
      }
    }
  }
}

private enum MixedScript {
  /// The byte ranges of words with both Latin and Cyrillic or Greek letters.
  static func words(in file: SourceFile) -> [(start: Int, end: Int)] {
    var found: [(start: Int, end: Int)] = []
    var start = 0
    var offset = 0
    var scripts: Set<Int> = []
    func close() {
      if scripts.count > 1 { found.append((start, offset)) }
      scripts = []
    }
    for scalar in String(decoding: file.bytes, as: UTF8.self).unicodeScalars {
      if scalar.properties.isAlphabetic {
        if scripts.isEmpty { start = offset }
        scripts.insert(script(of: scalar))
      } else {
        close()
      }
      offset += UTF8.width(scalar)
    }
    close()
    return found
  }

  private static func script(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x0370...0x03FF where scalar.value != 0x03BC: 1
    case 0x0400...0x052F: 2
    default: 0
    }
  }
}
