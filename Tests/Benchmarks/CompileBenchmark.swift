import PaceLanguage

/// Ten thousand rules compiled and linted, and a thousand scenarios run.
enum CompileBenchmark {
  static func run() throws {
    let text = rules(10_000)
    let path = try BenchmarkLog.text("large.pace", text)
    let lint = try (0..<7).map { _ in try ReleasedCommand.run("lint", path).seconds * 1000 }
    Report.time("pace lint, 10,000 rules", milliseconds: median(lint), atMost: 100)
    let scenarios = try BenchmarkLog.text("scenarios.test.pace", scenarios(1_000))
    let tests = try (0..<7).map { _ in try ReleasedCommand.run("test", scenarios).seconds * 1000 }
    Report.time("pace test, 1,000 scenarios, 3 presets", milliseconds: median(tests), atMost: 70)
    let bytes = Array(text.utf8)
    let compile = (0..<7).map { _ in
      Usage.of {
        let compilation = Compilation.compile(roots: ["large.pace"]) { _ in .bytes(bytes) }
        precondition(compilation.program?.rules.count == 10_000, "the rules don't compile")
      }.seconds * 1000
    }
    Report.time(
      "compile 10,000 rules", milliseconds: median(compile), atMost: 45, remark: "\(bytes.count / 1000) kB")
  }

  /// A program in which every rule has its own threshold.
  static func rules(_ count: Int) -> String {
    var text = """
      subject session {
        sensitivity: preset = normal
      }
      event reading of session {
        amount: number = 0 in 0 .. 1000
        kind small { amount = 1 }
        kind large { amount = 5 }
      }
      param base: number in 0 .. 100 step 1
      preset normal { base = 10 }

      """
    for index in 0..<count {
      text += """
        rule rule_\(index) {
          on reading
          when sum(reading.amount, last \(index % 90 + 1) min) > base + \(index)
          emit warning "too much"
          cooldown 15 min
        }

        """
    }
    return text
  }

  /// Scenarios of take-care that pass under each preset.
  private static func scenarios(_ count: Int) -> String {
    var text = "include \"\(BenchmarkLog.repository)/rules/take-care.pace\"\n"
    for index in 0..<count {
      text += """
        scenario "evening \(index)" {
          start 2026-11-20 21:00
          presets relaxed, balanced, strict
          at 21:00 beer
          at 21:0\(index % 7 + 1) wine
          at 21:31 cocktail
          at 22:\(10 + index % 50) water
          expect rapid_repeat at 21:0\(index % 7 + 1)
          expect hydration at 21:0\(index % 7 + 1)
          expect pace >= caution at 21:0\(index % 7 + 1)
        }

        """
    }
    return text
  }
}
