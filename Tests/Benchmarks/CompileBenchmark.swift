import PaceLanguage

/// Compiles a file of ten thousand rules, about a megabyte, and compares that with a bare pass over its bytes.
enum CompileBenchmark {
  static func run() {
    let bytes = Array(text(rules: 10_000).utf8)
    let pass = best(of: 5) { bytes.reduce(0) { $0 &* 31 &+ Int($1) } }
    let compile = best(of: 5) {
      let compilation = Compilation.compile(roots: ["large.pace"]) { _ in .bytes(bytes) }
      return compilation.program?.rules.count ?? 0
    }
    report("compile 10,000 rules, \(bytes.count / 1000) kB", compile, against: pass, "a pass over the bytes")
  }

  /// A program in which every rule has its own threshold.
  private static func text(rules: Int) -> String {
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
    for index in 0..<rules {
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
}
