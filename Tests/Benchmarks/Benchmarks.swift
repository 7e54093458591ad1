/// `swift run -c release PaceBenchmarks [compile|eval|sweep|explain]`: how fast the hot paths are, against
/// baselines of the same run.
@main
enum Benchmarks {
  static func main() throws {
    let wanted = CommandLine.arguments.dropFirst()
    if wanted.isEmpty || wanted.contains("compile") { CompileBenchmark.run() }
    if wanted.isEmpty || wanted.contains("eval") { try EvalBenchmark.run() }
    if wanted.isEmpty || wanted.contains("sweep") { try SweepBenchmark.run() }
    if wanted.isEmpty || wanted.contains("explain") { try ExplainBenchmark.run() }
  }
}
