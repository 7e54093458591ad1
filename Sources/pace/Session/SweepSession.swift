import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

/// A sweep over a feed: reads each subject once and runs it with every value.
struct SweepSession {
  private var reader: SubjectReader
  private var runner: SweepRunner
  private let program: Program
  private let labels: LabelsFile?
  /// What the program calls a subject.
  private let noun: String
  private var seen: Set<ExactText> = []

  /// The rows at which a thread's batch is full.
  ///
  /// Handing over so many costs next to nothing, and small logs still give every thread some work.
  private static let batchRows = 256

  init(_ pack: Pack, _ choices: Choices, grid: SweepGrid, labels: LabelsFile?, hasLevels: Bool) {
    program = pack.program
    self.labels = labels
    noun = pack.program.noun
    var options = choices.options(column: 0)
    options.messages = .none
    options.tellsLevels = hasLevels
    let plan = Plan(pack.program)
    reader = SubjectReader(plan, choices)
    runner = SweepRunner(plan, grid: grid, options: options, labels: labels?.labels)
  }

  var result: SweepResult { runner.result() }

  /// Sweeps the whole feed; with several threads, this one reads and the others evaluate.
  mutating func run(
    _ feed: inout LogFeed, threads: Int, _ console: inout Console
  ) throws(Failure) {
    let pool = WorkerPool(runner, threads: threads)
    var (count, isAtEnd) = (0, false)
    func next() throws(Failure) -> [SubjectLog]? {
      var (batch, rows): ([SubjectLog], Int) = ([], 0)
      while rows < Self.batchRows, !isAtEnd {
        guard let log = try reader.next(&feed) else {
          isAtEnd = true
          break
        }
        count += 1
        console.report("\(count) evaluated, now \(log.id)", feed.progress())
        if labels != nil { seen.insert(ExactText(log.id)) }
        rows += 1 + log.events.count
        batch.append(consume log)
      }
      return batch.isEmpty ? nil : batch
    }
    try pool.change(each: next) { logs, runner throws(RunawaySubject) in
      for log in logs { try runner.add(log) }
    } take: { _, runaway throws(Failure) in
      if let runaway { throw Failure(runaway, program) }
    }
    runner = pool.total { $0.add($1) }
  }

  /// Writes what each subject gave as it comes.
  mutating func run(
    _ feed: inout LogFeed, writing csv: consuming SweepSubjectCSV, _ console: inout Console
  ) throws(Failure) {
    try console.out.write(csv.header)
    while let log = try reader.next(&feed) {
      if labels != nil { seen.insert(ExactText(log.id)) }
      var bytes: [UInt8] = []
      try refusingRunaways(program) { () throws(RunawaySubject) in
        try runner.add(log) { points, outcome in bytes += csv.rows(of: log.id, points, outcome) }
      }
      try console.out.write(bytes)
    }
  }

  /// Remarks besides the results; `isWhole` says whether all of the log's subjects were read.
  func tell(_ console: inout Console, isWhole: Bool) {
    console.tell(runner.notes, program)
    guard let labels else { return }
    if isWhole { labels.tellUnseen(besides: seen.union(reader.later), noun: noun, &console) }
    if !seen.contains(where: { !labels.labels.labels(of: $0.text).isEmpty }) {
      console.remark(labels.noneRead(noun: noun, so: "nothing is judged"))
    } else if labels.labels.unwanted == 0 {
      console.remark(LabelsFile.noneUnwanted)
    }
  }
}
