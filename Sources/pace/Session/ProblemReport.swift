import PaceStore

extension Console {
  /// Names the rows and values that could not be read; throws if that is not to be put up with.
  mutating func tell(_ problems: RowProblems, isStrict: Bool) throws(Failure) {
    if problems.isEmpty { return }
    for problem in problems.first { remark(Self.sentence(problem)) }
    let more = problems.total - problems.first.count
    if more > 0 { remark("… and \(more) more") }
    if isStrict {
      try out.flush()
      throw .data(
        "\(problems.total) of the rows and values cannot be read, and --strict asks for all of them")
    }
  }

  private static func sentence(_ problem: RowProblem) -> String {
    let row = problem.id.map { " `\($0)`" } ?? ""
    let effect = problem.effect == .rowSkipped ? "skipped" : "took the default"
    return "\(problem.table)\(row): `\(problem.column)` \(problem.cause); \(effect)"
  }
}
