import PaceLanguage
import Testing

struct RenderingTests {
  private func rendered(_ source: String, usesColor: Bool = false) -> String {
    let parsed = Parsed(source, path: "rules/a.pace")
    return DiagnosticRenderer(files: [parsed.file], usesColor: usesColor).text(of: parsed.diagnostics)
  }

  @Test func `the line is shown as written, with what to do`() {
    #expect(
      rendered("rule a {\n  on e\n  cooldown 5 m\n}") == """
        error[E0209]: there is no unit `m`: write `5 min`
         --> rules/a.pace:3:14
          |
        3 |   cooldown 5 m
          |              ^
        help: the units are `ms`, `s`, `min`, `h` and `d`
        fix:
        3 -   cooldown 5 m
        3 +   cooldown 5 min

        """)
  }

  @Test func `500 places on a line of 400,000 columns are each shown cut, with little work`() {
    let words = (0..<20_000).map { "level\($0)_of_the_scale" }
    let source = "scale s = " + words.joined(separator: " < ")
    let file = SourceFile(path: "a.pace", bytes: Array(source.utf8))
    let starts = source.utf8.indices.filter { source.utf8[$0] == UInt8(ascii: "<") }
    let renderer = DiagnosticRenderer(files: [file], usesColor: false)
    // The last ones are as far from the line's start as can be.
    for place in starts.prefix(250) + starts.suffix(250) {
      let start = source.utf8.distance(from: source.utf8.startIndex, to: place)
      let span = SourceSpan(file: FileID(0), start: start, end: start + 1)
      let shown = renderer.text(of: Diagnostic(code: "E0000", span: span, message: "no"))
      let lines = shown.split(separator: "\n")
      #expect(lines.count == 5 && lines.allSatisfy { $0.utf8.count < 140 })
      let mark = lines[4].prefix { $0 != "^" }.count
      #expect(Array(lines[3])[mark] == "<")
    }
  }

  @Test func `a second place is a note`() {
    #expect(
      rendered("define a = f(1)\ndefine b = count(x") == """
        error[E0223]: there is no function `f`
         --> rules/a.pace:1:12
          |
        1 | define a = f(1)
          |            ^
        help: the functions are `count`, `sum`, `min`, `max`, `avg`, `median`, `latest`, `since`, `gap`, `fires`, \
        `due`, `streak`, `elapsed`, `least`, `greatest`, `round` and `floor`

        error[E0230]: expected `)`, found the end of the file
         --> rules/a.pace:2:19
          |
        2 | define b = count(x
          |                   ^
        note: to close this one
         --> rules/a.pace:2:17
          |
        2 | define b = count(x
          |                 -

        """)
  }

  @Test func `marks stand under wide characters and tabs`() {
    let text = rendered("define a = \"日本é\" +\t)")
    #expect(text.contains("1 | define a = \"日本é\" +    )\n  |                         ^\n"))
    // The place counts characters, as editors do.
    #expect(text.contains(" --> rules/a.pace:1:20\n"), "\(text)")
  }

  @Test(arguments: ["x\u{200B}y", "क्या", "\u{7}", "🚰", "e\u{301}"])
  func `marks stand under what is shown for hidden, combining and control characters`(quoted: String) {
    let lines = rendered("define a = \"\(quoted)\" + )").split(separator: "\n").map(String.init)
    let shown = lines[3].unicodeScalars.prefix { $0 != ")" }
    let mark = lines[4].unicodeScalars.prefix { $0 != "^" }.count
    let widths = shown.map { scalar in
      switch scalar {
      case "\u{301}", "\u{94D}": 0
      case "🚰": 2
      default: 1
      }
    }
    #expect(mark == widths.reduce(0, +), "\(lines[3])")
  }

  @Test func `long lines are cut around the place`() {
    let text = rendered(
      "define a = " + String(repeating: "b + ", count: 100) + ")" + String(repeating: " + b", count: 50))
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.unicodeScalars.count < 130 })
    let mark = lines[4].firstIndex(of: "^").map { lines[4].distance(from: lines[4].startIndex, to: $0) } ?? 0
    #expect(Array(lines[3])[mark] == ")")
  }

  @Test func `a fix of a long line is cut around what it changes, so that what differs is seen`() {
    let rule =
      "rule a { on e, when " + String(repeating: "b and ", count: 30) + "b, emit note \"!\" cooldown 5 min }"
    let text = rendered(rule)
    let fix = text.split(separator: "\n").suffix(2)
    #expect(fix.count == 2 && fix.allSatisfy { $0.unicodeScalars.count < 130 }, "\(text)")
    #expect(fix.first?.hasPrefix("1 - …") == true && fix.last?.hasPrefix("1 + …") == true, "\(text)")
    #expect(fix.first?.hasSuffix(" b, emit note \"!\" cooldown 5 min }") == true, "\(text)")
    #expect(fix.last?.hasSuffix(" b, emit note \"!\", cooldown 5 min }") == true, "\(text)")
  }

  @Test func `nothing that a terminal would obey is passed on`() {
    #expect(!rendered("define a = \u{1B}[2J \"\u{1B}\" )").contains("\u{1B}"))
    #expect(rendered("define a = )", usesColor: true).contains("\u{1B}[1;31merror[E0200]\u{1B}[0m"))
  }

  @Test func `of fixes that overlap the first is made, and each as a whole`() {
    func span(_ start: Int, _ end: Int) -> SourceSpan { SourceSpan(file: FileID(0), start: start, end: end) }
    func finding(_ edits: [TextEdit]) -> Diagnostic {
      Diagnostic(code: "x", span: span(0, 1), message: "", fix: edits)
    }
    let (bytes, made) = applyingFixes(
      of: [
        finding([TextEdit(span(4, 6), "E"), TextEdit(span(0, 1), "A")]),
        finding([TextEdit(span(2, 2), "!"), TextEdit(span(5, 7), "?")]),
        finding([TextEdit(span(6, 6), "+")]),
        finding([TextEdit(span(90, 99), "out")]),
      ], to: Array("abcdefgh".utf8))
    #expect(String(decoding: bytes, as: UTF8.self) == "AbcdE+gh")
    #expect(made.map { $0.index } == [0, 2])
    #expect(made.map { $0.spans } == [[span(4, 5), span(0, 1)], [span(5, 6)]])
  }
}
