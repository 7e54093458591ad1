/// `swift run -c release PaceBenchmarks`: how fast the hot paths are, against baselines of the same run.
@main
enum Benchmarks {
  static func main() throws {
    CompileBenchmark.run()
    try EvalBenchmark.run()
  }
}
