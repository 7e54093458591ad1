/// How long `pace` takes to start, next to a program that does nothing.
enum StartBenchmark {
  private static let runs = 40

  static func run() throws {
    let pace = try (0..<runs).map { _ in try ReleasedCommand.run("--version").seconds * 1000 }
    let nothing = try (0..<runs).map { _ in try ReleasedCommand.spawn(["/bin/true"]).seconds * 1000 }
    Report.time(
      "pace --version", milliseconds: median(pace), atMost: 4,
      remark: "/bin/true: \(Report.number(median(nothing))) ms; the target is with --static-swift-stdlib")
  }
}
