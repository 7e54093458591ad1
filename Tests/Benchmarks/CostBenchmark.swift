/// Commands on one long subject or a large program, whose cost must not grow faster than the input.
///
/// Each runs once and is judged by its processor time. It is ended a second after its target, or at 4 GB.
enum CostBenchmark {
  static func run() throws {
    try logs()
    try programs()
    try texts()
  }

  private static func logs() throws {
    let habits = try CostInputs.subject(of: "activities", rows: 10_000, every: 8 * 3600)
    line("lint --db activities, 10,000 rows", ["lint", "activities", "--db", habits], 10, memory: 300)
    let bites = try CostInputs.subject(of: "nail-guard", rows: 100_000, every: 3 * 3600)
    line("lint --db nail-guard, 100,000 rows", ["lint", "nail-guard", "--db", bites], 10, memory: 300)
    let drinks = try [30, 40, 100, 1000].map { try BenchmarkLog.long(rows: $0 * 1000, ofSubject: $0 * 1000) }
    let evening = ["take-care", "--db"]
    line(
      "explain --closest 3, 100,000 rows", ["explain", "--closest", "3"] + evening + [drinks[2]], 10,
      memory: 300)
    line(
      "explain --all of a rule, 100,000 rows",
      ["explain", "--rule", "hydration", "--all"] + evening + [drinks[2]],
      10, memory: 300)
    line("scenario, 40,000 rows", ["scenario", "--subject", "s"] + evening + [drinks[1]], 2)
    let told = try CostInputs.audited(drinks[0])
    line("audit, 30,000 rows, a third missing", ["audit"] + evening + [told], 5)
    line(
      "eval summary, 1,000,000 rows", ["eval", "--format", "summary"] + evening + [drinks[3]], nil,
      memory: 100)
    line(
      "explain --at, 1,000,000 rows", ["explain", "--at", "2030-01-15T12:00"] + evening + [drinks[3]], 1,
      memory: 200)
    let idle = try CostInputs.idleActivity()
    line("an activity with a weekly schedule, 20 years", ["eval", "activities", "--db", idle], 0.2)
    line(
      "eval --until 10000-01-01 is refused",
      ["eval", "activities", "--db", idle, "--until", "253402300800000"], nil, isRefused: true)
  }

  private static func programs() throws {
    for (count, seconds) in [(100, 3.0), (500, 30)] {
      line("prove, \(count) rules", ["prove", try CostInputs.rules(count)], seconds)
      line(
        "prove, \(count) rules, some left open", ["prove", try CostInputs.openRules(count)], seconds)
    }
    line("test --mutate, ticks every 2 minutes", ["test", try CostInputs.ticks(), "--mutate"], 45)
    line(
      "test --mutate, 50 rules, 20 scenarios", ["test", try CostInputs.rules(50, scenarios: 20), "--mutate"],
      45)
    line("test --coverage, 1,000 rows", ["test", try CostInputs.longScenario(1_000), "--coverage"], 1.5)
  }

  private static func texts() throws {
    line("fmt --diff, 8,000 changed lines", ["fmt", try CostInputs.untidy(8_000), "--diff"], 0.5)
    line("20,000 `# allow` lines", ["lint", try CostInputs.allowances(20_000)], 0.5)
    line("a scale of 10,000 levels", ["lint", try CostInputs.levels(10_000)], 0.5)
    line("8,000 phrases, 10,000 words", ["lint", try CostInputs.phrases(8_000, words: 10_000)], 0.5)
    let keys = try CostInputs.jsonLine(40_000)
    line(
      "a JSON line of 40,000 keys, refused", ["eval", "take-care", "--stdin", "--format", "summary"], 0.5,
      input: keys, refusal: 3)
  }

  private static func line(
    _ name: String, _ words: [String], _ seconds: Double?, memory: Double? = nil, input: String = "/dev/null",
    isRefused: Bool = false, refusal: Int32 = 0
  ) {
    let most = Int((seconds ?? 10).rounded(.up)) + 1
    let target = seconds.map { Report.number($0) + " s" } ?? ""
    do {
      let usage = try ReleasedCommand.run(
        words, input: input, seconds: most, megabytes: 4_096, refusal: refusal)
      Report.line(
        name, Report.number(usage.seconds) + " s", Report.number(usage.processor) + " s", target,
        isRefused ? "MISSED" : Report.verdict(usage.processor, seconds),
        Report.megabytes(usage.megabytes, atMost: memory))
    } catch ReleasedCommand.RunError.failed(let code, _) {
      let ending = code > 128 ? "ended by signal \(code - 128)" : "exit \(code)"
      Report.line(name, "–", "–", target, isRefused && code == 2 ? "met" : "MISSED", ending)
    } catch {
      print("error: \(error)")
    }
  }
}
