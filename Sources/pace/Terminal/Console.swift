import PaceReport

/// Where a command's results and remarks go: results to standard output, all else to standard error.
struct Console: Sendable {
  var out: OutputStream
  private var error: OutputStream
  private var progress: Progress
  let environment: [String: String]

  init(color: String?, environment: [String: String]) {
    let output = FileDescriptor.standardOutput
    let remarks = FileDescriptor.standardError
    out = OutputStream(
      output,
      style: .chosen(color: color, environment: environment, isTerminal: output.isTerminal))
    error = OutputStream(
      remarks,
      style: .chosen(color: color, environment: environment, isTerminal: remarks.isTerminal))
    progress = Progress(isShown: remarks.isTerminal)
    self.environment = environment
    measure()
  }

  /// Finds how wide results may be: the terminal's width, else `COLUMNS`; without either there is no limit.
  mutating func measure() {
    let output = FileDescriptor.standardOutput
    let said = environment["COLUMNS"].flatMap { Int($0) }
    out.style.width = (output.isTerminal ? output.columns ?? said : said).map { max($0, Self.leastWidth) }
  }

  /// Anything narrower is written as if it were as wide: no column would be left to read.
  private static let leastWidth = 40

  var style: Style { out.style }
  var errorStyle: Style { error.style }

  /// Says something that is no result, on standard error; if that is closed, it is lost.
  mutating func remark(_ text: String) {
    remark(raw: text.printable.withoutLongNames + "\n")
  }

  /// Says why a command ends without its result.
  mutating func remark(error text: String) {
    remark(raw: "\(errorStyle.red("error:")) \(text.printable.withoutLongNames)\n")
  }

  /// Says text that brings its own line endings.
  mutating func remark(raw text: String) {
    write(progress.erase() + text)
  }

  /// Says how far a long piece of work has come, once it has taken a second.
  ///
  /// - Parameter count: how much of it is done, for a total and a rate.
  mutating func report(
    _ text: @autoclosure () -> String, _ count: @autoclosure () -> Progress.Count? = nil
  ) {
    if let line = progress.line({ text().printable }, count) { write(line) }
  }

  /// Writes to standard error; if that is closed, the text is lost.
  private mutating func write(_ text: String) {
    if text.isEmpty { return }
    try? error.write(text)
    try? error.flush()
  }

  /// Writes what is left, and takes the progress line away.
  mutating func finish() throws(Failure) {
    write(progress.erase())
    try out.flush()
  }

  /// Finishes a command that writes a file; if the output is lost, the failure says what became of the file.
  mutating func finish(writing path: String, isDone: Bool = true) throws(Failure) {
    do throws(Failure) {
      try finish()
    } catch {
      guard case .output(let problem) = error, error.status != .fine else { throw error }
      throw .data(
        problem.message,
        help: isDone
          ? "what was asked for is done and stands in `\(path)`; don't run the command again"
          : "nothing was written to `\(path)`")
    }
  }
}
