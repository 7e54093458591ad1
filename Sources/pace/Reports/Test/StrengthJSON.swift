import PaceLab

/// What `test --format json` adds with `--coverage`.
enum StrengthJSON {
  static func writeCoverage(_ report: TestReport, _ object: inout JSONWriter) {
    object.key("coverage")
    object.array { list in
      for strength in report.strengths {
        guard let coverage = strength.coverage else { continue }
        list.object { write(coverage, of: strength, &$0) }
      }
    }
  }

  private static func write(
    _ coverage: CoverageReport, of strength: PackStrength, _ object: inout JSONWriter
  ) {
    object.field("file", strength.path)
    object.key("percent")
    object.raw(Percent.number(coverage.share))
    for sort in CoverageGoal.Sort.allCases {
      let count = coverage.count(sort)
      object.key(sort.name)
      object.object { counts in
        counts.field("reached", count.met)
        counts.field("all", count.all)
      }
    }
    object.key("missed")
    object.array { list in
      for goal in coverage.missed {
        list.object { missed in
          missed.field("sort", goal.sort.name)
          missed.field("in", goal.owner)
          missed.field("text", goal.text)
          missed.field("lack", goal.lack)
          missed.field("place", strength.program.place(of: goal.span))
        }
      }
    }
  }
}
