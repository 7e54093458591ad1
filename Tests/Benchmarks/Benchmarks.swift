/// `swift run -c release PaceBenchmarks [SECTION…]`: measures how fast `pace` is, against targets.
///
/// A ratio of 1.0 is the time of a bare loop over the same rows, or of the baseline that a section names. Build `pace`
/// first, with `swift build -c release --product pace`; run in the repository. `large` and `engine` run only if named.
@main
enum Benchmarks {
  private static let sections: [(name: String, isUsual: Bool, run: @Sendable () throws -> Void)] = [
    ("start", true, StartBenchmark.run),
    ("eval", true, { try EvalBenchmark.run(rows: 1_000_000) }),
    ("large", false, EvalBenchmark.runLarge), ("explain", true, ExplainBenchmark.run),
    ("sweep", true, SweepBenchmark.run), ("fit", true, FitBenchmark.run),
    ("keep", true, KeepingBenchmark.run),
    ("cost", true, CostBenchmark.run),
    // Last, because this process's memory counts as that of the commands that it starts.
    ("compile", true, CompileBenchmark.run),
  ]

  static func main() {
    do { try run(Array(CommandLine.arguments.dropFirst())) } catch { print("error: \(error)") }
  }

  private static func run(_ wanted: [String]) throws {
    if wanted.first == "engine" { return try EngineBenchmark.run(Array(wanted.dropFirst())) }
    for name in wanted where !sections.contains(where: { $0.name == name }) {
      print("there is no section \(name); there are \(sections.map(\.name).joined(separator: ", ")), engine")
      return
    }
    Report.head()
    for section in sections where wanted.isEmpty ? section.isUsual : wanted.contains(section.name) {
      print(section.name)
      try section.run()
    }
  }
}
