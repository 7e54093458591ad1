import PaceLab
import PaceLanguage

/// What `test --format json` adds with `--coverage` and `--mutate`.
enum StrengthJSON {
  static func writeCoverage(_ report: TestReport, _ object: inout JSONWriter) {
    object.objects("coverage", report.strengths.filter { $0.coverage != nil }) { strength, object in
      if let coverage = strength.coverage { write(coverage, of: strength, &object) }
    }
  }

  private static func write(
    _ coverage: CoverageReport, of strength: PackStrength, _ object: inout JSONWriter
  ) {
    object.field("file", strength.path)
    object.field("percent", raw: Percent.number(coverage.share))
    for sort in CoverageGoal.Sort.allCases {
      let count = coverage.count(sort)
      object.object(sort.rawValue) { counts in
        counts.field("reached", count.met)
        counts.field("all", count.all)
      }
    }
    object.objects("missed", coverage.missed) { goal, missed in
      missed.field("sort", goal.sort.rawValue)
      missed.field("in", goal.owner)
      missed.field("text", goal.text)
      missed.field("lack", goal.lack)
      missed.field("place", strength.program.place(of: goal.span))
    }
  }

  static func writeMutants(_ report: TestReport, _ object: inout JSONWriter) {
    object.array("mutation") { list in
      for strength in report.strengths {
        if let mutation = strength.mutation { list.object { write(mutation, of: strength, &$0) } }
        if strength.failing > 0 {
          list.object { object in
            object.field("file", strength.path)
            object.field("percent", raw: "null")
            object.field("failing", strength.failing)
          }
        }
      }
    }
  }

  private static func write(
    _ mutation: MutationReport, of strength: PackStrength, _ object: inout JSONWriter
  ) {
    object.field("file", strength.path)
    object.field("percent", raw: Percent.number(MutationReport.share(of: [mutation])))
    object.field("killed", mutation.killed)
    object.field("equivalent", mutation.equivalent.count)
    object.field("survived", mutation.survivors.count)
    object.objects("mutants", mutation.results) { write($0.mutant, $0.fate, of: strength, &$1) }
  }

  private static func write(
    _ mutant: Mutant, _ fate: MutantFate, of strength: PackStrength, _ object: inout JSONWriter
  ) {
    object.field("sort", mutant.sort.rawValue)
    object.field("in", mutant.ownerText)
    object.field("place", strength.program.place(of: mutant.span))
    object.field("before", mutant.before)
    object.field("after", mutant.after)
    switch fate {
    case .killed(let scenario):
      object.field("fate", "killed")
      object.field("by", strength.program.scenarios[scenario].name)
    case .equivalent(let proof):
      object.field("fate", "equivalent")
      object.field("proof", proof)
    case .survived(let killer):
      object.field("fate", "survived")
      object.field("scenario", killer?.text)
    }
  }
}
