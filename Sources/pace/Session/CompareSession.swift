import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

/// Reads the log for each pack that is compared, side by side in the order of subjects, and compares.
struct CompareSession {
  private let sides: [CompareSide]
  private(set) var comparisons: [Comparison]

  /// The first side is compared with each of the others.
  init(_ sides: [CompareSide], movedWithin: Int64) {
    self.sides = sides
    let first = ComparedSide(sides[0].pack.program, options: sides[0].choices.options(column: 0))
    comparisons = sides.dropFirst().map { side in
      let other = ComparedSide(
        side.pack.program, options: side.choices.options(column: 0), textsOf: first)
      return Comparison(first, other, movedWithin: movedWithin)
    }
  }

  /// Compares the sides; returns what could not be read, once for each pack that reads the log otherwise.
  mutating func run(
    _ arguments: Arguments, _ console: inout Console
  ) throws(Failure) -> [(pack: String, problems: RowProblems)] {
    let (first, last) = (sides[0], sides[sides.count - 1])
    var feed = try LogFeed.open(arguments, first.pack, first.choices)
    var reader = reader(first, comparisons[0].before.plan)
    if first.packNumber == last.packNumber {
      while let log = try reader.next(&feed) {
        for side in sides where side.choices.presets == [nil] {
          try side.choices.check(reader.preset, side.pack.program, subject: log.id)
        }
        try add(log.id, log, log)
        console.report("\(comparisons[0].subjects) compared, now \(log.id)", feed.progress())
      }
      return [(first.name, try feed.problems())]
    }
    var other = try LogFeed.open(arguments, last.pack, last.choices)
    var otherReader = self.reader(last, comparisons[0].after.plan)
    var old = try reader.next(&feed)
    var new = try otherReader.next(&other)
    while let id = Self.first(old?.id, new?.id) {
      let before = old.flatMap { $0.id.isExactly(id) ? $0 : nil }
      let after = new.flatMap { $0.id.isExactly(id) ? $0 : nil }
      try add(id, before, after)
      console.report("\(comparisons[0].subjects) compared, now \(id)", feed.progress())
      if before != nil { old = try reader.next(&feed) }
      if after != nil { new = try otherReader.next(&other) }
    }
    let (problems, others) = (try feed.problems(), try other.problems())
    return problems == others ? [(last.name, others)] : [(first.name, problems), (last.name, others)]
  }

  /// Tells the remarks on all sides, each once.
  func tellNotes(_ console: inout Console) {
    var lines: [String] = []
    for comparison in comparisons {
      lines += comparison.notesAfter.remarks(comparison.after.program)
      // A subject that has no end on either side is counted once.
      let isCounted = comparison.notesAfter.openEnded > 0
      lines += comparison.notesBefore.remarks(comparison.before.program, hasCutOff: !isCounted)
    }
    for line in lines.unique { console.remark(line) }
  }

  private func reader(_ side: CompareSide, _ plan: Plan) -> SubjectReader {
    SubjectReader(plan, side.choices)
  }

  private mutating func add(_ id: String, _ old: SubjectLog?, _ new: SubjectLog?) throws(Failure) {
    for index in comparisons.indices {
      let program = comparisons[index].after.program
      let cutOff = try refusingRunaways(program) { () throws(RunawaySubject) in
        try comparisons[index].add(id, before: old, after: new)
      }
      if let cutOff, let log = new ?? old {
        throw .tooLong(
          log.id, program, "its rules lead to more than a million notices", by: cutOff, log.record.zone,
          help: "leave later rows out with --until")
      }
    }
  }

  /// The id whose bytes come first.
  private static func first(_ a: String?, _ b: String?) -> String? {
    guard let a else { return b }
    guard let b else { return a }
    return b.utf8.lexicographicallyPrecedes(a.utf8) ? b : a
  }
}
