import PaceEngine
import PaceLab
import PaceReport
import PaceStore

extension EvalCommand {
  /// Evaluates a log, and writes what the evaluation cost instead of its results.
  func profile(_ console: inout Console) throws(Failure) {
    let format = arguments.choice(.evalFormat, Format.self)
    guard format == .table || format == .json else {
      throw .usage(.conflict("--profile", "--format \(format.rawValue)"))
    }
    if choices.presets.count > 1 { throw .usage(.conflict("--profile", "--preset all")) }
    try arguments.refuse([.threads, .from, .to], beside: "--profile")
    var feed = try LogFeed.open(arguments, pack, choices, keepsIDs: false, order: .optimistic)
    try feed.fromStart { feed throws(Failure) in
      let start = Clock.nanoseconds()
      var session = EvalSession(
        pack, choices, change: { $0.tellsLevels = arguments.has(.levels) }, clock: Clock.nanoseconds)
      var reader = SubjectReader(session.plan, choices)
      var run = session.emptyRun
      var notes = RunNotes()
      var (subjects, rows) = (0, 0)
      while let log = try reader.next(&feed) {
        try session.evaluate(log, into: &run)
        subjects += 1
        rows += run.kept.reduce(0, +)
        console.report("\(subjects) evaluated, now \(run.id)", feed.progress())
        notes.add(run)
      }
      guard let profile = session.profile else { return }
      let report = ProfileReport(
        profile, subjects: subjects, rows: rows, time: Clock.nanoseconds() - start)
      let problems = try feed.problems()
      if format == .json {
        try console.out.write(report.json(pack.program))
      } else {
        try console.out.lines(report.lines(pack.program, style: console.style))
      }
      try console.finish()
      console.tell(notes, pack.program)
      try console.tell(problems, choices)
    }
  }
}
